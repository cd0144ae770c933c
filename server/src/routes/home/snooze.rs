//! Hides rows from the viewer's queue until a day.

use super::readable;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::work::{snooze, subject};
use crate::routes::{Body, PathParams};
use axum::extract::State;
use http::StatusCode;
use shared::home::SnoozeInput;
use shared::snooze::check_until;
use uuid::Uuid;

pub(super) async fn set(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, uuid)): PathParams<(String, Uuid)>,
    Body(input): Body<SnoozeInput>,
) -> ApiResult<StatusCode> {
    viewer.may_leave_traces()?;
    let kind = readable(&viewer, &kind)?;
    let today = viewer.today(app.clock);
    check_until(input.until, today).map_err(ApiError::Invalid)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    subject::visible(&mut transaction, &viewer, kind, uuid).await?;
    snooze::set(&mut transaction, &viewer, (kind, uuid), &input, today).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn end(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((kind, uuid)): PathParams<(String, Uuid)>,
) -> ApiResult<StatusCode> {
    viewer.may_leave_traces()?;
    let kind = readable(&viewer, &kind)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    subject::visible(&mut transaction, &viewer, kind, uuid).await?;
    snooze::end(&mut transaction, &viewer, (kind, uuid)).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
