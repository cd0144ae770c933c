//! Queue of contacts that the background job has to compare.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::resolution::{DuplicateProgress, VERSION};
use uuid::Uuid;

#[derive(QueryableByName)]
struct FirmId {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
}

/// Returns the active firms that have contacts in the queue, or whose contacts were last compared by another
/// [`VERSION`]. Requires a transaction that sees all firms.
pub async fn firms_to_check(connection: &mut AsyncPgConnection) -> QueryResult<Vec<i32>> {
    let firms: Vec<FirmId> = diesel::sql_query(
        "SELECT firm_id FROM firm LEFT JOIN duplicate_run run USING (firm_id)
         WHERE is_active AND (version IS DISTINCT FROM $1
           OR EXISTS (SELECT FROM duplicate_check c WHERE c.firm_id = firm.firm_id))
         ORDER BY firm_id",
    )
    .bind::<SmallInt, _>(VERSION)
    .load(connection)
    .await?;
    Ok(firms.into_iter().map(|firm| firm.firm_id).collect())
}

/// Adds all agents and owners of the firm to the queue.
pub async fn add_all(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: Option<&str>,
) -> QueryResult<()> {
    // The new run covers all contacts that an earlier run left in the queue.
    diesel::sql_query("DELETE FROM duplicate_check WHERE firm_id = $1")
        .bind::<Integer, _>(firm_id)
        .execute(connection)
        .await?;
    diesel::sql_query(
        "WITH added AS (
           INSERT INTO duplicate_check (firm_id, contact_uuid)
           SELECT firm_id, uuid FROM contact
           WHERE firm_id = $1 AND kind IN (1, 2) AND (deleted_at IS NULL
             OR EXISTS (SELECT FROM blocking_key k WHERE k.firm_id = $1 AND k.contact_uuid = uuid))
           RETURNING 1
         )
         INSERT INTO duplicate_run (firm_id, version, contact_count, started_by)
         SELECT $1, $2, count(*), $3 FROM added
         ON CONFLICT (firm_id) DO UPDATE SET version = excluded.version, contact_count = excluded.contact_count,
           started_by = excluded.started_by, started_at = now()",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(VERSION)
    .bind::<Nullable<Text>, _>(user_key)
    .execute(connection)
    .await
    .map(drop)
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = SmallInt)]
    version: i16,
}

/// Returns whether this [`VERSION`] has compared or queued all contacts of the firm.
pub async fn is_current(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<bool> {
    let run: Option<Version> = diesel::sql_query("SELECT version FROM duplicate_run WHERE firm_id = $1")
        .bind::<Integer, _>(firm_id)
        .get_result(connection)
        .await
        .optional()?;
    Ok(run.is_some_and(|run| run.version == VERSION))
}

#[derive(QueryableByName)]
struct Batch {
    #[diesel(sql_type = BigInt)]
    batch: i64,
}

/// Increments the firm's batch number and returns it. Call this after [`take`], to lock in the same order as
/// [`add_all`].
pub async fn next_batch(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<i64> {
    let run: Batch =
        diesel::sql_query("UPDATE duplicate_run SET batch = batch + 1 WHERE firm_id = $1 RETURNING batch")
            .bind::<Integer, _>(firm_id)
            .get_result(connection)
            .await?;
    Ok(run.batch)
}

#[derive(QueryableByName)]
struct ContactUuid {
    #[diesel(sql_type = SqlUuid)]
    contact_uuid: Uuid,
}

/// Removes up to `limit` entries from the queue, oldest first, and returns their contacts without duplicates.
///
/// The array makes PostgreSQL look up each row by key. With statistics from before an import, a join would read the
/// queue once per row.
pub async fn take(connection: &mut AsyncPgConnection, firm_id: i32, limit: i64) -> QueryResult<Vec<Uuid>> {
    let taken: Vec<ContactUuid> = diesel::sql_query(
        "WITH taken AS (
           DELETE FROM duplicate_check WHERE firm_id = $1 AND id = ANY(ARRAY(
             SELECT id FROM duplicate_check WHERE firm_id = $1 ORDER BY id LIMIT $2))
           RETURNING contact_uuid
         )
         SELECT DISTINCT contact_uuid FROM taken",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await?;
    Ok(taken.into_iter().map(|row| row.contact_uuid).collect())
}

#[derive(QueryableByName)]
struct Progress {
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = BigInt)]
    contact_count: i64,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    started_at: Option<Timestamp>,
}

pub async fn progress(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<DuplicateProgress> {
    let row: Progress = diesel::sql_query(
        "SELECT (SELECT count(*) FROM duplicate_check WHERE firm_id = $1) AS waiting,
           coalesce(contact_count, 0)::bigint AS contact_count, started_at
         FROM (SELECT $1 AS firm_id) firm LEFT JOIN duplicate_run USING (firm_id)",
    )
    .bind::<Integer, _>(firm_id)
    .get_result(connection)
    .await?;
    Ok(DuplicateProgress {
        waiting: row.waiting,
        contact_count: row.contact_count,
        started_at: row.started_at,
    })
}
