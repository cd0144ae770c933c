//! Runs the notification rules of every firm once per day. One node at a time runs a firm's rules, missed
//! days are caught up, and notices are not repeated.

use super::facts::EveryContract;
use super::{Notice, digest, list_and_mail, medical};
use crate::clock::Clock;
use crate::db::schema::{firm, rules_run, user_notification};
use crate::db::{Db, advisory_lock};
use crate::error::ApiResult;
use crate::telemetry::jobs;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use shared::notification::rules::{DatedNotice, Window, latest_reminders};
use shared::notification::{MAX_DAYS, NotificationKind};
use std::time::Duration;
use tokio::time::MissedTickBehavior;

/// Interval between checks for due rules and digests.
const ROUND: Duration = Duration::from_secs(30);
/// Name of the job.
pub const JOB: &str = "rules";
/// Time after midnight at which a firm's rules run: after the nightly imports and before office hours.
const MORNING: SignedDuration = SignedDuration::from_hours(5);

/// Retention period of notifications.
const RETENTION: SignedDuration = SignedDuration::from_hours(24 * MAX_DAYS as i64);

/// Runs rules and digests in the background until the process ends.
pub async fn run(db: Db, clock: Clock) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        if let Err(error) = jobs::round(JOB, round(&db, clock.now())).await {
            tracing::warn!(
                error = format!("{error:?}"),
                "failed to load firms for notification rules"
            );
        }
    }
}

/// Runs all rules and digests that are due, firm by firm. An error in one firm does not stop the others.
///
/// # Errors
/// Returns an error if the firms cannot be loaded.
pub async fn round(db: &Db, now: Timestamp) -> ApiResult<()> {
    for firm in firms(db).await? {
        let firm_id = firm.firm_id;
        let done = async {
            if firm.is_due(now) {
                let count = run_firm(db, &firm, now).await?;
                tracing::info!(firm.id = firm_id, count, "ran notification rules");
            }
            digest::run_firm(db, firm_id, now).await
        };
        if let Err(error) = done.await {
            tracing::error!(
                firm.id = firm_id,
                error = format!("{error:?}"),
                "failed to run the rules or digests of a firm"
            );
        }
    }
    Ok(())
}

/// A firm and the last date for which its rules ran.
#[derive(Debug, Clone, Queryable)]
pub struct Firm {
    pub firm_id: i32,
    office_time_zone: String,
    #[diesel(deserialize_as = jiff_diesel::NullableTimestamp)]
    reminder_days_changed_at: Option<Timestamp>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    day: Option<Date>,
}

impl Firm {
    /// Returns the firm's business date, which changes at [`MORNING`] instead of midnight.
    fn day_at(&self, now: Timestamp) -> Date {
        let zone = TimeZone::get(&self.office_time_zone).unwrap_or(TimeZone::UTC);
        (now - MORNING).to_zoned(zone).date()
    }

    fn is_due(&self, now: Timestamp) -> bool {
        self.day.is_none_or(|day| day < self.day_at(now))
    }
}

async fn firms(db: &Db) -> ApiResult<Vec<Firm>> {
    let mut transaction = db.begin_for_rules().await?;
    let firms = firm::table
        .left_join(rules_run::table.on(rules_run::firm_id.eq(firm::firm_id)))
        .filter(firm::is_active)
        .order(firm::firm_id)
        .select((
            firm::firm_id,
            firm::office_time_zone,
            firm::reminder_days_changed_at,
            rules_run::day.nullable(),
        ))
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(firms)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = rules_run, check_for_backend(Pg))]
struct LastRun {
    #[diesel(deserialize_as = jiff_diesel::Date)]
    day: Date,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    ran_at: Timestamp,
}

/// Runs the rules of a firm for one day in one transaction. Returns the number of stored notifications.
async fn run_firm(db: &Db, firm: &Firm, now: Timestamp) -> ApiResult<usize> {
    let (firm_id, today) = (firm.firm_id, firm.day_at(now));
    let mut transaction = db.begin(firm_id).await?;
    let is_mine = advisory_lock::try_lock(&mut transaction, "firmbook_rules", firm_id).await?;
    let last: Option<LastRun> = rules_run::table
        .find(firm_id)
        .select(LastRun::as_select())
        .first(&mut *transaction)
        .await
        .optional()?;
    if !is_mine || last.as_ref().is_some_and(|last| last.day >= today) {
        transaction.finish();
        return Ok(0);
    }
    // Notices dated after the last run are new, and so are all notices of contracts that changed since then, and all
    // premium reminders if their days have changed since then.
    let is_new = |notice: &DatedNotice, updated_at: Timestamp| {
        last.as_ref().is_none_or(|last| {
            let has_new_days = firm.reminder_days_changed_at.is_some_and(|at| at > last.ran_at);
            notice.notify_on > last.day
                || updated_at > last.ran_at
                || has_new_days && notice.kind == NotificationKind::PremiumReminder
        })
    };
    let mut count = 0;
    let mut contracts = EveryContract::of(firm_id, Window::up_to(today));
    while let Some(found) = contracts.next(&mut transaction).await? {
        let news = found
            .into_iter()
            .filter(|(notice, updated_at)| is_new(notice, *updated_at) && notice.is_relevant_on(today))
            .map(|(notice, _)| notice)
            .collect();
        let notices: Vec<Notice> = latest_reminders(news).into_iter().map(Notice::from).collect();
        count += list_and_mail(&mut transaction, firm_id, now, &notices).await?.0;
    }
    let follow_ups = medical::follow_ups(&mut transaction, firm_id, today).await?;
    count += list_and_mail(&mut transaction, firm_id, now, &follow_ups)
        .await?
        .0;
    diesel::delete(user_notification::table)
        .filter(user_notification::firm_id.eq(firm_id))
        .filter(user_notification::create_date.lt(jiff_diesel::Timestamp::from(now - RETENTION)))
        .execute(&mut *transaction)
        .await?;
    let run = (
        rules_run::day.eq(jiff_diesel::Date::from(today)),
        rules_run::ran_at.eq(jiff_diesel::Timestamp::from(now)),
    );
    diesel::insert_into(rules_run::table)
        .values((rules_run::firm_id.eq(firm_id), run))
        .on_conflict(rules_run::firm_id)
        .do_update()
        .set(run)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(count)
}
