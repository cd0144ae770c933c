//! Reschedules sends of schedules that become active again. Missed dates are not made up for.

use crate::error::ApiResult;
use crate::records::schedule::{self, ScheduleSelection};
use diesel::sql_types::{Date as SqlDate, Integer, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::cohort::Cohort;
use shared::cohort::schedule::ScheduleStatus;

/// Reschedules the next send of every active schedule of a cohort.
pub async fn reckon(connection: &mut AsyncPgConnection, cohort: &Cohort, now: Timestamp) -> ApiResult<()> {
    for schedule in schedule::load(
        connection,
        cohort.firm_id,
        ScheduleSelection::OfCohort(cohort.uuid),
    )
    .await?
    {
        if schedule.shown.status != ScheduleStatus::Active {
            continue;
        }
        let next = schedule.plan.next_after(now, &schedule.zone());
        diesel::sql_query(
            "UPDATE cohort_schedule SET next_send_date = $3, next_send_at = $4,
               status = CASE WHEN $4 IS NULL THEN 'Ended' ELSE status END
             WHERE firm_id = $1 AND uuid = $2",
        )
        .bind::<Integer, _>(cohort.firm_id)
        .bind::<SqlUuid, _>(schedule.shown.schedule_id)
        .bind::<Nullable<SqlDate>, _>(next.map(|(day, _)| jiff_diesel::Date::from(day)))
        .bind::<Nullable<Timestamptz>, _>(next.map(|(_, at)| jiff_diesel::Timestamp::from(at)))
        .execute(connection)
        .await?;
    }
    Ok(())
}
