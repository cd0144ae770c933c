//! Assigns rows of the work queue to users.

use super::{queue, readable};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::work::{assignment, subject};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::home::{AssignInput, Assignee, WorkKind};
use shared::problem::Findings;
use uuid::Uuid;

pub(super) async fn candidates(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, uuid)): PathParams<(String, Uuid)>,
) -> ApiResult<Json<Vec<Assignee>>> {
    let kind = assignable(&viewer, &kind)?;
    let today = viewer.today(app.clock);
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let subject = subject::visible(&mut transaction, &viewer, kind, uuid).await?;
    let found = assignment::candidates(&mut transaction, viewer.firm.id, kind, subject, today).await?;
    transaction.finish();
    Ok(Json(found))
}

pub(super) async fn set(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, uuid)): PathParams<(String, Uuid)>,
    Body(input): Body<AssignInput>,
) -> ApiResult<StatusCode> {
    let kind = assignable(&viewer, &kind)?;
    let (firm_id, today) = (viewer.firm.id, viewer.today(app.clock));
    let mut transaction = app.db.begin(firm_id).await?;
    let subject = subject::visible(&mut transaction, &viewer, kind, uuid).await?;
    let found = assignment::candidates(&mut transaction, firm_id, kind, subject, today).await?;
    let Some(to) = found.into_iter().find(|user| user.user_key == input.user_key) else {
        let mut findings = Findings::default();
        let message = "Choose a user who can change this record.";
        findings.fault("userKey", "not_a_choice", message);
        return Err(ApiError::Invalid(findings.0));
    };
    assignment::set(&mut transaction, &viewer, (kind, uuid), &input, app.clock.now()).await?;
    let details = json!({ "about": format!("{}: {}", kind.task(), to.name) });
    let subject = (subject.0.noun(), Some(subject.1));
    let action = if kind == WorkKind::Medical {
        "assignMedical"
    } else {
        "assignWork"
    };
    audit::record(&mut transaction, &viewer, action, subject, details).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn end(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, uuid)): PathParams<(String, Uuid)>,
) -> ApiResult<StatusCode> {
    let kind = assignable(&viewer, &kind)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let subject = subject::visible(&mut transaction, &viewer, kind, uuid).await?;
    if assignment::end(&mut transaction, &viewer, (kind, uuid)).await? {
        let details = json!({ "about": kind.task() });
        let subject = (subject.0.noun(), Some(subject.1));
        let action = if kind == WorkKind::Medical {
            "unassignMedical"
        } else {
            "unassignWork"
        };
        audit::record(&mut transaction, &viewer, action, subject, details).await?;
    }
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the kind of a row from its path, if the viewer can change its record.
fn assignable(viewer: &Viewer, kind: &str) -> ApiResult<WorkKind> {
    viewer.may_leave_traces()?;
    let kind = readable(viewer, kind)?;
    if queue::can_assign(viewer, kind) {
        Ok(kind)
    } else {
        Err(ApiError::Forbidden)
    }
}
