//! Remembered column mappings, keyed by a fingerprint of the header row. Written by uploads and by exports.

use crate::db::schema::upload_mapping;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::upload::mapping::Mapping;
use shared::upload::upload_type::UploadType;

/// Returns the mapping saved for this header, or `None` if there is none or it can no longer be parsed.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    upload_type: UploadType,
    fingerprint: &str,
) -> QueryResult<Option<Mapping>> {
    let mapping: Option<serde_json::Value> = upload_mapping::table
        .find((firm_id, upload_type as i16, fingerprint))
        .select(upload_mapping::mapping)
        .first(connection)
        .await
        .optional()?;
    Ok(mapping.and_then(|mapping| serde_json::from_value(mapping).ok()))
}

/// Saves the mapping, replacing any earlier one.
pub async fn save(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    upload_type: UploadType,
    fingerprint: &str,
    mapping: &Mapping,
) -> QueryResult<()> {
    let saved = (
        upload_mapping::mapping.eq(json!(mapping.remembered())),
        upload_mapping::saved_at.eq(now),
    );
    diesel::insert_into(upload_mapping::table)
        .values((
            upload_mapping::firm_id.eq(firm_id),
            upload_mapping::upload_type.eq(upload_type as i16),
            upload_mapping::fingerprint.eq(fingerprint),
            saved.clone(),
        ))
        .on_conflict((
            upload_mapping::firm_id,
            upload_mapping::upload_type,
            upload_mapping::fingerprint,
        ))
        .do_update()
        .set(saved)
        .execute(connection)
        .await
        .map(drop)
}
