//! Lists the existing records that an import changed.

use super::{MOST_LISTED, effects_of};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::upload::record::{UpdatedRecord, Upload};
use uuid::Uuid;

#[derive(QueryableByName)]
struct UpdatedRow {
    #[diesel(sql_type = SqlUuid)]
    record_uuid: Uuid,
    #[diesel(sql_type = Text)]
    display_name: String,
}

/// Lists the contacts or contracts that the import changed and that still exist, by name or number.
pub async fn updated(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    upload: &Upload,
) -> QueryResult<Vec<UpdatedRecord>> {
    let (effects, key, table, name, order) = effects_of(upload.upload_type);
    let rows: Vec<UpdatedRow> = diesel::sql_query(format!(
        "SELECT e.{key} AS record_uuid, record.{name} AS display_name
         FROM {effects} e JOIN {table} record ON record.firm_id = e.firm_id AND record.uuid = e.{key}
         WHERE e.firm_id = $1 AND storage_guid = $2 AND NOT is_new AND deleted_at IS NULL
         ORDER BY record.{order}, e.{key} LIMIT $3"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(upload.storage_guid)
    .bind::<BigInt, _>(MOST_LISTED)
    .load(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| UpdatedRecord {
            record_uuid: row.record_uuid,
            display_name: row.display_name,
        })
        .collect())
}
