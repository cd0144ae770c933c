//! Widget sessions, created by the partner's backend, and opened and ended by the widget's page.

use crate::app::App;
use crate::audit;
use crate::auth::embed::{self, Credential, CredentialKind, PartnerCaller};
use crate::auth::secret::hash;
use crate::auth::{Embedded, Viewer};
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::embed_session::SessionSource;
use crate::records::{contact, embed_session, partner};
use crate::request::RequestInfo;
use crate::routes::reports::readable;
use crate::routes::{Body, PathParams};
use crate::upload::submit::may_import;
use axum::{Extension, Json, extract::State};
use http::{HeaderMap, StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use shared::embed::{
    ClientSecret, EmbedPreviewRequest, EmbedSessionRequest, EmbedToken, EmbedTokenRequest, check_session,
    normalize_origin,
};
use shared::problem::FieldProblem;
use uuid::Uuid;

pub(super) async fn create(
    State(app): State<App>,
    Extension(partner): Extension<PartnerCaller>,
    Extension(info): Extension<RequestInfo>,
    Body(request): Body<EmbedSessionRequest>,
) -> ApiResult<(StatusCode, Json<ClientSecret>)> {
    let request = checked(request)?;
    if !partner.origins.contains(&request.origin) {
        return Err(ApiError::Denied {
            code: "origin_not_allowed",
            message: "This origin is not one of the partner's origins. Add it in the portal under Settings, Embedding.",
        });
    }
    let source = SessionSource {
        firm_id: partner.firm_id,
        partner_uuid: partner.uuid,
        key_uuid: Some(partner.key_uuid),
    };
    let now = app.clock.now();
    let mut transaction = app.db.begin(partner.firm_id).await?;
    partner::use_key(&mut transaction, partner.firm_id, partner.key_uuid, now).await?;
    let secret = add(&mut transaction, source, &request, info, now).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(secret)))
}

/// Creates a session for the viewer, to preview a widget in the portal.
pub(super) async fn preview(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(partner_uuid): PathParams<Uuid>,
    headers: HeaderMap,
    Body(request): Body<EmbedPreviewRequest>,
) -> ApiResult<(StatusCode, Json<ClientSecret>)> {
    // The portal can have several addresses. The session works only on pages with the origin of this request.
    let page = headers
        .get(header::ORIGIN)
        .and_then(|origin| origin.to_str().ok());
    let portal = page.unwrap_or(&app.config.public_url).to_owned();
    let request = checked(request.into_session(viewer.user_key.clone(), portal))?;
    let firm_id = viewer.firm.id;
    let source = SessionSource {
        firm_id,
        partner_uuid,
        key_uuid: None,
    };
    let mut transaction = app.db.begin(firm_id).await?;
    partner::find(&mut transaction, firm_id, partner_uuid)
        .await?
        .ok_or(ApiError::NotFound("partner"))?;
    let now = app.clock.now();
    let secret = add(&mut transaction, source, &request, viewer.request.clone(), now).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(secret)))
}

fn checked(request: EmbedSessionRequest) -> ApiResult<EmbedSessionRequest> {
    let (request, faults) = check_session(request);
    if faults.is_empty() {
        Ok(request)
    } else {
        Err(ApiError::Invalid(faults))
    }
}

/// Adds a session if its user can use the widget and see its contact or report.
async fn add(
    transaction: &mut Transaction,
    source: SessionSource,
    request: &EmbedSessionRequest,
    info: RequestInfo,
    now: Timestamp,
) -> ApiResult<ClientSecret> {
    let firm_id = source.firm_id;
    let uuid = new_uuid();
    let client_secret = CredentialKind::ClientSecret.create(firm_id)?;
    let expires_at = now + SignedDuration::from_secs(request.ttl_seconds.into());
    let embedded = Embedded {
        session_uuid: uuid,
        widget: request.widget,
        contact: request.contact_type.zip(request.contact_uuid),
        report: request.report_uuid,
        scopes: request.scopes.clone(),
    };
    let viewer =
        Viewer::of_firm_user(transaction, (firm_id, &request.user_key), Some(embedded), info).await?;
    let viewer = viewer
        .filter(|viewer| request.widget.is_usable_with(&viewer.permissions))
        .ok_or(ApiError::Denied {
            code: "user_not_allowed",
            message: "No active user of the firm with this key can use the widget. Check the key of the user.",
        })?;
    must_see_contact(transaction, &viewer).await?;
    must_see_report(transaction, &viewer).await?;
    must_import(&viewer)?;
    let secret_hash = hash(&client_secret);
    let times = (now, expires_at);
    embed_session::add(transaction, source, request, (uuid, &secret_hash), times).await?;
    let details = json!({ "widget": request.widget, "origin": request.origin, "key": source.key_uuid,
                          "session": uuid, "contact": request.contact_uuid, "report": request.report_uuid,
                          "scopes": request.scopes });
    let subject = ("partner", Some(source.partner_uuid));
    audit::record(transaction, &viewer, "openWidget", subject, details).await?;
    Ok(ClientSecret {
        client_secret,
        expires_at,
    })
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

/// Fails with `ApiError::Denied` if the session names a report that its user cannot open, or that can no longer run.
async fn must_see_report(transaction: &mut Transaction, viewer: &Viewer) -> ApiResult<()> {
    let Some(uuid) = viewer.embedded.as_ref().and_then(|embedded| embedded.report) else {
        return Ok(());
    };
    match readable(transaction, viewer, uuid).await {
        Ok(_) => Ok(()),
        Err(ApiError::NotFound(_) | ApiError::Forbidden | ApiError::Refused { .. }) => {
            Err(ApiError::Denied {
                code: "report_not_allowed",
                message: "The user cannot open this report, or it can no longer run. Check the uuid of the report.",
            })
        }
        Err(error) => Err(error),
    }
}

/// Fails with `ApiError::Denied` if a scope allows importing records that the user cannot import.
fn must_import(viewer: &Viewer) -> ApiResult<()> {
    let scopes = viewer.embedded.iter().flat_map(|embedded| &embedded.scopes);
    for upload_type in scopes.filter_map(|scope| scope.upload_type()) {
        may_import(viewer, upload_type).map_err(|_| ApiError::Denied {
            code: "user_not_allowed",
            message: "The user cannot import the records of every scope. Check the scopes.",
        })?;
    }
    Ok(())
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
