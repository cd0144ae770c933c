//! Saved reports, as seen by their owner or a user they are shared with.

pub mod change;
pub mod sharing;
pub mod subscription;

use crate::auth::Viewer;
use crate::clock::Clock;
use crate::db::schema::report;
use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::sql_types::{
    BigInt, Bool, Date, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::{SignedDuration, Timestamp};
use shared::permission::Feature;
use shared::problem::{FieldProblem, Findings};
use shared::report::{Report, ReportCount, ReportQuery, ReportType, UNOPENED_DAYS};
use uuid::Uuid;

/// Query limit. Pages show fewer.
const MAX_REPORTS: i64 = 1_000;
/// `last_opened_at` is written at most once per interval, however many pages of the report are loaded.
const OPENED_ONCE_IN: SignedDuration = SignedDuration::from_mins(10);

/// A saved report, ready to run.
#[derive(Debug, Clone)]
pub struct Saved {
    pub uuid: Uuid,
    pub version: i32,
    pub report_type: ReportType,
    pub name: String,
    pub owner_key: String,
    pub query: ReportQuery,
    last_opened_at: Option<Timestamp>,
}

#[derive(QueryableByName)]
struct SavedRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = SmallInt)]
    report_type: i16,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    owner_key: String,
    #[diesel(sql_type = Jsonb)]
    query: serde_json::Value,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    last_opened_at: Option<Timestamp>,
}

/// Converts a stored report type.
///
/// # Errors
/// Returns an error for a number that only a newer version uses.
pub fn type_of(number: i16) -> anyhow::Result<ReportType> {
    u8::try_from(number)
        .ok()
        .and_then(ReportType::from_number)
        .ok_or_else(|| anyhow::anyhow!("unknown report type {number}"))
}

/// Builds the error for a report whose query is invalid.
#[must_use]
pub fn cannot_run(faults: Vec<FieldProblem>) -> ApiError {
    let reason = faults.into_iter().next().map(|fault| fault.message);
    ApiError::Refused {
        code: "report_problem",
        message: format!(
            "This report cannot be run: {} Edit the report and try again.",
            reason.unwrap_or_else(|| "It was saved by a different version of the application.".into())
        ),
    }
}

fn read_query(query: serde_json::Value) -> Result<ReportQuery, FieldProblem> {
    serde_json::from_value(query).map_err(|_| {
        let mut findings = Findings::default();
        findings.fault(
            "query",
            "unreadable",
            "The report was saved by a different version of the application.",
        );
        findings.0.remove(0)
    })
}

/// Returns whether the viewer manages users and can therefore access reports of former users.
#[must_use]
pub fn inherits(viewer: &Viewer) -> bool {
    viewer.permissions.can_write(Feature::ManageUsers)
}

/// Looks up a report that the viewer owns, that is shared with them, or that they inherit from a former user.
///
/// # Errors
/// Returns `ApiError::Refused` if the stored query cannot be read.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Option<Saved>> {
    let inherits = inherits(viewer);
    read(connection, viewer.firm.id, Some(&viewer.user_key), inherits, uuid).await
}

/// Looks up a report that the user owns, that is shared with them, or that they inherit if they manage users. For
/// background work.
///
/// # Errors
/// See [`find`].
pub async fn find_for(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (user_key, inherits): (&str, bool),
    uuid: Uuid,
) -> ApiResult<Option<Saved>> {
    read(connection, firm_id, Some(user_key), inherits, uuid).await
}

/// Looks up any report of the firm, for background work without a viewer.
///
/// # Errors
/// See [`find`].
pub async fn saved(connection: &mut AsyncPgConnection, firm_id: i32, uuid: Uuid) -> ApiResult<Option<Saved>> {
    read(connection, firm_id, None, false, uuid).await
}

