//! The viewer's notifications.

mod preferences;
mod preview;
mod settings;
mod snooze;

use super::{Access, Body, Params, PathParams, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::notification::{self, Asked, Part, count, find};
use axum::{Json, extract::State};
use http::StatusCode;
use serde::Deserialize;
use shared::notification::preview::RulesPreview;
use shared::notification::settings::RuleSettings;
use shared::notification::{
    DEFAULT_DAYS, MAX_DAYS, MAX_NOTIFICATIONS, MarkUnread, MarkedRead, NotificationPage, Preferences,
    Severity, UserNotification,
};
use shared::permission::Feature::{CanViewMyNotifications, FirmSettings, Settings};
use shared::problem::Findings;
use utoipa::IntoParams;

pub fn routes() -> Vec<Route> {
    let read = Access::Feature(CanViewMyNotifications, Read);
    let write = Access::Feature(CanViewMyNotifications, Write);
    vec![
        Route::get("/UserNotification", read, list)
            .says(
                "Notifications",
                "Lists the viewer's notifications of the last days, newest first",
            )
            .gives_all::<UserNotification>("The newest notifications, up to 5,000"),
        Route::get("/UserNotification/digest", read, digest)
            .says(
                "Notifications",
                "Lists the viewer's notifications in pages, optionally of one type, newest first",
            )
            .gives::<NotificationPage>(StatusCode::OK, "The notifications of the page, and the counts of all pages"),
        Route::get(
            "/UserNotification/preferences",
            Access::Feature(Settings, Read),
            preferences::get,
        )
        .says(
            "Notifications",
            "Returns the viewer's delivery settings by notification type, and the time of the digest",
        )
        .gives::<Preferences>(StatusCode::OK, "All types that can be configured"),
        Route::put(
            "/UserNotification/preferences",
            Access::Feature(Settings, Write),
            preferences::save,
        )
        .says(
            "Notifications",
            "Updates the delivery settings and the time of the digest. Types that are left out keep their settings",
        )
        .gives::<Preferences>(StatusCode::OK, "All types that can be configured"),
        Route::post(
            "/UserNotification/rules/preview",
            Access::Feature(FirmSettings, Read),
            preview::ask,
        )
        .says(
            "Notifications",
            "Previews the notifications that the rules create between two dates, without sending them",
        )
        .gives::<RulesPreview>(StatusCode::OK, "Up to 500 notifications, and the number by type"),
        Route::get(
            "/UserNotification/rules/settings",
            Access::Feature(FirmSettings, Read),
            settings::get,
        )
        .says("Notifications", "Returns the firm's settings for the notification rules")
        .gives::<RuleSettings>(StatusCode::OK, "The settings"),
        Route::put(
            "/UserNotification/rules/settings",
            Access::Feature(FirmSettings, Write),
            settings::save,
        )
        .says(
            "Notifications",
            "Updates the firm's settings for the notification rules. The next daily run uses them",
        )
        .gives::<RuleSettings>(StatusCode::OK, "The settings"),
        Route::put("/UserNotification/isRead", write, mark_all)
            .says(
                "Notifications",
                "Marks the notifications that match the filter as read, on all pages. Without `days`, of any age",
            )
            .gives::<MarkedRead>(StatusCode::OK, "The notifications that were unread"),
        Route::put("/UserNotification/isUnread", write, mark_unread)
            .says("Notifications", "Marks notifications as unread, for example to undo")
            .gives_nothing(StatusCode::NO_CONTENT, "Marked"),
        Route::put("/UserNotification/{notificationId}/isRead/{flag}", write, mark)
            .says("Notifications", "Marks one notification as read or unread")
            .gives_nothing(StatusCode::NO_CONTENT, "Marked"),
        Route::put("/UserNotification/{notificationId}/snooze", write, snooze::set)
            .says(
                "Notifications",
                "Hides one notification until a day. On that day it is listed again, as unread",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Snoozed"),
        Route::delete("/UserNotification/{notificationId}/snooze", write, snooze::end)
            .says("Notifications", "Ends a snooze. The notification is listed at its old place")
            .gives_nothing(StatusCode::NO_CONTENT, "Ended"),
        Route::delete("/UserNotification/{notificationId}", write, remove)
            .says("Notifications", "Removes one notification from the list")
            .gives_nothing(StatusCode::NO_CONTENT, "Removed"),
    ]
}

#[derive(Deserialize, IntoParams)]
struct ListParams {
    /// Default: 30
    #[param(value_type = Option<u16>, minimum = 1, maximum = 365)]
    days: Option<String>,
}

#[derive(Deserialize, IntoParams)]
struct DigestParams {
    /// Default: 30
    #[param(value_type = Option<u16>, minimum = 1, maximum = 365)]
    days: Option<String>,
    /// Number of a notification type. Default: all types
    #[param(value_type = Option<u16>)]
    r#type: Option<String>,
    /// `actNow`, `soon` or `info`. Default: all
    severity: Option<String>,
    /// `true` for unread notifications only
    #[param(value_type = Option<bool>)]
    unread: Option<String>,
    /// `true` for snoozed notifications only. Default: only those that are not snoozed
    #[param(value_type = Option<bool>)]
    snoozed: Option<String>,
    /// Number of notifications on the page. Default: 5000
    #[param(value_type = Option<u16>, minimum = 1, maximum = 5000)]
    limit: Option<String>,
    /// Id of the last notification of the previous page
    #[param(value_type = Option<i64>)]
    after: Option<String>,
}

fn days(typed: Option<&str>, findings: &mut Findings) -> u16 {
    let days = typed.map_or(Some(DEFAULT_DAYS), |typed| typed.parse().ok());
    days.filter(|days| (1..=MAX_DAYS).contains(days))
        .unwrap_or_else(|| {
            findings.fault("days", "out_of_range", format!("Enter 1 to {MAX_DAYS} days."));
            DEFAULT_DAYS
        })
}

fn flag(name: &str, typed: Option<&str>, findings: &mut Findings) -> bool {
    match typed {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => {
            findings.fault(name, "unknown_code", "Must be true or false.");
            false
        }
    }
}

impl DigestParams {
    fn asked(&self) -> ApiResult<(Asked, Part)> {
        let mut findings = Findings::default();
        let days = days(self.days.as_deref(), &mut findings);
        let kind = self
            .r#type
            .as_deref()
            .map(str::parse)
            .transpose()
            .unwrap_or_else(|_| {
                findings.fault("type", "unknown_code", "Enter the number of a notification type.");
                None
            });
        let severity = self.severity.as_deref().map(Severity::from_code);
        if severity == Some(None) {
            findings.fault("severity", "unknown_code", "Must be actNow, soon or info.");
        }
        let is_unread = flag("unread", self.unread.as_deref(), &mut findings);
        let is_snoozed = flag("snoozed", self.snoozed.as_deref(), &mut findings);
        let part = self.part(&mut findings);
        if !findings.is_acceptable() {
            return Err(ApiError::Invalid(findings.0));
        }
        let asked = Asked {
            days: Some(days),
            kind,
            severity: severity.flatten(),
            is_unread,
            is_snoozed,
        };
        Ok((asked, part))
    }

    fn part(&self, findings: &mut Findings) -> Part {
        let limit = self.limit.as_deref().map_or(Some(MAX_NOTIFICATIONS), |typed| {
            typed
                .parse()
                .ok()
                .filter(|limit| (1..=MAX_NOTIFICATIONS).contains(limit))
        });
        if limit.is_none() {
            let message = format!("Enter 1 to {MAX_NOTIFICATIONS} notifications.");
            findings.fault("limit", "out_of_range", message);
        }
        let after = self.after.as_deref().map(str::parse).transpose();
        if after.is_err() {
            findings.fault("after", "unknown_code", "Enter the ID of a notification.");
        }
        Part {
            limit: limit.unwrap_or(MAX_NOTIFICATIONS),
            after: after.unwrap_or_default(),
        }
    }
}

async fn digest(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<DigestParams>,
) -> ApiResult<Json<NotificationPage>> {
    let (asked, part) = params.asked()?;
    let transaction = app.db.begin(viewer.firm.id).await?;
    let (firm_id, user_key, at) = (viewer.firm.id, &viewer.user_key, app.clock.now());
    let rows = find(&transaction, firm_id, user_key, at, asked, part).await?;
    let counts = count(&transaction, firm_id, user_key, at, asked).await?;
    transaction.finish();
    Ok(Json(NotificationPage {
        items: rows.into_iter().map(UserNotification::from).collect(),
        total_records: counts.total,
        unread_records: counts.unread,
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
    let asked = Asked {
        days: Some(days),
        ..Asked::default()
    };
    let (firm_id, user_key, at) = (viewer.firm.id, &viewer.user_key, app.clock.now());
    let rows = find(
        &transaction,
        firm_id,
        user_key,
        at,
        asked,
        Part::first(MAX_NOTIFICATIONS),
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(rows.into_iter().map(UserNotification::from).collect()))
}

/// Marks all notifications that match the filter as read, not just one page. Without `days`, includes notifications
/// of any age.
async fn mark_all(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<DigestParams>,
) -> ApiResult<Json<MarkedRead>> {
    let (mut asked, _) = params.asked()?;
    if params.days.is_none() {
        asked.days = None;
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let ids = notification::mark_all_read(&mut transaction, &viewer, app.clock.now(), asked).await?;
    transaction.commit().await?;
    Ok(Json(MarkedRead::new(ids)))
}

async fn mark_unread(
    State(app): State<App>,
    viewer: Viewer,
    Body(marked): Body<MarkUnread>,
) -> ApiResult<StatusCode> {
    let mut findings = Findings::default();
    marked.check(&mut findings);
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    notification::set_all_read(&mut transaction, &viewer, &marked.ids, false).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn mark(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((id, flag)): PathParams<(i64, bool)>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let is_marked = notification::set_read(&mut transaction, &viewer, id, flag).await?;
    transaction.commit().await?;
    done(is_marked)
}

async fn remove(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(id): PathParams<i64>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let is_removed = notification::remove(&mut transaction, &viewer, id).await?;
    transaction.commit().await?;
    done(is_removed)
}

fn done(is_found: bool) -> ApiResult<StatusCode> {
    if is_found {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound("notification"))
    }
}
