//! Impersonation: a staff member acts as a user of the opened firm, for a limited time and with a reason.

use super::account::begin_again;
use super::{Access, Body, Route, SignedIn, Write};
use crate::app::App;
use crate::audit;
use crate::auth::impersonation::Subject;
use crate::auth::token::Claims;
use crate::auth::{Viewer, impersonation, user_session};
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::notify::{self, Notice, To};
use axum::{Extension, Json, extract::State};
use http::StatusCode;
use jiff::tz::TimeZone;
use serde_json::json;
use shared::notification::NotificationKind;
use shared::permission::{AdminUserType, Feature, ImpersonationRequest, Permissions};

pub fn routes() -> Vec<Route> {
    vec![
        Route::post(
            "/Impersonation",
            Access::Feature(Feature::Impersonate, Write),
            begin,
        )
        .limited()
        .says(
            "Impersonation",
            "Starts impersonating a user. The user is notified, and every audit log entry names both",
        )
        .gives::<Permissions>(StatusCode::OK, "Permissions during the impersonation")
        .refuses(StatusCode::NOT_FOUND, "The opened firm has no such user")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "No firm is opened, or the user is a staff member",
        ),
        Route::delete("/Impersonation", SignedIn, end)
            .says("Impersonation", "Ends the impersonation")
            .gives::<Permissions>(StatusCode::OK, "Permissions of the viewer")
            .refuses(StatusCode::NOT_FOUND, "The session is not impersonating anyone"),
    ]
}

async fn begin(
    State(app): State<App>,
    viewer: Viewer,
    Extension(claims): Extension<Claims>,
    Body(request): Body<ImpersonationRequest>,
) -> ApiResult<Json<Permissions>> {
    let (request, findings) = shared::permission::impersonation::check(request);
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let Some(admin_user_key) = viewer.admin_user_key.as_deref().filter(|_| viewer.firm.id > 0) else {
        return Err(ApiError::no_firm());
    };
    let mut transaction = app.db.begin_for_user(&viewer.user_key).await?;
    // End an expired impersonation first, because a session can have only one that is not marked as ended.
    impersonation::end(
        &mut transaction,
        &viewer.user_key,
        &viewer.session_id,
        &viewer.request,
    )
    .await?;
    transaction.now_in_firm(viewer.firm.id).await?;
    let subject = find_subject(&mut transaction, viewer.firm.id, &request.user_key).await?;
    let uuid = new_uuid();
    let expires_at = impersonation::begin(&mut transaction, &viewer, admin_user_key, uuid, &request).await?;
    user_session::renew_epoch(&mut transaction, &viewer.user_key, &viewer.session_id).await?;
    let told = Notice {
        kind: NotificationKind::Impersonation,
        key: uuid.to_string(),
        display_name: notification_text(&viewer, &request, expires_at, &subject.time_zone),
        application_url: None,
        details: Vec::new(),
        to: To::User(request.user_key.clone()),
    };
    notify::send(&mut transaction, viewer.firm.id, app.clock.now(), &[told]).await?;
    let author = audit::Author {
        firm_id: viewer.firm.id,
        actor_key: &viewer.user_key,
        on_behalf_of: Some(&request.user_key),
        request: &viewer.request,
    };
    let details =
        json!({ "reason": request.reason, "mayWrite": request.write, "expiresAt": expires_at.to_string() });
    audit::record(
        &mut transaction,
        author,
        "impersonate",
        ("user", request.user_key.as_str()),
        details,
    )
    .await?;
    transaction.commit().await?;
    begin_again(&app, &claims, &viewer.user_key).await
}

/// Looks up the user to impersonate. Needs a transaction scoped to the firm.
async fn find_subject(transaction: &mut Transaction, firm_id: i32, user_key: &str) -> ApiResult<Subject> {
    let subject = impersonation::find_subject(transaction, firm_id, user_key)
        .await?
        .ok_or(ApiError::NotFound("user"))?;
    if subject.is_staff {
        return Err(ApiError::Refused {
            code: "is_staff",
            message: "Staff members can't be impersonated. Select a different user.".into(),
        });
    }
    Ok(subject)
}

/// Returns the text of the notification, with times in the user's time zone.
fn notification_text(
    viewer: &Viewer,
    request: &ImpersonationRequest,
    expires_at: jiff::Timestamp,
    time_zone: &str,
) -> String {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    let until = expires_at.to_zoned(zone).strftime("%b %-d, %Y, %-I:%M %p %Z");
    let number = viewer
        .admin_user_type
        .and_then(|number| u8::try_from(number).ok());
    let role = AdminUserType::label_of(number.unwrap_or(0));
    let can = if request.write {
        "and can make changes"
    } else {
        "(view only)"
    };
    format!(
        "{} {} ({role}) is signed in as you until {until} {can}: {}",
        viewer.first_name, viewer.last_name, request.reason
    )
}

async fn end(
    State(app): State<App>,
    viewer: Viewer,
    Extension(claims): Extension<Claims>,
) -> ApiResult<Json<Permissions>> {
    if viewer.impersonation.is_none() {
        return Err(ApiError::NotFound("impersonation"));
    }
    let actor_key = viewer.actor_key();
    let mut transaction = app.db.begin_for_user(actor_key).await?;
    user_session::renew_epoch(&mut transaction, actor_key, &viewer.session_id).await?;
    impersonation::end(&mut transaction, actor_key, &viewer.session_id, &viewer.request).await?;
    transaction.commit().await?;
    begin_again(&app, &claims, actor_key).await
}
