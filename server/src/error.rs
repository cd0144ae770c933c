//! API errors and their response body.

use crate::telemetry::origin::Origin;
use crate::telemetry::{sql_errors, traces};
use axum::{
    Json,
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use shared::fault::Fault;
use shared::problem::{FieldProblem, Problem};
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument;

pub type ApiResult<T> = Result<T, ApiError>;

#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The request is malformed, for example not valid JSON.
    #[error("{message}")]
    BadRequest { code: &'static str, message: String },
    /// Validation failed for some fields.
    #[error("Some values are not valid. Check the marked fields.")]
    Invalid(Vec<FieldProblem>),
    #[error("You are not signed in. Sign in to continue.")]
    Unauthenticated,
    /// The session was ended or has reached its maximum length.
    #[error("Your session has ended. Sign in again.")]
    SessionEnded,
    #[error("You don't have permission to do this. Ask your administrator for access.")]
    Forbidden,
    /// The caller may not do this, for a reason that its developer can fix.
    #[error("{message}")]
    Denied {
        code: &'static str,
        message: &'static str,
    },
    /// The user has several accounts and none is chosen, or the chosen one no longer exists.
    #[error("No account is selected. Choose an account to continue.")]
    ChooseAccount,
    /// The page was loaded for a different account than the current one.
    #[error("You switched to another account in another tab. Switch back, or reload the page to continue.")]
    AccountChanged,
    /// The record does not exist or belongs to another firm. Holds the noun for the message.
    #[error("This {0} does not exist, or you don't have access to it.")]
    NotFound(&'static str),
    /// The path exists, but not with this method.
    #[error("This address does not support this method. Use one of the methods in the Allow header.")]
    MethodNotAllowed,
    /// The record was saved by someone else since it was loaded. Holds the current record.
    #[error("Someone else changed this record. Review the changes and save again.")]
    Conflict(Box<serde_json::Value>),
    /// The preview of an upload is outdated. Holds the current preview.
    #[error("Contacts changed since the preview. Review the new preview before you import.")]
    CountsChanged(Box<serde_json::Value>),
    /// A unique value is already in use.
    #[error("{message}")]
    Taken { field: String, message: String },
    #[error("The request is too large. Send less data or a smaller file.")]
    TooLarge,
    /// The document does not fit into the firm's document storage.
    #[error(
        "There is not enough document storage for this file. Delete documents that are no longer needed or contact your administrator."
    )]
    StorageLimit,
    /// A business rule forbids the request.
    #[error("{message}")]
    Refused { code: &'static str, message: String },
    /// Rate limit exceeded. Holds the time until a retry can succeed.
    #[error("Too many requests. Wait a moment and try again.")]
    TooMany(Duration),
    /// A dependency such as the database did not respond in time. A retry may succeed. Holds the cause for
    /// the log.
    #[error("The service is busy. Wait a moment and try again.")]
    Unavailable(String),
    /// The disk of the database is full (SQLSTATE 53100). Reads still work. Holds the cause for the log.
    #[error("The change was not saved because the database's storage is full. Contact your administrator.")]
    DatabaseFull(String),
    /// The virus scanner did not check a file. Holds the cause for the log.
    #[error("The file was not saved because it could not be checked for viruses. Try again later.")]
    NotScanned(String),
    /// The bucket of stored files cannot be used. Holds the cause for the log.
    #[error("The file storage is unavailable. Try again later.")]
    StorageUnavailable(String),
    /// A document was not rendered within the time limit.
    #[error(
        "The document could not be created in time, because it is very large or the server is busy. Try again, leave out annuities, or export the list instead."
    )]
    RenderTimeout,
    #[error("Unknown error")]
    Internal(#[from] anyhow::Error),
}

impl ApiError {
    /// Returns the error for staff who have not opened a firm.
    pub fn no_firm() -> Self {
        Self::Refused {
            code: "no_firm",
            message: "No firm is open. Open a firm first.".into(),
        }
    }

