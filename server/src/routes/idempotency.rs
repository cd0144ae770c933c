//! Idempotency keys. An `Idempotency-Key` becomes the uuid of the record that a POST adds, so the request can be
//! repeated safely. A key is valid as long as the record's row exists. A record that is only marked as deleted keeps
//! its row. If deleting a record removes the row, the key can be used again.

use crate::error::{ApiError, ApiResult};
pub use crate::records::keyed_request::hold;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use axum::extract::FromRequestParts;
use diesel_async::AsyncPgConnection;
use http::request::Parts;
use uuid::Uuid;

/// Name of the header.
pub const HEADER: &str = "Idempotency-Key";

/// The key of a request, if it has one. Keys other than UUIDs are rejected.
pub struct IdempotencyKey(pub Option<Uuid>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        let Some(value) = parts.headers.get(HEADER) else {
            return Ok(Self(None));
        };
        let key = value.to_str().ok().and_then(|text| text.parse().ok());
        key.map(|key| Self(Some(key)))
            .ok_or_else(|| ApiError::BadRequest {
                code: "idempotency_key",
                message: "The idempotency key must be a UUID.".into(),
            })
    }
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

/// Builds the error for a key that was used with a different request.
pub fn reused() -> ApiError {
    ApiError::Refused {
        code: "idempotency_key_reused",
        message: "This idempotency key was used for a different request. Use a new key.".into(),
    }
}
