//! Request extractors. They reject invalid input with a 400 response.

use super::json_fault;
use crate::error::ApiError;
use axum::extract::{
    DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, rejection::BytesRejection,
};
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
            return Err(bad("not_json", "Send the request body as application/json."));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| too_large_or_broken(&rejection))?;
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let field = error.path().to_string();
            let inner = error.into_inner();
            if inner.is_data() {
                let field = if field == "." { String::new() } else { field };
                ApiError::Invalid(vec![FieldProblem {
                    field,
                    code: "type".into(),
                    message: json_fault::explain(&inner),
                    warning: false,
                }])
            } else {
                bad(
                    "not_json",
                    "The request body is not valid JSON. Check its syntax.",
                )
            }
        })?;
        json.end()
            .map_err(|_| bad("not_json", "The request body has extra content after the JSON."))?;
        // serde would accept an array as a struct's fields in order.
        if bytes.trim_ascii_start().starts_with(b"[") {
            return Err(ApiError::Invalid(vec![FieldProblem {
                field: String::new(),
                code: "type".into(),
                message: "The request body must be a JSON object, not an array.".into(),
                warning: false,
            }]));
        }
        Ok(Self(value))
    }
}

/// A raw body of up to `MAX` bytes.
pub struct Raw<const MAX: usize>(pub Bytes);

impl<S: Send + Sync, const MAX: usize> FromRequest<S> for Raw<MAX> {
    type Rejection = ApiError;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, ApiError> {
        // Replaces the limit for JSON bodies.
        DefaultBodyLimit::max(MAX).apply(&mut request);
        Bytes::from_request(request, state)
            .await
            .map(Self)
            .map_err(|rejection| too_large_or_broken(&rejection))
    }
}

fn too_large_or_broken(rejection: &BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge
    } else {
        bad(
            "body_unreadable",
            "The request body could not be read completely. Send it again.",
        )
    }
}

fn bad(code: &'static str, message: &str) -> ApiError {
    ApiError::BadRequest {
        code,
        message: message.to_owned(),
    }
}

/// Path parameters.
pub struct PathParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(value) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| bad("path", "The URL path has an invalid parameter."))?;
        Ok(Self(value))
    }
}

/// Query parameters.
pub struct Params<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(value) = Query::from_request_parts(parts, state)
            .await
            .map_err(|_| bad("query", "The URL has an invalid query parameter."))?;
        Ok(Self(value))
    }
}