    /// Returns the error for a rule that the request as a whole violates rather than a single field.
    pub fn refused(fault: Fault) -> Self {
        Self::Refused {
            code: fault.code,
            message: fault.message.into_owned(),
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest { .. } | Self::Invalid(_) => StatusCode::BAD_REQUEST,
            Self::Unauthenticated | Self::SessionEnded => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::Denied { .. } => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_)
            | Self::CountsChanged(_)
            | Self::Taken { .. }
            | Self::ChooseAccount
            | Self::AccountChanged => StatusCode::CONFLICT,
            Self::TooLarge | Self::StorageLimit => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_)
            | Self::NotScanned(_)
            | Self::StorageUnavailable(_)
            | Self::RenderTimeout => StatusCode::SERVICE_UNAVAILABLE,
            Self::DatabaseFull(_) => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::BadRequest { code, .. } | Self::Refused { code, .. } | Self::Denied { code, .. } => code,
            Self::Invalid(_) => "invalid",
            Self::Unauthenticated => "unauthenticated",
            Self::SessionEnded => "session_ended",
            Self::ChooseAccount => "choose_account",
            Self::AccountChanged => "account_changed",
            Self::TooMany(_) => "too_many_requests",
            Self::Forbidden => "forbidden",
            Self::NotFound(_) => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Conflict(_) => "version_conflict",
            Self::CountsChanged(_) => "counts_changed",
            Self::Taken { .. } => "taken",
            Self::TooLarge => "too_large",
            Self::StorageLimit => "storage_limit",
            Self::Unavailable(_) => "unavailable",
            Self::DatabaseFull(_) => "database_full",
            Self::NotScanned(_) => "virus_scan_unavailable",
            Self::StorageUnavailable(_) => "storage_unavailable",
            Self::RenderTimeout => "render_timeout",
            Self::Internal(_) => "unknown",
        }
    }
}

impl ApiError {
    /// Returns the value of the `Retry-After` header: whole seconds, at least 1.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany(wait) => Some(wait.as_millis().div_ceil(1000).max(1) as u64),
            Self::Unavailable(_)
            | Self::NotScanned(_)
            | Self::StorageUnavailable(_)
            | Self::RenderTimeout => Some(2),
            _ => None,
        }
    }
}

impl From<diesel::result::Error> for ApiError {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind as Kind, Error};
        match sql_errors::count(&error) {
            Some(sql_errors::DISK_FULL) => return Self::DatabaseFull(error.to_string()),
            // The database is unreachable, or two transactions conflicted. A retry can succeed.
            Some(
                sql_errors::CONNECTION_FAILURE
                | sql_errors::SERIALIZATION_FAILURE
                | sql_errors::DEADLOCK_DETECTED
                | sql_errors::QUERY_CANCELED
                | sql_errors::ADMIN_SHUTDOWN
                | sql_errors::CANNOT_CONNECT_NOW,
            ) => return Self::Unavailable(error.to_string()),
            _ => {}
        }
        match error {
            Error::NotFound => Self::NotFound("record"),
            Error::BrokenTransactionManager => Self::Unavailable(error.to_string()),
            // A concurrent transaction used the number after our check.
            Error::DatabaseError(Kind::UniqueViolation, ref info)
                if info.constraint_name() == Some("contact_npn") =>
            {
                Self::Taken {
                    field: "person.npn".into(),
                    message:
                        "This NPN is already used by another agent. Open that agent or enter a different NPN."
                            .into(),
                }
            }
            // Staff without an open firm have no firm to write to.
            Error::DatabaseError(Kind::ForeignKeyViolation, ref info)
                if info
                    .constraint_name()
                    .is_some_and(|name| name.ends_with("_firm_id_fkey")) =>
            {
                Self::no_firm()
            }
            Error::DatabaseError(Kind::UniqueViolation, ref info)
                if matches!(info.constraint_name(), Some("policy_number" | "annuity_number")) =>
            {
                let is_policy = info.constraint_name() == Some("policy_number");
                let number = if is_policy {
                    "policyNumber"
                } else {
                    "contractNumber"
                };
                Self::Taken {
                    field: format!("contract.{number}"),
                    message: "This carrier already has a contract with this number. Open that contract or enter a different number.".into(),
                }
            }
            other => Self::Internal(other.into()),
        }
    }
}

