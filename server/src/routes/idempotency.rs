//! Idempotency keys: a POST with an `Idempotency-Key`, which becomes the uuid of the record, can be repeated
//! safely.

use crate::error::{ApiError, ApiResult};
pub use crate::records::keyed_request::hold;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use diesel_async::AsyncPgConnection;
use http::HeaderMap;
use uuid::Uuid;

/// Returns the key of the request, if any.
///
/// # Errors
/// Returns `ApiError::BadRequest` if the key is not a UUID.
pub fn key(headers: &HeaderMap) -> ApiResult<Option<Uuid>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    value
        .to_str()
        .ok()
        .and_then(|text| text.parse().ok())
        .map(Some)
        .ok_or_else(|| ApiError::BadRequest {
            code: "idempotency_key",
            message: "The idempotency key must be a UUID.".into(),
        })
}

/// Fails if the record with this uuid was added by a different request.
pub async fn must_match(
    connection: &mut AsyncPgConnection,
    record: KeyedRecord,
    (firm_id, uuid): (i32, Uuid),
    hash: Option<&[u8]>,
) -> ApiResult<()> {
    let stored = request_hash(connection, record, firm_id, uuid).await?;
    if stored.flatten().as_deref() == hash {
        Ok(())
    } else {
        Err(reused())
    }
}

/// The error for a key that was used with a different request.
pub fn reused() -> ApiError {
    ApiError::Refused {
        code: "idempotency_key_reused",
        message: "This idempotency key was used for a different request. Use a new key.".into(),
    }
}
