//! Deletes uploads that were never submitted, contacts whose import was undone, and stored files without a database
//! row.

use super::Uploads;
use crate::db::FixedSql;
use crate::db::schema::upload;
use crate::error::ApiResult;
use crate::records::upload::IS_OPEN;
use crate::telemetry::jobs;
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Timestamptz};
use diesel_async::RunQueryDsl;
use jiff::{SignedDuration, Timestamp};
use shared::upload::record::UploadState;
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

const ROUND: Duration = Duration::from_secs(60 * 60);
/// Name of the job.
pub const JOB: &str = "upload-cleanup";
/// Time after the last activity during which an upload can be submitted.
const KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Time after an undo until the contacts that it deleted are purged.
const PURGED: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Age after which a stored file without a row is orphaned. Writing the row takes minutes at most.
const SETTLED: SignedDuration = SignedDuration::from_hours(24);

pub async fn run(uploads: Uploads) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        if let Err(error) = jobs::round(JOB, round(&uploads)).await {
            tracing::warn!(error = format!("{error:?}"), "failed to remove leftover uploads");
        }
    }
}

/// Deletes the leftovers of all firms. The store also lists firms that have no upload rows.
///
/// # Errors
/// Returns an error if the database or the store fails.
pub async fn round(uploads: &Uploads) -> ApiResult<()> {
    let now = uploads.clock.now();
    let mut count = 0;
    for firm_id in firms(uploads, now - KEPT).await? {
        count += forget_begun(uploads, firm_id, now - KEPT).await?;
    }
    let mut contacts = 0;
    for firm_id in firms_with_undone(uploads, now - PURGED).await? {
        contacts += purge_undone(uploads, firm_id, now - PURGED).await?;
    }
    let store = &uploads.store;
    let mut files = store
        .remove_stranded(now - SETTLED)
        .await
        .context("cannot remove incomplete files")?;
    for (firm_id, names) in store
        .uploads_before(now - SETTLED)
        .await
        .context("cannot list the files of uploads")?
    {
        let known = known(uploads, firm_id, &names).await?;
        for name in names.into_iter().filter(|name| !known.contains(name)) {
            files += usize::from(
                store
                    .remove_upload(firm_id, name)
                    .await
                    .context("cannot remove the file of an upload")?,
            );
        }
    }
    if count + files + contacts > 0 {
        tracing::info!(uploads = count, files, contacts, "removed leftover uploads");
    }
    Ok(())
}

async fn firms(uploads: &Uploads, before: Timestamp) -> ApiResult<Vec<i32>> {
    let mut transaction = uploads.db.begin_for_uploads().await?;
    let firms = upload::table
        .filter(FixedSql::<Bool>::new(IS_OPEN))
        .filter(upload::touched_at.lt(jiff_diesel::Timestamp::from(before)))
        .select(upload::firm_id)
        .distinct()
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(firms)
}

/// Deletes uploads of the firm that were never submitted. Locked uploads are left to the next round.
async fn forget_begun(uploads: &Uploads, firm_id: i32, before: Timestamp) -> ApiResult<usize> {
    let mut transaction = uploads.db.begin(firm_id).await?;
    let of_old = |table: &str| {
        format!(
            "DELETE FROM {table} USING old WHERE {table}.firm_id = $1 AND {table}.storage_guid = old.storage_guid"
        )
    };
    let count = diesel::sql_query(format!(
        "WITH old AS MATERIALIZED (
           SELECT storage_guid FROM upload WHERE firm_id = $1 AND {IS_OPEN} AND touched_at < $2
           FOR UPDATE SKIP LOCKED),
         of_rows AS ({}), of_matches AS ({}), of_contract_rows AS ({}), of_contract_matches AS ({}), of_progress AS ({})
         {}",
        of_old("upload_row"),
        of_old("upload_match"),
        of_old("upload_contract_row"),
        of_old("upload_contract_match"),
        of_old("upload_progress"),
        of_old("upload")
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(before))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(count)
}

async fn firms_with_undone(uploads: &Uploads, before: Timestamp) -> ApiResult<Vec<i32>> {
    let mut transaction = uploads.db.begin_for_uploads().await?;
    let firms = upload::table
        .filter(upload::state.eq(UploadState::Undone.code()))
        .filter(upload::undone_at.lt(jiff_diesel::Timestamp::from(before)))
        .filter(upload::purged_at.is_null())
        .select(upload::firm_id)
        .distinct()
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(firms)
}

/// Removes the contacts that imports added and undos deleted before this time. Returns their number.
async fn purge_undone(uploads: &Uploads, firm_id: i32, before: Timestamp) -> ApiResult<usize> {
    let mut transaction = uploads.db.begin(firm_id).await?;
    let count = diesel::sql_query(
        "WITH old AS MATERIALIZED (
           UPDATE upload SET purged_at = $3 WHERE firm_id = $1 AND state = 'Undone' AND undone_at < $2
             AND purged_at IS NULL RETURNING storage_guid),
         gone AS (
           DELETE FROM upload_effect e USING old, contact c
           WHERE e.firm_id = $1 AND e.storage_guid = old.storage_guid AND e.is_new AND e.kept_reason IS NULL
             AND c.firm_id = $1 AND c.uuid = e.contact_uuid AND c.deleted_at < $2
           RETURNING e.contact_uuid)
         DELETE FROM contact c USING gone WHERE c.firm_id = $1 AND c.uuid = gone.contact_uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(before))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(uploads.clock.now()))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(count)
}

/// Returns the uploads that have a row.
async fn known(uploads: &Uploads, firm_id: i32, storage_guids: &[Uuid]) -> ApiResult<HashSet<Uuid>> {
    let mut transaction = uploads.db.begin(firm_id).await?;
    let known: Vec<Uuid> = upload::table
        .filter(upload::firm_id.eq(firm_id))
        .filter(upload::storage_guid.eq_any(storage_guids))
        .select(upload::storage_guid)
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(known.into_iter().collect())
}
