//! What the viewer was told: the list behind the bell, and what may be done with it. Own notifications only.

mod preferences;
mod preview;

use super::{Access, Params, PathParams, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::notification::{Asked, count, find, own, recent};
use crate::db::schema::user_notification as columns;
use crate::error::{ApiError, ApiResult};
use axum::{Json, extract::State};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use http::StatusCode;
use serde::Deserialize;
use shared::notification::preview::{Preview, PreviewQuestion};
use shared::notification::{
    DEFAULT_DAYS, MAX_DAYS, MarkedRead, NotificationPage, Preferences, UserNotification,
};
use shared::permission::Feature::{CanViewMyNotifications, FirmSettings, Settings};
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
        Route::get("/UserNotification/digest", read, digest)
            .says(
                "Notifications",
                "What the viewer was told, of all kinds or of one, newest first",
            )
            .asks("days", "1 to 365, 30 if not given")
            .asks(
                "type",
                "Number of a kind: of that kind alone, also those that a High Volume line stands for",
            )
            .asks("unread", "`true`: what is unread alone")
            .gives::<NotificationPage>(StatusCode::OK, "At most the newest 5,000"),
        Route::get(
            "/UserNotification/preferences",
            Access::Feature(Settings, Read),
            preferences::get,
        )
        .says(
            "Notifications",
            "Which way what kind of news takes to the viewer, and when the summary comes",
        )
        .gives::<Preferences>(StatusCode::OK, "Every kind that may be set"),
        Route::put(
            "/UserNotification/preferences",
            Access::Feature(Settings, Write),
            preferences::save,
        )
        .says(
            "Notifications",
            "Sets the ways of kinds and the hour of the summary; what is not named stays",
        )
        .takes::<Preferences>()
        .gives::<Preferences>(StatusCode::OK, "Every kind that may be set"),
        Route::post(
            "/UserNotification/rules/preview",
            Access::Feature(FirmSettings, Read),
            preview::ask,
        )
        .says(
            "Notifications",
            "What the rules tell between two days, as the book is now; nothing is sent",
        )
        .takes::<PreviewQuestion>()
        .gives::<Preview>(StatusCode::OK, "The first 500, and how many of each kind"),
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

#[derive(Deserialize)]
struct DigestParams {
    days: Option<String>,
    r#type: Option<String>,
    unread: Option<String>,
}

fn days(typed: Option<&str>, findings: &mut Findings) -> u16 {
    let days = typed.map_or(Some(DEFAULT_DAYS), |typed| typed.parse().ok());
    days.filter(|days| (1..=MAX_DAYS).contains(days))
        .unwrap_or_else(|| {
            findings.fault("days", "out_of_range", format!("Ask for 1 to {MAX_DAYS} days."));
            DEFAULT_DAYS
        })
}

impl DigestParams {
    fn asked(&self) -> ApiResult<Asked> {
        let mut findings = Findings::default();
        let days = days(self.days.as_deref(), &mut findings);
        let kind = self
            .r#type
            .as_deref()
            .map(str::parse)
            .transpose()
            .unwrap_or_else(|_| {
                findings.fault("type", "unknown_code", "A kind is asked for by its number.");
                None
            });
        let is_unread = match self.unread.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => {
                findings.fault("unread", "unknown_code", "Say true or false.");
                false
            }
        };
        if !findings.is_acceptable() {
            return Err(ApiError::Invalid(findings.0));
        }
        Ok(Asked {
            days,
            kind,
            is_unread,
        })
    }
}

async fn digest(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<DigestParams>,
) -> ApiResult<Json<NotificationPage>> {
    let asked = params.asked()?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (firm_id, user_key, at) = (viewer.firm.id, &viewer.user_key, app.clock.now());
    let rows = find(&transaction, firm_id, user_key, at, asked).await?;
    let total_records = count(&mut transaction, firm_id, user_key, at, asked).await?;
    transaction.finish();
    Ok(Json(NotificationPage {
        items: rows.into_iter().map(UserNotification::from).collect(),
        total_records,
    }))
}

async fn list(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<ListParams>,
) -> ApiResult<Json<Vec<UserNotification>>> {
    let mut findings = Findings::default();
    let days = days(params.days.as_deref(), &mut findings);
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let transaction = app.db.begin(viewer.firm.id).await?;
    let rows = recent(
        &transaction,
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
