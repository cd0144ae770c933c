//! Background worker that starts due sends. The first node to lock a schedule runs it.

use super::Sends;
use super::{begin, next};
use crate::db::FixedSql;
use crate::db::schema::cohort_schedule;
use crate::error::ApiResult;
use crate::telemetry::jobs;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use jiff::Timestamp;
use std::time::Duration;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

const ROUND: Duration = Duration::from_secs(2);
/// Name of the job.
pub const JOB: &str = "sends";
/// Number of rounds between refreshes of rule-based cohorts, whose members change with the contacts.
const RULES: u32 = 300;
/// A constant, because the index `cohort_schedule_due` has the same condition.
const IS_ACTIVE: FixedSql = FixedSql::new("status = 'Active'");
/// Maximum number of schedules per round.
const MOST: i64 = 1_000;

pub async fn run(sends: Sends) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut number, mut has_failed) = (0_u32, false);
    loop {
        rounds.tick().await;
        let now = sends.clock.now();
        let done = async {
            round(&sends, now).await?;
            next::round(&sends, now, number.is_multiple_of(RULES)).await
        };
        let done = jobs::round(JOB, done).await;
        if let (Err(error), false) = (&done, has_failed) {
            tracing::warn!(error = format!("{error:?}"), "failed to process cohort sends");
        }
        has_failed = done.is_err();
        number = number.wrapping_add(1);
    }
}

/// Starts every send that is due. An error in one schedule does not stop the others.
///
/// # Errors
/// Returns an error if the schedules cannot be loaded.
pub async fn round(sends: &Sends, now: Timestamp) -> ApiResult<()> {
    let mut transaction = sends.db.begin_for_sends().await?;
    let due: Vec<(i32, Uuid)> = cohort_schedule::table
        .filter(IS_ACTIVE)
        .filter(cohort_schedule::deleted_at.is_null())
        .filter(cohort_schedule::next_send_at.le(jiff_diesel::Timestamp::from(now)))
        .order(cohort_schedule::next_send_at)
        .limit(MOST)
        .select((cohort_schedule::firm_id, cohort_schedule::uuid))
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    for (firm_id, uuid) in due {
        if let Err(error) = begin::begin(sends, firm_id, uuid, now).await {
            tracing::error!(
                firm.id = firm_id,
                schedule.uuid = %uuid,
                error = format!("{error:?}"),
                "failed to send to a cohort"
            );
        }
    }
    Ok(())
}
