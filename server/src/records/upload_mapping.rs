//! Remembered column mappings, keyed by a fingerprint of the header row. Written by uploads and by exports.

use diesel::prelude::*;
use diesel::sql_types::{Integer, Jsonb, SmallInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::contact::ContactKind;
use shared::upload::mapping::Mapping;

#[derive(QueryableByName)]
struct Remembered {
    #[diesel(sql_type = Jsonb)]
    mapping: serde_json::Value,
}

/// Returns the mapping saved for this header, or `None` if there is none or it can no longer be parsed.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    fingerprint: &str,
) -> QueryResult<Option<Mapping>> {
    let row: Option<Remembered> = diesel::sql_query(
        "SELECT mapping FROM upload_mapping WHERE firm_id = $1 AND upload_type = $2 AND fingerprint = $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(kind as i16)
    .bind::<Text, _>(fingerprint)
    .get_result(connection)
    .await
    .optional()?;
    Ok(row.and_then(|row| serde_json::from_value(row.mapping).ok()))
}

/// Saves the mapping, replacing any earlier one.
pub async fn save(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    fingerprint: &str,
    mapping: &Mapping,
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO upload_mapping (firm_id, upload_type, fingerprint, mapping) VALUES ($1, $2, $3, $4)
         ON CONFLICT (firm_id, upload_type, fingerprint) DO UPDATE SET mapping = excluded.mapping, saved_at = now()",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(kind as i16)
    .bind::<Text, _>(fingerprint)
    .bind::<Jsonb, _>(json!(mapping.remembered()))
    .execute(connection)
    .await
    .map(drop)
}
