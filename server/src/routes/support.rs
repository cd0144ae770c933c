//! Sends support requests to the firm.

use super::branding::request_host;
use super::idempotency::{IdempotencyKey, reused};
use super::{Access, Body, Read, Route};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::support_request::{StoredRequest, count_today, is_queued, queue, support_email};
use axum::extract::State;
use http::{HeaderMap, StatusCode, Uri};
use serde_json::json;
use shared::permission::Feature::CanViewSupport;
use shared::support::{SupportRequest, normalize};

/// Maximum number of requests per user in 24 hours.
const MOST_A_DAY: i64 = 20;

pub fn route() -> Route {
    Route::post("/Support/request", Access::Feature(CanViewSupport, Read), send)
        .says("Support", "Emails a question to the support address of the firm")
        .gives_nothing(
            StatusCode::NO_CONTENT,
            "The email is queued. Replies go to the viewer",
        )
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`no_support_email`, `email_disabled`, or `too_many`: 20 requests in 24 hours",
        )
}

async fn send(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    uri: Uri,
    headers: HeaderMap,
    Body(input): Body<SupportRequest>,
) -> ApiResult<StatusCode> {
    viewer.may_leave_traces()?;
    let request = normalize(&input).map_err(ApiError::Invalid)?;
    if app.config.mail.is_none() {
        return Err(refused("email_disabled", "Email is not set up on this server."));
    }
    let host = request_host(&uri, &headers).unwrap_or_default();
    let now = app.clock.now();
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    if support_email(&mut transaction, viewer.firm.id, &host)
        .await?
        .is_none()
    {
        return Err(refused(
            "no_support_email",
            "No support email address has been set up for your firm.",
        ));
    }
    let uuid = key.unwrap_or_else(new_uuid);
    let subject = request.subject.clone();
    let stored = serde_json::to_value(StoredRequest { host, request }).map_err(anyhow::Error::from)?;
    if !queue(&mut transaction, &viewer, uuid, &stored, now).await? {
        return if is_queued(&mut transaction, &viewer, uuid, &stored).await? {
            Ok(StatusCode::NO_CONTENT)
        } else {
            Err(reused())
        };
    }
    if count_today(&mut transaction, &viewer, now).await? > MOST_A_DAY {
        return Err(refused(
            "too_many",
            "You have sent 20 questions in the last 24 hours. Try again tomorrow.",
        ));
    }
    let user = ("user", viewer.user_key.as_str());
    audit::record(
        &mut transaction,
        &viewer,
        "askSupport",
        user,
        json!({ "subject": subject }),
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn refused(code: &'static str, message: &str) -> ApiError {
    ApiError::Refused {
        code,
        message: message.to_owned(),
    }
}
