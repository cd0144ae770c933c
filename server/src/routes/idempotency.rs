//! Idempotency keys: a POST with an `Idempotency-Key`, which becomes the uuid of the record, can be repeated
//! safely.

use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::sql_types::{Binary, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
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

/// Serializes requests with the same key until the transaction ends. The second one then finds the record of
/// the first, instead of failing on another unique constraint.
pub async fn hold(connection: &mut AsyncPgConnection, key: Option<Uuid>) -> QueryResult<()> {
    let Some(key) = key else { return Ok(()) };
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(format!("firmbook_key {key}"))
        .execute(connection)
        .await
        .map(drop)
}

#[derive(QueryableByName)]
struct Known {
    #[diesel(sql_type = Nullable<Binary>)]
    request_hash: Option<Vec<u8>>,
}

/// Returns the request hash stored with a record.
pub async fn known(
    connection: &mut AsyncPgConnection,
    table: &'static str,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<Vec<u8>>> {
    let known: Known = diesel::sql_query(format!(
        "SELECT request_hash FROM {table} WHERE firm_id = $1 AND uuid = $2"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .get_result(connection)
    .await?;
    Ok(known.request_hash)
}

/// The error for a key that was used with a different request.
pub fn reused() -> ApiError {
    ApiError::Refused {
        code: "idempotency_key_reused",
        message: "This idempotency key was used for a different request. Use a new key.".into(),
    }
}
