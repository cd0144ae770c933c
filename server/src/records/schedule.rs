//! Schedules of cohorts. Access to a schedule follows from access to its cohort.

pub mod change;

use super::cohort;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use anyhow::Context;
use diesel::prelude::*;
use diesel::sql_types::{
    Bool, Date as SqlDate, Integer, Nullable, SmallInt, Text, Time as SqlTime, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use shared::cohort::Cohort;
use shared::cohort::schedule::{CohortSchedule, Frequency, Plan, ScheduleStatus, ScheduledBook, SendTo};
use uuid::Uuid;

/// A schedule with its send plan and owner.
#[derive(Debug, Clone)]
pub struct Schedule {
    pub shown: CohortSchedule,
    pub plan: Plan,
    /// `None` if lists of contracts are attached.
    pub book: Option<ScheduledBook>,
    pub owner_key: String,
}

impl Schedule {
    /// Returns the time zone of the schedule's dates, UTC if its name is unknown.
    pub fn zone(&self) -> TimeZone {
        TimeZone::get(&self.shown.time_zone).unwrap_or(TimeZone::UTC)
    }
}

#[derive(QueryableByName)]
struct ScheduleRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    cohort_uuid: Uuid,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    frequency: String,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    first_send_date: Date,
    #[diesel(sql_type = SqlTime, deserialize_as = jiff_diesel::Time)]
    send_time: Time,
    #[diesel(sql_type = Text)]
    time_zone: String,
    #[diesel(sql_type = Text)]
    send_to: String,
    #[diesel(sql_type = Text)]
    subject: String,
    #[diesel(sql_type = Text)]
    message: String,
    #[diesel(sql_type = Bool)]
    includes_annuities: bool,
    #[diesel(sql_type = Nullable<SmallInt>)]
    deliverable_type: Option<i16>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    template_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    group_by: Option<i16>,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Nullable<Text>)]
    paused_because: Option<String>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    last_send_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    next_send_date: Option<Date>,
    #[diesel(sql_type = Text)]
    owner_key: String,
    #[diesel(sql_type = Text)]
    owner_name: String,
    #[diesel(sql_type = Bool)]
    is_abandoned: bool,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    updated_at: Timestamp,
}

impl TryFrom<ScheduleRow> for Schedule {
    type Error = anyhow::Error;

    fn try_from(row: ScheduleRow) -> anyhow::Result<Self> {
        let unknown = "schedule was saved by a newer version";
        let frequency = Frequency::from_code(&row.frequency).context(unknown)?;
        let status = ScheduleStatus::from_code(&row.status).context(unknown)?;
        let number = |number: Option<i16>| number.map(u8::try_from).transpose().context(unknown);
        let (kind, group_by) = (number(row.deliverable_type)?, number(row.group_by)?);
        let book = match (kind, row.template_uuid, group_by) {
            (Some(kind), Some(template), Some(group_by)) => {
                Some(ScheduledBook::stored(kind, template, group_by).context(unknown)?)
            }
            _ => None,
        };
        Ok(Self {
            book,
            plan: Plan {
                frequency,
                first: row.first_send_date,
                time: row.send_time,
            },
            owner_key: row.owner_key,
            shown: CohortSchedule {
                schedule_id: row.uuid,
                cohort_uuid: row.cohort_uuid,
                version: row.version,
                name: row.name,
                frequency,
                first_send_date: row.first_send_date,
                time: format!("{:02}:{:02}", row.send_time.hour(), row.send_time.minute()),
                time_zone: row.time_zone,
                send_to: SendTo::from_code(&row.send_to).context(unknown)?,
                subject: row.subject,
                message: row.message,
                include_annuities: row.includes_annuities,
                deliverable_type: kind,
                template_uuid: row.template_uuid,
                group_by,
                status,
                paused_because: row.paused_because,
                last_send_date: row.last_send_date,
                next_send_date: row.next_send_date.filter(|_| status == ScheduleStatus::Active),
                owner: Some(row.owner_name),
                is_abandoned: row.is_abandoned,
                updated_at: row.updated_at,
            },
        })
    }
}

/// Which schedules to load.
#[derive(Debug, Clone, Copy)]
pub enum ScheduleSelection {
    OfCohort(Uuid),
    /// By cohort uuid and schedule uuid.
    One(Uuid, Uuid),
    /// All active schedules of the firm.
    Active,
}

/// Lists schedules by name. Leaves out deleted schedules and those of deleted cohorts.
pub async fn load(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    which: ScheduleSelection,
) -> ApiResult<Vec<Schedule>> {
    let (cohort, schedule, is_active) = match which {
        ScheduleSelection::OfCohort(cohort) => (Some(cohort), None, false),
        ScheduleSelection::One(cohort, schedule) => (Some(cohort), Some(schedule), false),
        ScheduleSelection::Active => (None, None, true),
    };
    let rows: Vec<ScheduleRow> = diesel::sql_query(
        "SELECT schedule.*, owner.first_name || ' ' || owner.last_name AS owner_name,
           owner.is_disabled OR NOT EXISTS (SELECT FROM firm_assignment assignment
             WHERE assignment.firm_id = $1 AND assignment.user_key = owner_key AND assignment.is_active) AS is_abandoned
         FROM cohort_schedule schedule JOIN app_user owner ON owner.user_key = owner_key
         JOIN cohort ON cohort.firm_id = schedule.firm_id AND cohort.uuid = cohort_uuid AND cohort.deleted_at IS NULL
         WHERE schedule.firm_id = $1 AND schedule.deleted_at IS NULL AND ($2 IS NULL OR cohort_uuid = $2)
           AND ($3 IS NULL OR schedule.uuid = $3) AND (NOT $4 OR status = 'Active')
         ORDER BY firmbook_fold(schedule.name) COLLATE \"C\", schedule.uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Nullable<SqlUuid>, _>(cohort)
    .bind::<Nullable<SqlUuid>, _>(schedule)
    .bind::<Bool, _>(is_active)
    .load(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(Schedule::try_from)
        .collect::<anyhow::Result<_>>()?)
}

/// Returns a schedule and its cohort, if the viewer can see the cohort.
///
/// # Errors
/// Returns [`ApiError::NotFound`] if the cohort or the schedule is not found.
pub async fn get(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (cohort, schedule): (Uuid, Uuid),
) -> ApiResult<(Cohort, Schedule)> {
    let cohort = cohort::get(connection, viewer, cohort).await?;
    let schedule = find(connection, viewer.firm.id, cohort.uuid, schedule).await?;
    Ok((cohort, schedule.ok_or(ApiError::NotFound("schedule"))?))
}

/// Looks up one schedule of a cohort.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    cohort: Uuid,
    schedule: Uuid,
) -> ApiResult<Option<Schedule>> {
    Ok(
        load(connection, firm_id, ScheduleSelection::One(cohort, schedule))
            .await?
            .pop(),
    )
}
