//! Loads report totals, from the cache while they are fresh.

use super::hold_counts;
use super::stale::{can_touch, sweep};
use crate::auth::Sight;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::ApiResult;
use crate::list::totals::Counted;
use crate::list::{self, ScopedQuery};
use crate::records::report::{Saved, cannot_run};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Date, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date as Day;
use shared::list::{ListName, ListQuery, check};
use shared::report::{ReportCount, ReportTotals};

impl Sight<'_> {
    /// Prepares the report's query for these visible rows.
    ///
    /// # Errors
    /// Returns `ApiError::Refused` if the report cannot be run.
    pub fn question(&self, saved: &Saved) -> ApiResult<ScopedQuery> {
        let mut query = saved
            .query
            .checked(saved.report_type, self.day)
            .map_err(cannot_run)?;
        query.time_zone = self.time_zone.to_owned();
        Ok(ScopedQuery {
            query,
            scope: self.scope.clone(),
        })
    }

    /// Prepares a query for all visible rows of a list. In practice it never fails.
    pub fn everything(&self, list: ListName) -> ApiResult<ScopedQuery> {
        let query = check(list, &ListQuery::default(), self.day).map_err(cannot_run)?;
        Ok(ScopedQuery {
            query,
            scope: self.scope.clone(),
        })
    }
}

#[derive(QueryableByName)]
struct CachedCount {
    #[diesel(sql_type = Nullable<Jsonb>)]
    totals: Option<serde_json::Value>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    as_of: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Date>, deserialize_as = jiff_diesel::NullableDate)]
    day: Option<Day>,
    #[diesel(sql_type = Nullable<Bool>)]
    is_stale: Option<bool>,
    #[diesel(sql_type = Bool)]
    is_waiting: bool,
}

impl CachedCount {
    /// Returns the cached totals, or cleared totals if none are cached for this day.
    fn count(self, day: Day) -> ApiResult<ReportCount> {
        match (self.totals, self.is_stale) {
            (Some(totals), Some(is_total_stale)) if self.day.is_none_or(|kept| kept == day) => {
                Ok(ReportCount {
                    totals: serde_json::from_value(totals).map_err(anyhow::Error::from)?,
                    totals_as_of: self.as_of,
                    is_total_stale,
                })
            }
            _ => Ok(ReportCount::cleared()),
        }
    }
}

/// Returns the report's totals. Uses cached totals while they are fresh.
///
/// # Errors
/// Returns `ApiError::Refused` if the report cannot be run.
pub async fn totals(db: &Db, clock: Clock, sight: &Sight<'_>, saved: &Saved) -> ApiResult<ReportCount> {
    let question = sight.question(saved)?;
    let scope_key = sight.scope.key();
    let mut transaction = db.begin(sight.firm_id).await?;
    let mut found = kept(&mut transaction, sight.firm_id, saved, &scope_key).await?;
    if found.is_waiting {
        sweep(&mut transaction, sight.firm_id).await?;
        found = kept(&mut transaction, sight.firm_id, saved, &scope_key).await?;
        transaction.commit().await?;
    } else {
        transaction.finish();
    }
    let count = found.count(sight.day)?;
    if !count.is_total_stale {
        return Ok(count);
    }
    let as_of = clock.now();
    let counted = list::totals::counted(db, sight.firm_id, &question).await?;
    keep(db, sight, saved, &question, &counted, as_of).await
}

async fn kept(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    saved: &Saved,
    scope_key: &str,
) -> QueryResult<CachedCount> {
    diesel::sql_query(
        "SELECT totals, as_of, day, is_stale OR cluster <> (SELECT firmbook_cluster()) AS is_stale,
           EXISTS (SELECT FROM report_change WHERE firm_id = $1 AND swept_at IS NULL) AS is_waiting
         FROM (VALUES (1)) one
         LEFT JOIN report_count ON firm_id = $1 AND report_uuid = $2 AND scope_key = $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(saved.uuid)
    .bind::<Text, _>(scope_key)
    .get_result(connection)
    .await
}

#[derive(QueryableByName)]
struct LaterChange {
    #[diesel(sql_type = Nullable<Array<Text>>)]
    columns: Option<Vec<String>>,
}

/// Merges new totals into the cached ones. They are marked stale if a change that the count did not include
/// was committed in the meantime. Nothing is cached if the report was changed or deleted in the meantime.
async fn keep(
    db: &Db,
    sight: &Sight<'_>,
    saved: &Saved,
    question: &ScopedQuery,
    counted: &Counted,
    as_of: Timestamp,
) -> ApiResult<ReportCount> {
    let scope_key = sight.scope.key();
    let day = saved
        .query
        .depends_on_day(question.list)
        .then(|| jiff_diesel::Date::from(sight.day));
    let mut transaction = db.begin(sight.firm_id).await?;
    hold_counts(&mut transaction, sight.firm_id).await?;
    let later: Vec<LaterChange> = diesel::sql_query(
        "SELECT DISTINCT columns FROM report_change
         WHERE firm_id = $1 AND list = $2 AND cluster = (SELECT firmbook_cluster())
           AND NOT pg_visible_in_snapshot(xid, $3::pg_snapshot)",
    )
    .bind::<Integer, _>(sight.firm_id)
    .bind::<Text, _>(question.list.as_str())
    .bind::<Text, _>(&counted.snapshot)
    .load(&mut *transaction)
    .await?;
    let arriving = ReportCount {
        totals: ReportTotals::of(saved.report_type, &counted.totals),
        totals_as_of: Some(as_of),
        is_total_stale: later
            .iter()
            .any(|change| can_touch(question, &scope_key, change.columns.as_deref())),
    };
    let before = kept(&mut transaction, sight.firm_id, saved, &scope_key).await?;
    let merged = before.count(sight.day)?.merge(arriving.clone());
    if merged != arriving {
        transaction.finish();
        return Ok(merged);
    }
    diesel::sql_query(
        "INSERT INTO report_count
           (firm_id, report_uuid, scope_key, totals, as_of, day, snapshot, is_stale)
         SELECT $1, uuid, $4, $5, $6, $7, $8::pg_snapshot, $9 FROM report
         WHERE firm_id = $1 AND uuid = $2 AND version = $3
         ON CONFLICT (firm_id, report_uuid, scope_key) DO UPDATE SET totals = excluded.totals,
           as_of = excluded.as_of, day = excluded.day, snapshot = excluded.snapshot, is_stale = excluded.is_stale,
           cluster = excluded.cluster",
    )
    .bind::<Integer, _>(sight.firm_id)
    .bind::<SqlUuid, _>(saved.uuid)
    .bind::<Integer, _>(saved.version)
    .bind::<Text, _>(&scope_key)
    .bind::<Jsonb, _>(serde_json::to_value(&merged.totals).map_err(anyhow::Error::from)?)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(as_of))
    .bind::<Nullable<Date>, _>(day)
    .bind::<Text, _>(&counted.snapshot)
    .bind::<Bool, _>(merged.is_total_stale)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(merged)
}
