//! What the viewer was told: the list behind the bell, and what may be done with it. Own notifications only.

use super::{Access, Params, PathParams, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::notification::{own, recent};
use crate::db::schema::user_notification as columns;
use crate::error::{ApiError, ApiResult};
use axum::{Json, extract::State};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use http::StatusCode;
use serde::Deserialize;
use shared::notification::{DEFAULT_DAYS, MAX_DAYS, MarkedRead, UserNotification};
use shared::permission::Feature::CanViewMyNotifications;
use shared::problem::Findings;

pub fn routes() -> Vec<Route> {
    let read = Access::Feature(CanViewMyNotifications, Read);
    let write = Access::Feature(CanViewMyNotifications, Write);
    vec![
        Route::get("/UserNotification", read, list)
            .says(
                "Notifications",
                "What the viewer was told in the last days, newest first",
            )
            .asks("days", "1 to 365, 30 if not given")
            .gives_all::<UserNotification>("At most the newest 5,000"),
        Route::put("/UserNotification/isRead", write, mark_all)
            .says("Notifications", "Marks everything that is unread as read")
            .gives::<MarkedRead>(StatusCode::OK, "How many became read"),
        Route::put("/UserNotification/{notificationId}/isRead/{flag}", write, mark)
            .says("Notifications", "Marks one notification as read or unread")
            .gives_nothing(StatusCode::NO_CONTENT, "Marked"),
        Route::delete("/UserNotification/{notificationId}", write, remove)
            .says("Notifications", "Takes one notification off the list")
            .gives_nothing(StatusCode::NO_CONTENT, "Removed"),
    ]
}

#[derive(Deserialize)]
struct ListParams {
    days: Option<String>,
}

impl ListParams {
    fn days(&self) -> ApiResult<u16> {
        let Some(typed) = &self.days else {
            return Ok(DEFAULT_DAYS);
        };
        typed
            .parse()
            .ok()
            .filter(|days| (1..=MAX_DAYS).contains(days))
            .ok_or_else(|| {
                let mut findings = Findings::default();
                let message = format!("Ask for 1 to {MAX_DAYS} days.");
                findings.fault("days", "out_of_range", message);
                ApiError::Invalid(findings.0)
            })
    }
}

async fn list(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<ListParams>,
) -> ApiResult<Json<Vec<UserNotification>>> {
    let days = params.days()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let rows = recent(
        &mut transaction,
        viewer.firm.id,
        &viewer.user_key,
        app.clock.now(),
        days,
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(rows.into_iter().map(UserNotification::from).collect()))
}

/// One statement, however many there are.
async fn mark_all(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<MarkedRead>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let count = diesel::update(own(&viewer).filter(columns::is_read.eq(false)))
        .set(columns::is_read.eq(true))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(Json(MarkedRead {
        count: i64::try_from(count).unwrap_or(i64::MAX),
    }))
}

async fn mark(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((id, flag)): PathParams<(i64, bool)>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let marked = diesel::update(own(&viewer).filter(columns::user_notification_history_id.eq(id)))
        .set(columns::is_read.eq(flag))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    done(marked)
}

async fn remove(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(id): PathParams<i64>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let removed = diesel::update(own(&viewer).filter(columns::user_notification_history_id.eq(id)))
        .set(columns::removed_at.eq(now))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    done(removed)
}

fn done(changed: usize) -> ApiResult<StatusCode> {
    if changed == 0 {
        Err(ApiError::NotFound("notification"))
    } else {
        Ok(StatusCode::NO_CONTENT)
    }
}
