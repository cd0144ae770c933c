//! Sessions of widgets: created by the partner's backend, opened and ended by the page of the widget.

use crate::app::App;
use crate::audit;
use crate::auth::embed::{self, Credential, CredentialKind, PartnerCaller};
use crate::auth::secret::hash;
use crate::auth::{Embedded, Viewer};
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::{contact, embed_session, partner};
use crate::request::RequestInfo;
use crate::routes::Body;
use axum::{Extension, Json, extract::State};
use http::StatusCode;
use jiff::SignedDuration;
use serde_json::json;
use shared::embed::{
    ClientSecret, EmbedSessionRequest, EmbedToken, EmbedTokenRequest, check_session, normalize_origin,
};
use shared::problem::FieldProblem;

pub(super) async fn create(
    State(app): State<App>,
    Extension(partner): Extension<PartnerCaller>,
    Extension(info): Extension<RequestInfo>,
    Body(request): Body<EmbedSessionRequest>,
) -> ApiResult<(StatusCode, Json<ClientSecret>)> {
    let (request, faults) = check_session(request);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    if !partner.origins.contains(&request.origin) {
        return Err(ApiError::Denied {
            code: "origin_not_allowed",
            message: "This origin is not one of the partner's origins. Add it in the portal under Settings, Embedding.",
        });
    }
    let firm_id = partner.firm_id;
    let uuid = new_uuid();
    let client_secret = CredentialKind::ClientSecret.create(firm_id)?;
    let now = app.clock.now();
    let expires_at = now + SignedDuration::from_secs(request.ttl_seconds.into());
    let mut transaction = app.db.begin(firm_id).await?;
    let embedded = Embedded {
        session_uuid: uuid,
        widget: request.widget,
        contact: request.contact_type.zip(request.contact_uuid),
    };
    let viewer = Viewer::of_firm_user(
        &mut transaction,
        (firm_id, &request.user_key),
        Some(embedded),
        info,
    )
    .await?;
    let viewer = viewer
        .filter(|viewer| viewer.may_read(request.widget.feature()).is_ok())
        .ok_or(ApiError::Denied {
            code: "user_not_allowed",
            message: "No active user of the firm with this key can use the widget. Check the key of the user.",
        })?;
    must_see_contact(&mut transaction, &viewer).await?;
    partner::use_key(&mut transaction, firm_id, partner.key_uuid, now).await?;
    let secret = (uuid, hash(&client_secret));
    embed_session::add(
        &mut transaction,
        &partner,
        &request,
        (secret.0, &secret.1),
        (now, expires_at),
    )
    .await?;
    let details = json!({ "widget": request.widget, "origin": request.origin, "key": partner.key_uuid,
                          "session": uuid, "contact": request.contact_uuid });
    let subject = ("partner", Some(partner.uuid));
    audit::record(&mut transaction, &viewer, "openWidget", subject, details).await?;
    transaction.commit().await?;
    let secret = ClientSecret {
        client_secret,
        expires_at,
    };
    Ok((StatusCode::CREATED, Json(secret)))
}

/// Fails with `ApiError::Denied` if the session is limited to a contact that its user cannot open.
async fn must_see_contact(transaction: &mut Transaction, viewer: &Viewer) -> ApiResult<()> {
    let contact = viewer.embedded.as_ref().and_then(|embedded| embedded.contact);
    let Some((kind, uuid)) = contact else {
        return Ok(());
    };
    contact::find(transaction, viewer, kind, uuid)
        .await?
        .map(drop)
        .ok_or(ApiError::Denied {
            code: "contact_not_allowed",
            message: "The user cannot open this contact. Check the type and the uuid of the contact.",
        })
}

pub(super) async fn open(
    State(app): State<App>,
    Extension(secret): Extension<Credential>,
    Body(request): Body<EmbedTokenRequest>,
) -> ApiResult<Json<EmbedToken>> {
    let origin = normalize_origin(&request.origin).map_err(|fault| {
        ApiError::Invalid(vec![FieldProblem {
            field: "origin".into(),
            code: fault.code.into(),
            message: fault.message.into_owned(),
            warning: false,
        }])
    })?;
    let request = EmbedTokenRequest { origin, ..request };
    let token = embed::exchange(&app.db, &secret, &request, app.clock.now()).await?;
    Ok(Json(token))
}

pub(super) async fn end(State(app): State<App>, viewer: Viewer) -> ApiResult<StatusCode> {
    let embedded = viewer.embedded.as_ref().ok_or(ApiError::Forbidden)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    embed_session::end(&mut transaction, &viewer, embedded.session_uuid, app.clock.now()).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
