//! Changes that requests make to uploads. Workers make all other changes (`crate::upload`).

use super::{IS_OPEN, IS_WORKING};
use crate::auth::Viewer;
use crate::db::advisory_lock;
use crate::db::schema::upload;
use crate::store::KeptSealed;
use diesel::dsl::{count, count_star};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::json;
use shared::upload::mapping::Mapping;
use shared::upload::preview::Counts;
use shared::upload::reading::Reading;
use shared::upload::record::UploadState;
use shared::upload::upload_type::UploadType;
use uuid::Uuid;

/// A newly stored file.
pub struct NewUpload<'a> {
    pub storage_guid: Uuid,
    pub upload_type: UploadType,
    pub file_name: &'a str,
    pub kept: &'a KeptSealed,
    pub reading: &'a Reading,
    pub mapping: &'a Mapping,
    pub now: Timestamp,
}

pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: &NewUpload<'_>,
) -> QueryResult<()> {
    let now = jiff_diesel::Timestamp::from(new.now);
    diesel::insert_into(upload::table)
        .values((
            upload::firm_id.eq(viewer.firm.id),
            upload::storage_guid.eq(new.storage_guid),
            upload::upload_type.eq(new.upload_type as i16),
            upload::file_name.eq(new.file_name),
            upload::size_bytes.eq(i64::try_from(new.kept.size_bytes).unwrap_or(i64::MAX)),
            upload::storage_key.eq(&new.kept.key),
            upload::reading.eq(json!(new.reading)),
            upload::mapping.eq(json!(new.mapping)),
            upload::state.eq(UploadState::Mapping.code()),
            upload::created_at.eq(now),
            upload::touched_at.eq(now),
            upload::created_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Saves new reading options and discards the preview. Returns `false` if the upload was submitted.
pub async fn read_again(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    storage_guid: Uuid,
    (reading, mapping): (&Reading, &Mapping),
    now: Timestamp,
) -> QueryResult<bool> {
    let open: Vec<&str> = UploadState::ALL
        .iter()
        .filter(|state| state.is_open())
        .map(|state| state.code())
        .collect();
    let saved = diesel::update(upload::table.find((firm_id, storage_guid)))
        .filter(upload::state.eq_any(open))
        .set((
            upload::reading.eq(json!(reading)),
            upload::mapping.eq(json!(mapping)),
            upload::counts.eq(None::<serde_json::Value>),
            upload::state.eq(UploadState::Mapping.code()),
            upload::error.eq(None::<serde_json::Value>),
            upload::touched_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .execute(connection)
        .await?;
    Ok(saved == 1)
}

/// Queues an import. `request` is the origin of the request, for the audit entry.
pub async fn submit(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    storage_guid: Uuid,
    (counts, cohort): (&Counts, Option<Uuid>),
    request: serde_json::Value,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::update(upload::table.find((viewer.firm.id, storage_guid)))
        .set((
            upload::state.eq(UploadState::Submitted.code()),
            upload::counts.eq(json!(counts)),
            upload::cohort_uuid.eq(cohort),
            upload::submitted_at.eq(jiff_diesel::Timestamp::from(now)),
            upload::submitted_by.eq(&viewer.user_key),
            upload::is_staffs.eq(viewer.firm_user_type.is_none()),
            upload::request.eq(request),
            upload::error.eq(None::<serde_json::Value>),
            upload::joined.eq(Vec::<Uuid>::new()),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Queues the undo of a finished import. `request` is the origin of the request, for the audit entry.
pub async fn undo(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    storage_guid: Uuid,
    request: serde_json::Value,
) -> QueryResult<()> {
    diesel::update(upload::table.find((viewer.firm.id, storage_guid)))
        .filter(upload::state.eq(UploadState::Done.code()))
        .set((
            upload::state.eq(UploadState::Undoing.code()),
            upload::submitted_by.eq(&viewer.user_key),
            upload::is_staffs.eq(viewer.firm_user_type.is_none()),
            upload::request.eq(request),
            upload::error.eq(None::<serde_json::Value>),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Number of imports and undos that are queued or running.
#[derive(Queryable)]
pub struct Working {
    pub of_user: i64,
    pub of_firm: i64,
}

/// Counts the imports and undos that are queued or running. Other calls for the firm wait here until the transaction
/// ends.
pub async fn hold_and_count_working(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
) -> QueryResult<Working> {
    advisory_lock::lock(connection, "firmbook_submit", viewer.firm.id).await?;
    let is_own = upload::submitted_by.is_not_distinct_from(&viewer.user_key);
    upload::table
        .filter(upload::firm_id.eq(viewer.firm.id))
        .filter(IS_WORKING)
        .select((count(upload::storage_guid).aggregate_filter(is_own), count_star()))
        .first(connection)
        .await
}

/// Deletes an upload that is not submitted, with its rows. Returns `false` if it was submitted.
pub async fn delete_open(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    storage_guid: Uuid,
) -> QueryResult<bool> {
    let deleted = diesel::sql_query(format!(
        "DELETE FROM upload WHERE firm_id = $1 AND storage_guid = $2 AND {IS_OPEN}"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(storage_guid)
    .execute(&mut *connection)
    .await?;
    if deleted == 0 {
        return Ok(false);
    }
    for table in [
        "upload_row",
        "upload_match",
        "upload_contract_row",
        "upload_contract_match",
        "upload_progress",
    ] {
        diesel::sql_query(format!(
            "DELETE FROM {table} WHERE firm_id = $1 AND storage_guid = $2"
        ))
        .bind::<Integer, _>(firm_id)
        .bind::<SqlUuid, _>(storage_guid)
        .execute(&mut *connection)
        .await?;
    }
    Ok(true)
}
