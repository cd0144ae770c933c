//! Every way in which a call can fail, and the one body that says so.

use axum::{
    Json,
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use shared::problem::{FieldProblem, Problem};
use std::sync::Arc;
use std::time::Duration;

pub type ApiResult<T> = Result<T, ApiError>;

#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The request cannot be read: not JSON, not the shape.
    #[error("{message}")]
    BadRequest { code: &'static str, message: String },
    /// The request can be read, its values are at fault.
    #[error("Please check the marked fields.")]
    Invalid(Vec<FieldProblem>),
    #[error("Please sign in.")]
    Unauthenticated,
    /// The sign-in was ended, or lasts too long already.
    #[error("Your session has ended. Please sign in again.")]
    SessionEnded,
    #[error("You may not do this.")]
    Forbidden,
    /// There are several accounts and none is chosen, or the chosen one is gone.
    #[error("Please choose an account.")]
    ChooseAccount,
    /// The page was loaded for another account than the one that is chosen now.
    #[error("Another account was chosen in the meantime.")]
    AccountChanged,
    /// Also for records of another firm.
    #[error("There is no such {0}.")]
    NotFound(&'static str),
    /// Someone else saved first; the record as it stands now goes along.
    #[error("This record was changed in the meantime.")]
    Conflict(Box<serde_json::Value>),
    /// The book is not as an upload was previewed; the preview as it is now goes along.
    #[error("The firm's contacts changed since the preview.")]
    CountsChanged(Box<serde_json::Value>),
    /// A value that must be unique is taken.
    #[error("{message}")]
    Taken { field: String, message: String },
    #[error("This request is too large.")]
    TooLarge,
    /// A rule of the business says no.
    #[error("{message}")]
    Refused { code: &'static str, message: String },
    /// Another try counts after this time.
    #[error("That was too often. Please try again in a moment.")]
    TooMany(Duration),
    /// The database does not answer in time; the same call may work in a moment.
    #[error("The service is busy. Please try again in a moment.")]
    Unavailable(String),
    #[error("Unknown error")]
    Internal(#[from] anyhow::Error),
}

impl ApiError {
    /// For staff who look into no firm.
    pub fn no_firm() -> Self {
        Self::Refused {
            code: "no_firm",
            message: "Please choose a firm first.".into(),
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest { .. } | Self::Invalid(_) => StatusCode::BAD_REQUEST,
            Self::Unauthenticated | Self::SessionEnded => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Conflict(_)
            | Self::CountsChanged(_)
            | Self::Taken { .. }
            | Self::ChooseAccount
            | Self::AccountChanged => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::BadRequest { code, .. } | Self::Refused { code, .. } => code,
            Self::Invalid(_) => "invalid",
            Self::Unauthenticated => "unauthenticated",
            Self::SessionEnded => "session_ended",
            Self::ChooseAccount => "choose_account",
            Self::AccountChanged => "account_changed",
            Self::TooMany(_) => "too_many_requests",
            Self::Forbidden => "forbidden",
            Self::NotFound(_) => "not_found",
            Self::Conflict(_) => "version_conflict",
            Self::CountsChanged(_) => "counts_changed",
            Self::Taken { .. } => "taken",
            Self::TooLarge => "too_large",
            Self::Unavailable(_) => "unavailable",
            Self::Internal(_) => "unknown",
        }
    }
}

impl ApiError {
    /// Full seconds, never none.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany(wait) => Some(wait.as_millis().div_ceil(1000).max(1) as u64),
            Self::Unavailable(_) => Some(2),
            _ => None,
        }
    }
}

impl From<diesel::result::Error> for ApiError {
    fn from(error: diesel::result::Error) -> Self {
        use diesel::result::{DatabaseErrorKind as Kind, Error};
        match error {
            Error::NotFound => Self::NotFound("record"),
            Error::DatabaseError(Kind::ClosedConnection | Kind::UnableToSendCommand, _)
            | Error::BrokenTransactionManager => Self::Unavailable(error.to_string()),
            // Somebody else took the number between our look and our write.
            Error::DatabaseError(Kind::UniqueViolation, ref info)
                if info.constraint_name() == Some("contact_npn") =>
            {
                Self::Taken {
                    field: "person.npn".into(),
                    message: "This NPN belongs to another agent.".into(),
                }
            }
            // Staff who look into no firm have nowhere to write.
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
                    message: "There is a contract of this carrier with this number already.".into(),
                }
            }
            // Two writers stood in each other's way; the same call will work now.
            Error::DatabaseError(Kind::SerializationFailure, _) => Self::Unavailable(error.to_string()),
            // Cancelled by the statement timeout, or the server is shutting down or starting up.
            Error::DatabaseError(_, ref info)
                if [
                    "statement timeout",
                    "deadlock detected",
                    "terminating connection",
                    "the database system is",
                ]
                .iter()
                .any(|text| info.message().contains(text)) =>
            {
                Self::Unavailable(error.to_string())
            }
            other => Self::Internal(other.into()),
        }
    }
}

impl IntoResponse for ApiError {
    /// The body follows in [`write_problem`], which knows the trace id.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// Gives every request a trace id and turns an [`ApiError`] into its body; what is our fault is logged here, once.
pub async fn write_problem(mut request: Request, next: Next) -> Response {
    let trace_id = crate::db::new_uuid().simple().to_string();
    request.extensions_mut().insert(TraceId(trace_id.clone()));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    if let Some(error) = response.extensions_mut().remove::<Arc<ApiError>>() {
        if let ApiError::Internal(cause) = &*error {
            tracing::error!(trace.id = trace_id, %method, path, error = format!("{cause:#}"), "request failed");
        } else if let ApiError::Unavailable(cause) = &*error {
            tracing::warn!(trace.id = trace_id, %method, path, error = cause, "database unavailable");
        }
        response = (error.status(), Json(problem(&error, &trace_id))).into_response();
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = error.retry_after() {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if matches!(*error, ApiError::Unauthenticated | ApiError::SessionEnded) {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
    }
    response
}

/// Names a request in logs, audit rows and error bodies.
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
