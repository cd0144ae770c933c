//! Background worker that marks stale report totals and notifies subscribers.

use super::{news, stale};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::schema::report_change;
use crate::error::ApiResult;
use crate::telemetry::jobs;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Timestamptz};
use diesel_async::RunQueryDsl;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior};

/// Interval at which changes are processed.
const ROUND: Duration = Duration::from_secs(1);
/// Name of the job.
pub const JOB: &str = "reports";
/// Number of rounds between deletions of swept changes.
const CLEANED: u32 = 60;
/// Pause before a firm's subscribers are notified again, as a multiple of the time that notifying them took.
/// At least one round.
const REST: u32 = 4;

#[derive(QueryableByName)]
struct FirmWithWork {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = Bool)]
    has_news: bool,
}

pub async fn run(db: Db, clock: Clock) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut rests: HashMap<i32, Instant> = HashMap::new();
    let (mut number, mut has_failed) = (0_u32, false);
    loop {
        rounds.tick().await;
        number = number.wrapping_add(1);
        let done = jobs::round(JOB, round(&db, clock, &mut rests, number % CLEANED == 0)).await;
        if let (Err(error), false) = (&done, has_failed) {
            tracing::warn!(error = format!("{error:?}"), "failed to process report changes");
        }
        has_failed = done.is_err();
    }
}

async fn round(db: &Db, clock: Clock, rests: &mut HashMap<i32, Instant>, cleans: bool) -> ApiResult<()> {
    rests.retain(|_, until| *until > Instant::now());
    for firm in waiting(db, clock).await? {
        let mut transaction = db.begin(firm.firm_id).await?;
        stale::sweep(&mut transaction, firm.firm_id).await?;
        transaction.commit().await?;
        if !firm.has_news || rests.contains_key(&firm.firm_id) {
            continue;
        }
        let start = Instant::now();
        news::send(db, clock, firm.firm_id).await?;
        let rest = (start.elapsed() * REST).max(ROUND);
        rests.insert(firm.firm_id, Instant::now() + rest);
    }
    if cleans {
        clean(db).await?;
    }
    Ok(())
}

/// Returns firms with pending changes or with subscribers to notify.
async fn waiting(db: &Db, clock: Clock) -> ApiResult<Vec<FirmWithWork>> {
    let mut transaction = db.begin_for_hub().await?;
    let firms = diesel::sql_query(
        "SELECT firm_id, bool_or(has_news) AS has_news FROM (
           SELECT DISTINCT firm_id, false AS has_news FROM report_change WHERE swept_at IS NULL
           UNION ALL
           SELECT DISTINCT firm_id, true FROM report_subscription
           WHERE is_due AND (NOT is_digest OR told_state IS NULL)
           UNION ALL
           SELECT DISTINCT firm_id, true FROM report_subscription WHERE next_digest_at <= $1
         ) waiting GROUP BY firm_id ORDER BY firm_id",
    )
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(clock.now()))
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    Ok(firms)
}

async fn clean(db: &Db) -> ApiResult<()> {
    let mut transaction = db.begin_for_hub().await?;
    let firms: Vec<i32> = report_change::table
        .filter(report_change::swept_at.is_not_null())
        .select(report_change::firm_id)
        .distinct()
        .load(&mut *transaction)
        .await?;
    transaction.finish();
    for firm_id in firms {
        let mut transaction = db.begin(firm_id).await?;
        stale::clean(&mut transaction, firm_id).await?;
        transaction.commit().await?;
    }
    Ok(())
}
