//! What handlers take from a request; what cannot be read is a 400 that says where.

use crate::error::ApiError;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, rejection::BytesRejection};
use bytes::Bytes;
use http::{StatusCode, header, request::Parts};
use serde::de::DeserializeOwned;
use shared::problem::FieldProblem;

/// A JSON body.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let content_type = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok());
        if !content_type.is_some_and(|value| value.trim_start().starts_with("application/json")) {
            return Err(bad("not_json", "Send the body as application/json."));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| too_large_or_broken(&rejection))?;
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let field = error.path().to_string();
            let inner = error.into_inner();
            if inner.is_data() {
                // serde names the expected type and the place; it never repeats long input.
                let message = inner.to_string().chars().take(200).collect();
                let field = if field == "." { String::new() } else { field };
                ApiError::Invalid(vec![FieldProblem {
                    field,
                    code: "type".into(),
                    message,
                    warning: false,
                }])
            } else {
                bad("not_json", &format!("The body is not JSON: {inner}"))
            }
        })?;
        json.end()
            .map_err(|_| bad("not_json", "The body goes on behind the JSON."))?;
        // serde would read a list as the fields of a structure, one after the other.
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Err(ApiError::Invalid(vec![FieldProblem {
                field: String::new(),
                code: "type".into(),
                message: "The body is an object, not a list.".into(),
                warning: false,
            }]));
        }
        Ok(Self(value))
    }
}

/// A body of any kind, of so many bytes at most.
pub struct Raw<const MAX: usize>(pub Bytes);

impl<S: Send + Sync, const MAX: usize> FromRequest<S> for Raw<MAX> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| too_large_or_broken(&rejection))?;
        if bytes.len() > MAX {
            return Err(ApiError::TooLarge);
        }
        Ok(Self(bytes))
    }
}

fn too_large_or_broken(rejection: &BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge
    } else {
        bad("body_unreadable", "The body could not be read to its end.")
    }
}

fn bad(code: &'static str, message: &str) -> ApiError {
    ApiError::BadRequest {
        code,
        message: message.to_owned(),
    }
}

/// Whether the caller sends `Cache-Control: no-cache`: no page that was kept will do.
pub struct WantsFresh(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for WantsFresh {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let asked = parts.headers.get(header::CACHE_CONTROL);
        Ok(Self(asked.is_some_and(|value| value == "no-cache")))
    }
}

/// The parameters in the path.
pub struct PathParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(value) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| bad("path", "A part of the address is not of the right form."))?;
        Ok(Self(value))
    }
}

/// The parameters behind the question mark.
pub struct Params<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(value) = Query::from_request_parts(parts, state).await.map_err(|_| {
            bad(
                "query",
                "A parameter behind the question mark is not of the right form.",
            )
        })?;
        Ok(Self(value))
    }
}
