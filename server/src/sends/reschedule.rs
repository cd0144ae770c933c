//! Reschedules sends of schedules that become active again. Missed dates are skipped.

use crate::db::schema::cohort_schedule;
use crate::error::ApiResult;
use crate::records::schedule::{self, ScheduleSelection};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::cohort::Cohort;
use shared::cohort::schedule::ScheduleStatus;

/// Reschedules the next send of every active schedule of a cohort.
pub async fn reschedule(
    connection: &mut AsyncPgConnection,
    cohort: &Cohort,
    now: Timestamp,
) -> ApiResult<()> {
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
        let ended = next
            .is_none()
            .then(|| cohort_schedule::status.eq(ScheduleStatus::Ended.code()));
        diesel::update(cohort_schedule::table.find((cohort.firm_id, schedule.shown.schedule_id)))
            .set((
                cohort_schedule::next_send_date.eq(next.map(|(day, _)| jiff_diesel::Date::from(day))),
                cohort_schedule::next_send_at.eq(next.map(|(_, at)| jiff_diesel::Timestamp::from(at))),
                ended,
            ))
            .execute(connection)
            .await?;
    }
    Ok(())
}