async fn read(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: Option<&str>,
    inherits: bool,
    uuid: Uuid,
) -> ApiResult<Option<Saved>> {
    let row: Option<SavedRow> = diesel::sql_query(
        "SELECT uuid, version, report_type, name, owner_key, query, last_opened_at FROM report
         WHERE firm_id = $1 AND uuid = $2 AND ($3 IS NULL OR owner_key = $3 OR EXISTS (
           SELECT FROM report_access WHERE firm_id = $1 AND report_uuid = $2 AND user_key = $3)
           OR $4 AND NOT EXISTS (
             SELECT FROM firm_assignment assignment JOIN app_user owner USING (user_key)
             WHERE firm_id = $1 AND user_key = owner_key AND assignment.is_active AND NOT owner.is_disabled))",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Nullable<Text>, _>(user_key)
    .bind::<Bool, _>(inherits)
    .get_result(connection)
    .await
    .optional()?;
    row.map(|row| {
        Ok(Saved {
            uuid: row.uuid,
            version: row.version,
            report_type: type_of(row.report_type)?,
            name: row.name,
            owner_key: row.owner_key,
            query: read_query(row.query).map_err(|problem| cannot_run(vec![problem]))?,
            last_opened_at: row.last_opened_at,
        })
    })
    .transpose()
}

/// Updates `last_opened_at`, except during an impersonation or shortly after the last update. Returns whether
/// a row was written.
pub async fn opened(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    clock: Clock,
    saved: &Saved,
) -> QueryResult<bool> {
    let now = clock.now();
    let is_known = saved
        .last_opened_at
        .is_some_and(|at| now.duration_since(at) < OPENED_ONCE_IN);
    if is_known || viewer.impersonation.is_some() {
        return Ok(false);
    }
    diesel::update(report::table.find((viewer.firm.id, saved.uuid)))
        .set(report::last_opened_at.eq(jiff_diesel::Timestamp::from(now)))
        .execute(connection)
        .await
        .map(|written| written > 0)
}

/// Which reports to load.
#[derive(Debug, Clone, Copy)]
pub enum ReportSelection {
    One(Uuid),
    OfType(ReportType),
    /// All types that the viewer may read.
    All,
}

#[derive(QueryableByName)]
struct ReportRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = SmallInt)]
    report_type: i16,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    description: Option<String>,
    #[diesel(sql_type = Text)]
    owner_key: String,
    #[diesel(sql_type = Nullable<Text>)]
    owner_name: Option<String>,
    #[diesel(sql_type = Bool)]
    is_owner_active: bool,
    #[diesel(sql_type = Jsonb)]
    query: serde_json::Value,
    #[diesel(sql_type = BigInt)]
    shared_count: i64,
    #[diesel(sql_type = BigInt)]
    subscription_count: i64,
    #[diesel(sql_type = Nullable<Bool>)]
    is_digest: Option<bool>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    totals: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    as_of: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Date>, deserialize_as = jiff_diesel::NullableDate)]
    day: Option<jiff::civil::Date>,
    #[diesel(sql_type = Bool)]
    is_stale: bool,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    updated_at: Timestamp,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    last_opened_at: Option<Timestamp>,
}

