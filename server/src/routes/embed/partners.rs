//! The firm's partners and their backend keys.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::auth::embed::CredentialKind;
use crate::auth::secret::hash;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::partner::NewKey;
use crate::records::{embed_session, partner};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::embed::{EmbedSession, MAX_KEYS, NewPartnerKey, Partner, PartnerInput, normalize_partner};
use uuid::Uuid;

const MISSING: ApiError = ApiError::NotFound("partner");

pub(super) async fn list(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<Partner>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let partners = partner::of_firm(&mut transaction, viewer.firm.id).await?;
    transaction.finish();
    Ok(Json(partners))
}

pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    Body(input): Body<PartnerInput>,
) -> ApiResult<(StatusCode, Json<Partner>)> {
    let input = normalized(&input)?;
    let uuid = new_uuid();
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    partner::add(&mut transaction, &viewer, uuid, &input, app.clock.now()).await?;
    let added = partner::find(&mut transaction, viewer.firm.id, uuid).await?;
    let details = json!({ "name": input.name, "origins": input.origins });
    audit::record(&mut transaction, &viewer, "add", ("partner", Some(uuid)), details).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(added.ok_or(MISSING)?)))
}

pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<PartnerInput>,
) -> ApiResult<Json<Partner>> {
    let input = normalized(&input)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let is_saved = partner::change(&mut transaction, viewer.firm.id, uuid, &input).await?;
    let after = partner::find(&mut transaction, viewer.firm.id, uuid)
        .await?
        .ok_or(MISSING)?;
    if !is_saved {
        return Err(ApiError::Conflict(Box::new(json!(after))));
    }
    let details = json!({ "name": after.name, "origins": after.origins, "isActive": after.is_active,
                          "version": after.version });
    audit::record(
        &mut transaction,
        &viewer,
        "change",
        ("partner", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(after))
}

fn normalized(input: &PartnerInput) -> ApiResult<PartnerInput> {
    let (input, faults) = normalize_partner(input);
    if faults.is_empty() {
        Ok(input)
    } else {
        Err(ApiError::Invalid(faults))
    }
}

pub(super) async fn add_key(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(partner_uuid): PathParams<Uuid>,
) -> ApiResult<(StatusCode, Json<NewPartnerKey>)> {
    let firm_id = viewer.firm.id;
    let key = CredentialKind::Key.create(firm_id)?;
    let ending = key.get(key.len() - 4..).unwrap_or_default();
    let mut transaction = app.db.begin(firm_id).await?;
    if !partner::hold(&mut transaction, firm_id, partner_uuid).await? {
        return Err(MISSING);
    }
    let partner = partner::find(&mut transaction, firm_id, partner_uuid)
        .await?
        .ok_or(MISSING)?;
    if partner.keys.len() >= MAX_KEYS {
        return Err(ApiError::Refused {
            code: "too_many_keys",
            message: "This partner already has two keys. Revoke one before you create another.".into(),
        });
    }
    let new = NewKey {
        uuid: new_uuid(),
        hash: &hash(&key),
        ending,
    };
    partner::add_key(&mut transaction, &viewer, partner_uuid, &new, app.clock.now()).await?;
    let details = json!({ "name": partner.name, "key": new.uuid, "ending": ending });
    let subject = ("partner", Some(partner_uuid));
    audit::record(&mut transaction, &viewer, "createKey", subject, details).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(NewPartnerKey { key })))
}

pub(super) async fn revoke_key(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((partner_uuid, key_uuid)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let key = (partner_uuid, key_uuid);
    if !partner::revoke_key(&mut transaction, firm_id, key, app.clock.now()).await? {
        return Err(ApiError::NotFound("key"));
    }
    let subject = ("partner", Some(partner_uuid));
    let details = json!({ "key": key_uuid });
    audit::record(&mut transaction, &viewer, "revokeKey", subject, details).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn sessions(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Vec<EmbedSession>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    partner::find(&mut transaction, viewer.firm.id, uuid)
        .await?
        .ok_or(MISSING)?;
    let sessions = embed_session::of_partner(&mut transaction, viewer.firm.id, uuid).await?;
    transaction.finish();
    Ok(Json(sessions))
}
