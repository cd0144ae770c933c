//! Hides notifications until a day.

use super::done;
use crate::app::App;
use crate::auth::Viewer;
use crate::clock::start_of;
use crate::error::{ApiError, ApiResult};
use crate::records::notification;
use crate::routes::{Body, PathParams};
use anyhow::Context;
use axum::extract::State;
use http::StatusCode;
use jiff::Timestamp;
use shared::snooze::{NotificationSnooze, check_until};

pub(super) async fn set(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(id): PathParams<i64>,
    Body(NotificationSnooze { until }): Body<NotificationSnooze>,
) -> ApiResult<StatusCode> {
    check_until(until, viewer.today(app.clock)).map_err(ApiError::Invalid)?;
    let at = start_of(until, &viewer.time_zone).context("the day is outside the calendar")?;
    save(&app, &viewer, id, Some(at)).await
}

pub(super) async fn end(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(id): PathParams<i64>,
) -> ApiResult<StatusCode> {
    save(&app, &viewer, id, None).await
}

async fn save(app: &App, viewer: &Viewer, id: i64, until: Option<Timestamp>) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let is_snoozed = notification::snooze(&mut transaction, viewer, id, until).await?;
    transaction.commit().await?;
    done(is_snoozed)
}
