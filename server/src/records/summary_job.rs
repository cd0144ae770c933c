//! Queue of report summaries and large books of business that wait for the worker or failed.

use crate::auth::Viewer;
use crate::db::FixedSql;
use crate::db::schema::summary_job as job;
use crate::error::{ApiError, ApiResult};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::{SignedDuration, Timestamp};
use shared::deliverable::{DeliverableKind, GroupBy, PendingVersion};
use uuid::Uuid;

/// Query limit for the jobs of one report or contact, and for one worker run.
const MOST: i64 = 100;
/// A constant, because the index `summary_job_waiting` has the same condition.
const IS_WAITING: FixedSql = FixedSql::new("error IS NULL");

/// The subject of a document: a saved report, or the agent or owner of a book of business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobSubject {
    Report(Uuid),
    Contact(Uuid),
}

impl JobSubject {
    const fn report(self) -> Option<Uuid> {
        match self {
            Self::Report(uuid) => Some(uuid),
            Self::Contact(_) => None,
        }
    }

    const fn contact(self) -> Option<Uuid> {
        match self {
            Self::Report(_) => None,
            Self::Contact(uuid) => Some(uuid),
        }
    }
}

/// A document to generate.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = job, check_for_backend(Pg))]
pub struct SummaryJob {
    pub firm_id: i32,
    pub document_uuid: Uuid,
    report_uuid: Option<Uuid>,
    contact_uuid: Option<Uuid>,
    pub template_uuid: Uuid,
    pub deliverable_type: i16,
    pub group_by: i16,
    pub includes_annuities: bool,
    pub requested_by: String,
    pub is_staffs: bool,
    pub request_hash: Option<Vec<u8>>,
    pub attempts: i16,
}

impl SummaryJob {
    /// Returns `None` for a row without a subject, which the table does not accept.
    pub fn subject(&self) -> Option<JobSubject> {
        let contact = self.contact_uuid.map(JobSubject::Contact);
        contact.or_else(|| self.report_uuid.map(JobSubject::Report))
    }
}

/// A job to add.
pub struct NewJob<'a> {
    pub document_uuid: Uuid,
    pub subject: JobSubject,
    pub template_uuid: Uuid,
    pub kind: DeliverableKind,
    pub group_by: GroupBy,
    /// Books of business only.
    pub includes_annuities: bool,
    pub request_hash: Option<&'a [u8]>,
}

/// Adds a job for the worker.
///
/// # Errors
/// Returns `ApiError::Refused` if the viewer already has a pending document for the same report or contact.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: &NewJob<'_>,
    now: Timestamp,
) -> ApiResult<PendingVersion> {
    let waiting = pending(connection, viewer, new.subject).await?;
    if waiting.iter().any(|job| job.error.is_none()) {
        return Err(already_generating(new.subject));
    }
    let requested_at = now;
    let now = jiff_diesel::Timestamp::from(now);
    diesel::insert_into(job::table)
        .values((
            job::firm_id.eq(viewer.firm.id),
            job::document_uuid.eq(new.document_uuid),
            job::report_uuid.eq(new.subject.report()),
            job::contact_uuid.eq(new.subject.contact()),
            job::template_uuid.eq(new.template_uuid),
            job::deliverable_type.eq(i16::from(new.kind.number())),
            job::group_by.eq(i16::from(new.group_by.number())),
            job::includes_annuities.eq(new.includes_annuities),
            job::requested_by.eq(&viewer.user_key),
            job::is_staffs.eq(viewer.firm_user_type.is_none()),
            job::requested_at.eq(now),
            job::request_hash.eq(new.request_hash),
            job::next_try_at.eq(now),
        ))
        .execute(connection)
        .await?;
    Ok(PendingVersion {
        document_id: new.document_uuid,
        requested_at,
        error: None,
    })
}

fn already_generating(subject: JobSubject) -> ApiError {
    let what = match subject {
        JobSubject::Report(_) => "A summary of this report",
        JobSubject::Contact(_) => "This book of business",
    };
    ApiError::Refused {
        code: "already_generating",
        message: format!("{what} is already being generated. Wait until it is ready."),
    }
}

/// Lists the jobs about a report or contact that the viewer requested, newest first.
pub async fn pending(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    subject: JobSubject,
) -> QueryResult<Vec<PendingVersion>> {
    let rows: Vec<(Uuid, jiff_diesel::Timestamp, Option<String>)> = job::table
        .filter(job::firm_id.eq(viewer.firm.id))
        .filter(job::report_uuid.is_not_distinct_from(subject.report()))
        .filter(job::contact_uuid.is_not_distinct_from(subject.contact()))
        .filter(job::requested_by.eq(&viewer.user_key))
        .order((job::requested_at.desc(), job::document_uuid))
        .limit(MOST)
        .select((job::document_uuid, job::requested_at, job::error))
        .load(connection)
        .await?;
    let shown =
        |(document_id, requested_at, error): (Uuid, jiff_diesel::Timestamp, Option<String>)| PendingVersion {
            document_id,
            requested_at: requested_at.to_jiff(),
            error,
        };
    Ok(rows.into_iter().map(shown).collect())
}

/// Restarts one of the viewer's failed jobs. Returns `false` if there is none.
pub async fn retry(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (subject, document): (JobSubject, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    let started = diesel::update(job::table.find((viewer.firm.id, document)))
        .filter(job::report_uuid.is_not_distinct_from(subject.report()))
        .filter(job::contact_uuid.is_not_distinct_from(subject.contact()))
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

/// Deletes a job. Returns `false` if there is none, for example because its report or contact was deleted.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    (firm_id, document): (i32, Uuid),
) -> QueryResult<bool> {
    let deleted = diesel::delete(job::table.find((firm_id, document)))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}

/// Deletes a user's failed jobs for a report or contact.
pub async fn delete_failed(
    connection: &mut AsyncPgConnection,
    (firm_id, subject): (i32, JobSubject),
    user_key: &str,
) -> QueryResult<()> {
    diesel::delete(job::table)
        .filter(job::firm_id.eq(firm_id))
        .filter(job::report_uuid.is_not_distinct_from(subject.report()))
        .filter(job::contact_uuid.is_not_distinct_from(subject.contact()))
        .filter(job::requested_by.eq(user_key))
        .filter(job::error.is_not_null())
        .execute(connection)
        .await
        .map(drop)
}

/// Lists due jobs of all firms, longest waiting first. Needs a worker transaction.
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

/// Leases a job to this node. Returns `None` if another node has leased it.
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

/// Marks a job as failed. Returns `false` if there is none.
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
