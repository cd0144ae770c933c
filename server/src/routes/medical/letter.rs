//! Records that a letter was mailed or faxed, could not be delivered, or was queued again.

use super::close::{expire, has_expired};
use super::loaded::{hold, must_be_current, saved};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::medical::letter;
use crate::records::medical::request::{self, Progress};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use shared::contract::MedicalRequestState::Sent;
use shared::medical::{
    LetterChange, LetterChangeInput, LetterState, MedicalRecord, check_letter_change, due_on,
};
use shared::problem::Findings;
use uuid::Uuid;

/// Changes the state of a letter. The follow-up is due 14 days after the letter was sent. Responds with 409 if the
/// letter was changed since it was read.
pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((insured, uuid, letter)): PathParams<(Uuid, Uuid, Uuid)>,
    Body(input): Body<LetterChangeInput>,
) -> ApiResult<Json<MedicalRecord>> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let loaded = hold(&mut transaction, &app, &viewer, insured).await?;
    let request = loaded.request(uuid)?;
    let before = loaded.letter(uuid, letter)?;
    must_be_current(input.version == before.version)?;
    let today = viewer.today(app.clock);
    if input.state == LetterState::Queued.code()
        && let Some(sentence) = has_expired(request, today)
    {
        return Err(expire(transaction, &app, &viewer, (&loaded, uuid), sentence).await?);
    }
    let state = before.state().unwrap_or(LetterState::Queued);
    let status = (request.state, state, before.letter_date);
    let mut findings = Findings::default();
    let Some(change) = check_letter_change(&input, &request.content, status, today, &mut findings) else {
        return Err(ApiError::Invalid(findings.0));
    };
    let by = (firm_id, viewer.user_key.as_str());
    letter::change(&mut transaction, by, letter, change).await?;
    let (sent_on, due) = match change {
        LetterChange::Sent(day) if request.state == Sent => (Some(day), Some(due_on(day))),
        LetterChange::Sent(day) => (request.sent_on, Some(due_on(day))),
        LetterChange::Failed(_) | LetterChange::Queued(_) => (request.sent_on, request.due_on),
    };
    let progress = Progress {
        state: request.state,
        sent_on,
        due_on: due,
    };
    let (sealer, now) = (&app.medical.sealer, app.clock.now());
    let content = &request.content;
    request::update(&mut transaction, sealer, (firm_id, uuid), content, progress, now).await?;
    let label = match change {
        LetterChange::Sent(_) => "Letter sent",
        LetterChange::Failed(_) => "Letter not delivered",
        LetterChange::Queued(_) => "Letter queued again",
    };
    let action = ("changeMedical", label);
    let record = saved(&mut transaction, &app, &viewer, insured, action).await?;
    transaction.commit().await?;
    Ok(Json(record))
}