impl IntoResponse for ApiError {
    /// Attaches the error to the response. [`write_problem`] writes the body, because it has the trace id.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// Middleware that assigns a trace id to each request and turns an [`ApiError`] into a response body. The request's log
/// lines, traces and transactions carry the id. Logs internal errors and unavailable dependencies.
pub async fn write_problem(mut request: Request, next: Next) -> Response {
    let trace_id = crate::ids::new_uuid().simple().to_string();
    request.extensions_mut().insert(TraceId(trace_id.clone()));
    let (method, path) = (request.method().clone(), logged_path(request.uri().path()));
    // Every log line of the request carries the id.
    let span = tracing::error_span!("request", trace.id = trace_id);
    let traced = traces::request(&request, &trace_id);
    let work = Origin::request(&trace_id).scope(next.run(request));
    let mut response = work.instrument(traced.clone()).instrument(span.clone()).await;
    traces::answered(&traced, response.status());
    if let Some(error) = response.extensions_mut().remove::<Arc<ApiError>>() {
        let _entered = span.enter();
        match &*error {
            ApiError::Internal(cause) => {
                tracing::error!(%method, path, error = format!("{cause:#}"), "request failed");
            }
            ApiError::Unavailable(cause) => {
                tracing::warn!(%method, path, error = cause, "database unavailable");
            }
            ApiError::DatabaseFull(cause) => {
                tracing::error!(%method, path, error = cause, "database storage is full");
            }
            ApiError::StorageUnavailable(cause) => {
                tracing::error!(%method, path, error = cause, "file storage unavailable");
            }
            ApiError::NotScanned(cause) => {
                tracing::warn!(
                    trace.id = trace_id,
                    path,
                    error = cause,
                    "failed to scan an uploaded file"
                );
            }
            _ => {}
        }
        // The router sets `Allow` if the method is not supported.
        let allowed = response.headers_mut().remove(header::ALLOW);
        response = render(&error, &trace_id);
        if let Some(allowed) = allowed {
            response.headers_mut().insert(header::ALLOW, allowed);
        }
    }
    response
}

/// Returns a path as it appears in the log, without the secret of a private link.
fn logged_path(path: &str) -> String {
    const PRIVATE: [&str; 3] = ["/calendar/", "/download/", "/unsubscribe/"];
    let prefix = PRIVATE.into_iter().find(|prefix| path.starts_with(prefix));
    prefix.map_or_else(|| path.to_owned(), |prefix| format!("{prefix}-"))
}

/// Writes the response of an error that occurred before the middleware.
pub fn early(error: &ApiError) -> Response {
    render(error, &crate::ids::new_uuid().simple().to_string())
}

fn render(error: &ApiError, trace_id: &str) -> Response {
    let mut response = (error.status(), Json(problem(error, trace_id))).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = error.retry_after() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if matches!(error, ApiError::Unauthenticated | ApiError::SessionEnded) {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// Identifies a request in logs, audit entries and error responses.
#[derive(Debug, Clone)]
pub struct TraceId(pub String);

fn problem(error: &ApiError, trace_id: &str) -> Problem {
    Problem {
        code: error.code().to_owned(),
        message: error.to_string(),
        errors: match error {
            ApiError::Invalid(errors) => errors.clone(),
            ApiError::Taken { field, message } => vec![FieldProblem {
                field: field.clone(),
                code: "taken".into(),
                message: message.clone(),
                warning: false,
            }],
            _ => Vec::new(),
        },
        trace_id: trace_id.to_owned(),
        current: match error {
            ApiError::Conflict(current) | ApiError::CountsChanged(current) => Some((**current).clone()),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::logged_path;

    #[test]
    fn omits_secrets_of_private_links_from_logged_paths() {
        assert_eq!(logged_path("/calendar/1-secret.ics"), "/calendar/-");
        assert_eq!(logged_path("/unsubscribe/secret/undo"), "/unsubscribe/-");
        assert_eq!(logged_path("/api/Agent/7"), "/api/Agent/7");
    }
}
