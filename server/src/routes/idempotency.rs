//! Calls that add a record may be sent again: under an `Idempotency-Key`, which becomes the record's uuid, they add one.

use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::sql_types::{Binary, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use http::HeaderMap;
use uuid::Uuid;

/// # Errors
/// 400 for a key that is no uuid.
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
            message: "An idempotency key is a uuid.".into(),
        })
}

/// Makes calls under one key follow each other until the end of the transaction: the second finds the record of the
/// first, and is not refused for what else is unique in it.
///
/// # Errors
/// Those of the database.
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

/// The hash with which a record of the table was added.
///
/// # Errors
/// Those of the database.
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

/// The key came with another request before.
pub fn reused() -> ApiError {
    ApiError::Refused {
        code: "idempotency_key_reused",
        message: "This idempotency key was used for something else.".into(),
    }
}
