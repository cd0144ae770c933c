//! Report summaries that are waiting for the worker, or that failed.

use crate::auth::Viewer;
use crate::db::FixedSql;
use crate::db::schema::summary_job as job;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::{SignedDuration, Timestamp};
use shared::deliverable::PendingSummary;
use uuid::Uuid;

/// Query limit for the jobs of one report, and for one round of the worker.
const MOST: i64 = 100;
/// A constant, because the index `summary_job_waiting` has the same condition.
const IS_WAITING: FixedSql = FixedSql::new("error IS NULL");

/// A summary to generate.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = job, check_for_backend(Pg))]
pub struct SummaryJob {
    pub firm_id: i32,
    pub document_uuid: Uuid,
    pub report_uuid: Uuid,
    pub template_uuid: Uuid,
    pub deliverable_type: i16,
    pub group_by: i16,
    pub requested_by: String,
    pub is_staffs: bool,
    pub request_hash: Option<Vec<u8>>,
    pub attempts: i16,
}

/// Adds a job for the worker.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: &SummaryJob,
    now: Timestamp,
) -> QueryResult<()> {
    let now = jiff_diesel::Timestamp::from(now);
    diesel::insert_into(job::table)
        .values((
            job::firm_id.eq(viewer.firm.id),
            job::document_uuid.eq(new.document_uuid),
            job::report_uuid.eq(new.report_uuid),
            job::template_uuid.eq(new.template_uuid),
            job::deliverable_type.eq(new.deliverable_type),
            job::group_by.eq(new.group_by),
            job::requested_by.eq(&viewer.user_key),
            job::is_staffs.eq(new.is_staffs),
            job::requested_at.eq(now),
            job::request_hash.eq(&new.request_hash),
            job::next_try_at.eq(now),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Lists the jobs of a report that the viewer requested, newest first.
pub async fn pending(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    report: Uuid,
) -> QueryResult<Vec<PendingSummary>> {
    let rows: Vec<(Uuid, jiff_diesel::Timestamp, Option<String>)> = job::table
        .filter(job::firm_id.eq(viewer.firm.id))
        .filter(job::report_uuid.eq(report))
        .filter(job::requested_by.eq(&viewer.user_key))
        .order((job::requested_at.desc(), job::document_uuid))
        .limit(MOST)
        .select((job::document_uuid, job::requested_at, job::error))
        .load(connection)
        .await?;
    let shown =
        |(document_id, requested_at, error): (Uuid, jiff_diesel::Timestamp, Option<String>)| PendingSummary {
            document_id,
            requested_at: requested_at.to_jiff(),
            error,
        };
    Ok(rows.into_iter().map(shown).collect())
}

/// Returns whether the viewer has a waiting job for this report.
pub async fn is_waiting(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    report: Uuid,
) -> QueryResult<bool> {
    let pending = pending(connection, viewer, report).await?;
    Ok(pending.iter().any(|job| job.error.is_none()))
}

/// Starts a failed job of the viewer again. Returns `false` if there is none.
pub async fn retry(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (report, document): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    let started = diesel::update(job::table.find((viewer.firm.id, document)))
        .filter(job::report_uuid.eq(report))
        .filter(job::requested_by.eq(&viewer.user_key))
        .filter(job::error.is_not_null())
        .set((
            job::error.eq(None::<String>),
            job::attempts.eq(0),
            job::next_try_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .execute(connection)
        .await?;
    Ok(started == 1)
}

/// Deletes a job. Returns `false` if there is none, for example because its report was deleted.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    (firm_id, document): (i32, Uuid),
) -> QueryResult<bool> {
    let deleted = diesel::delete(job::table.find((firm_id, document)))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}

/// Deletes the failed jobs of a user for a report.
pub async fn delete_failed(
    connection: &mut AsyncPgConnection,
    (firm_id, report): (i32, Uuid),
    user_key: &str,
) -> QueryResult<()> {
    diesel::delete(job::table)
        .filter(job::firm_id.eq(firm_id))
        .filter(job::report_uuid.eq(report))
        .filter(job::requested_by.eq(user_key))
        .filter(job::error.is_not_null())
        .execute(connection)
        .await
        .map(drop)
}

/// Lists jobs of all firms that are due, the longest waiting first. Needs a transaction of the worker.
pub async fn due(connection: &mut AsyncPgConnection, now: Timestamp) -> QueryResult<Vec<(i32, Uuid)>> {
    job::table
        .filter(IS_WAITING)
        .filter(job::next_try_at.le(jiff_diesel::Timestamp::from(now)))
        .order((job::next_try_at, job::document_uuid))
        .limit(MOST)
        .select((job::firm_id, job::document_uuid))
        .load(connection)
        .await
}

/// Leases a job to this node. Returns `None` if another node was faster.
pub async fn claim(
    connection: &mut AsyncPgConnection,
    (firm_id, document): (i32, Uuid),
    now: Timestamp,
    lease: SignedDuration,
) -> QueryResult<Option<SummaryJob>> {
    diesel::update(job::table.find((firm_id, document)))
        .filter(IS_WAITING)
        .filter(job::next_try_at.le(jiff_diesel::Timestamp::from(now)))
        .set((
            job::attempts.eq(job::attempts + 1),
            job::next_try_at.eq(jiff_diesel::Timestamp::from(now + lease)),
        ))
        .returning(SummaryJob::as_returning())
        .get_result(connection)
        .await
        .optional()
}

/// Schedules the next attempt of a job.
pub async fn postpone(
    connection: &mut AsyncPgConnection,
    (firm_id, document): (i32, Uuid),
    until: Timestamp,
) -> QueryResult<()> {
    diesel::update(job::table.find((firm_id, document)))
        .set(job::next_try_at.eq(jiff_diesel::Timestamp::from(until)))
        .execute(connection)
        .await
        .map(drop)
}

/// Ends a job without a document. Returns `false` if there is none.
pub async fn fail(
    connection: &mut AsyncPgConnection,
    (firm_id, document): (i32, Uuid),
    error: &str,
) -> QueryResult<bool> {
    let failed = diesel::update(job::table.find((firm_id, document)))
        .set(job::error.eq(error))
        .execute(connection)
        .await?;
    Ok(failed == 1)
}
