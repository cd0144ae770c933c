//! Ends requests: refused by the provider, cancelled, or expired with their authorization.

use super::loaded::{Loaded, hold, must_be_current, saved};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::medical::request::{self, Progress, StoredRequest};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use jiff::civil::Date;
use shared::contract::MedicalRequestState::{self, Expired};
use shared::medical::{CloseInput, MedicalRecord, check_close, expiry_sentence, is_open};
use shared::problem::Findings;
use uuid::Uuid;

/// Ends a request. Responds with 409 if it was changed since it was read.
pub(super) async fn close(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((insured, uuid)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<CloseInput>,
) -> ApiResult<Json<MedicalRecord>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let loaded = hold(&mut transaction, &app, &viewer, insured).await?;
    let before = loaded.request(uuid)?;
    must_be_current(input.version == before.version)?;
    let mut findings = Findings::default();
    let Some((state, because)) = check_close(&input, before.state, &mut findings) else {
        return Err(ApiError::Invalid(findings.0));
    };
    end(&mut transaction, &app, &viewer, before, (state, because)).await?;
    let action = ("changeMedical", state.label());
    let record = saved(&mut transaction, &app, &viewer, insured, action).await?;
    transaction.commit().await?;
    Ok(Json(record))
}

async fn end(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    before: &StoredRequest,
    (state, because): (MedicalRequestState, String),
) -> ApiResult<()> {
    let mut content = before.content.clone();
    content.closed_because = Some(because);
    let progress = Progress {
        state,
        sent_on: before.sent_on,
        due_on: None,
    };
    let record = (viewer.firm.id, before.uuid);
    let (sealer, now) = (&app.medical.sealer, app.clock.now());
    request::update(transaction, sealer, record, &content, progress, now).await
}

/// Returns an error message if the request is open and its authorization has expired as of `day`.
pub(super) fn has_expired(request: &StoredRequest, day: Date) -> Option<String> {
    let authorization = request.content.authorization.as_ref()?;
    expiry_sentence(authorization, day).filter(|_| is_open(request.state))
}

/// Ends a request whose authorization has expired, and commits. Returns the error to respond with.
pub(super) async fn expire(
    mut transaction: Transaction,
    app: &App,
    viewer: &Viewer,
    (loaded, uuid): (&Loaded, Uuid),
    sentence: String,
) -> ApiResult<ApiError> {
    let before = loaded.request(uuid)?;
    end(&mut transaction, app, viewer, before, (Expired, sentence.clone())).await?;
    let action = ("changeMedical", Expired.label());
    saved(&mut transaction, app, viewer, loaded.insured, action).await?;
    transaction.commit().await?;
    Ok(ApiError::Refused {
        code: "authorization_expired",
        message: sentence,
    })
}