/// Lists the reports that the viewer owns or that are shared with them, by name. Each has the last computed
/// totals for the viewer's row scope. Inherited reports are included unless `which` is `OfType`.
pub async fn load(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    clock: Clock,
    which: ReportSelection,
) -> ApiResult<Vec<Report>> {
    let (uuid, report_type) = match which {
        ReportSelection::One(uuid) => (Some(uuid), None),
        ReportSelection::OfType(report_type) => (None, Some(i16::from(report_type.number()))),
        ReportSelection::All => (None, None),
    };
    let rows: Vec<ReportRow> = diesel::sql_query(
        "SELECT report.uuid, report.version, report_type, report.name, description, owner_key,
           owner.first_name || ' ' || owner.last_name AS owner_name,
           coalesce(assignment.is_active AND NOT owner.is_disabled, false) AS is_owner_active, query,
           (SELECT count(*) FROM report_access
            WHERE firm_id = $1 AND report_uuid = report.uuid) AS shared_count,
           (SELECT count(*) FROM report_subscription
            WHERE firm_id = $1 AND report_uuid = report.uuid) AS subscription_count,
           mine.is_digest, count.totals, count.as_of, count.day,
           coalesce(count.is_stale OR count.cluster <> (SELECT firmbook_cluster()), true) AS is_stale,
           report.created_at, report.updated_at, last_opened_at
         FROM report
         LEFT JOIN app_user owner ON owner.user_key = owner_key
         LEFT JOIN firm_assignment assignment
           ON assignment.firm_id = $1 AND assignment.user_key = owner_key
         LEFT JOIN report_subscription mine
           ON mine.firm_id = $1 AND mine.report_uuid = report.uuid AND mine.user_key = $2
         LEFT JOIN report_count count
           ON count.firm_id = $1 AND count.report_uuid = report.uuid AND count.scope_key = $3
         WHERE report.firm_id = $1 AND ($4 IS NULL OR report.uuid = $4) AND ($5 IS NULL OR report_type = $5)
           AND (owner_key = $2 OR EXISTS (SELECT FROM report_access access
             WHERE access.firm_id = $1 AND access.report_uuid = report.uuid AND access.user_key = $2)
             OR $7 AND NOT coalesce(assignment.is_active AND NOT owner.is_disabled, false))
         ORDER BY firmbook_fold(report.name), report.uuid LIMIT $6",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Text, _>(viewer.scopes.rows.key())
    .bind::<Nullable<SqlUuid>, _>(uuid)
    .bind::<Nullable<SmallInt>, _>(report_type)
    .bind::<BigInt, _>(MAX_REPORTS)
    .bind::<Bool, _>(inherits(viewer) && report_type.is_none())
    .load(connection)
    .await?;
    let today = viewer.today(clock);
    let mut reports = Vec::with_capacity(rows.len());
    for row in rows {
        let report_type = type_of(row.report_type)?;
        if viewer.permissions.can_read(report_type.feature()) {
            reports.push(shown(row, report_type, viewer, today)?);
        }
    }
    Ok(reports)
}

fn shown(
    row: ReportRow,
    report_type: ReportType,
    viewer: &Viewer,
    today: jiff::civil::Date,
) -> ApiResult<Report> {
    let (query, problem) = match read_query(row.query) {
        Ok(query) => {
            let problem = query.problem(report_type);
            (query, problem)
        }
        Err(problem) => (ReportQuery::default(), Some(problem)),
    };
    let count = match row.totals {
        Some(totals) => ReportCount {
            totals: serde_json::from_value(totals).map_err(anyhow::Error::from)?,
            totals_as_of: row.as_of,
            is_total_stale: row.is_stale || row.day.is_some_and(|day| day != today),
        },
        None => ReportCount::cleared(),
    };
    Ok(Report {
        uuid: row.uuid,
        version: row.version,
        report_type: report_type.number(),
        name: row.name,
        description: row.description,
        is_owner: row.owner_key == viewer.user_key,
        owner_key: row.owner_key,
        owner_name: row.owner_name,
        is_owner_active: row.is_owner_active,
        query,
        shared_count: row.shared_count,
        subscription_count: row.subscription_count,
        is_subscribed: row.is_digest.is_some(),
        is_digest: row.is_digest.unwrap_or(false),
        is_total_stale: count.is_total_stale,
        totals_as_of: count.totals_as_of,
        totals: count.totals,
        problem,
        created_at: row.created_at,
        updated_at: row.updated_at,
        last_opened_at: row.last_opened_at,
    })
}

/// Returns whether the report has a problem or has not been opened for [`UNOPENED_DAYS`] days.
pub fn is_stale(report: &Report, now: Timestamp) -> bool {
    let seen = report.last_opened_at.unwrap_or(report.created_at);
    report.problem.is_some() || now.duration_since(seen) >= SignedDuration::from_hours(24 * UNOPENED_DAYS)
}
