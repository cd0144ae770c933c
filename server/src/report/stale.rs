//! Marks report totals as stale, but only those that a change can affect.

use super::hold_counts;
use crate::db::FixedSql;
use crate::db::schema::{hub_outbox, report_change, report_subscription};
use crate::error::ApiResult;
use crate::list::keys_reading;
use crate::records::report::type_of;
use crate::webhooks;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::embed::webhook::WebhookChange;
use shared::list::{CheckedQuery, ListName};
use shared::report::ReportQuery;
use shared::report::invalidation::{AGENTS, SEARCH_TEXT, affects_report};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Maximum number of changes per sweep.
const BATCH: i64 = 5_000;
/// Retention period of swept changes. Longer than any count takes, so that no count misses a change.
const KEPT: &str = "10 minutes";

#[derive(QueryableByName)]
struct ChangeRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    /// An `xid8`.
    #[diesel(sql_type = Text)]
    xid: String,
    #[diesel(sql_type = Text)]
    list: String,
    #[diesel(sql_type = Nullable<Array<Text>>)]
    columns: Option<Vec<String>>,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = SqlUuid)]
    report_uuid: Uuid,
    /// `None` for reports loaded because of their subscribers.
    #[diesel(sql_type = Nullable<Text>)]
    scope_key: Option<String>,
    #[diesel(sql_type = SmallInt)]
    report_type: i16,
    #[diesel(sql_type = Jsonb)]
    query: serde_json::Value,
}

#[derive(QueryableByName)]
struct StaleReport {
    #[diesel(sql_type = SqlUuid)]
    report_uuid: Uuid,
}

/// Maps changed columns to the keys used in list queries. Returns `None` if rows were added or removed.
fn keys(list: ListName, columns: Option<&[String]>) -> Option<Vec<&'static str>> {
    let mut keys = Vec::new();
    for column in columns? {
        match column.as_str() {
            "search_text" => keys.push(SEARCH_TEXT),
            AGENTS => keys.push(AGENTS),
            column => keys.extend(keys_reading(list, column)),
        }
    }
    Some(keys)
}

/// Parses a report query. Returns `None` if the report cannot be run and thus has no totals.
fn question(report_type: i16, query: serde_json::Value) -> Option<CheckedQuery> {
    let query: ReportQuery = serde_json::from_value(query).ok()?;
    query
        .checked(type_of(report_type).ok()?, Date::constant(2000, 1, 1))
        .ok()
}

/// Returns whether a change to the list can affect the query.
pub(super) fn can_touch(query: &CheckedQuery, scope_key: &str, columns: Option<&[String]>) -> bool {
    affects_report(query, scope_key == "all", keys(query.list, columns).as_deref())
}

/// Marks the totals and subscriptions that pending changes of the firm can affect, and publishes the reports
/// whose totals became stale. The transaction must be scoped to the firm.
pub async fn sweep(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<()> {
    hold_counts(connection, firm_id).await?;
    let waiting: Vec<ChangeRow> = diesel::sql_query(
        "SELECT id, xid::text AS xid, list, columns FROM report_change
         WHERE firm_id = $1 AND swept_at IS NULL ORDER BY id LIMIT $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<BigInt, _>(BATCH)
    .load(connection)
    .await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = waiting.iter().map(|change| change.id).collect();
    let mut changes: BTreeMap<(String, Option<Vec<String>>), Vec<String>> = BTreeMap::new();
    for change in waiting {
        changes
            .entry((change.list, change.columns))
            .or_default()
            .push(change.xid);
    }
    let counts: Vec<CountRow> = diesel::sql_query(
        "SELECT report_uuid, scope_key, report_type, query FROM report_count count
         JOIN report ON report.firm_id = $1 AND report.uuid = report_uuid
         WHERE count.firm_id = $1 AND NOT is_stale
         UNION ALL
         SELECT uuid, NULL, report_type, query FROM report
         WHERE firm_id = $1 AND EXISTS (SELECT FROM report_subscription
           WHERE firm_id = $1 AND report_uuid = report.uuid AND NOT is_due)",
    )
    .bind::<Integer, _>(firm_id)
    .load(connection)
    .await?;
    let counts: Vec<(Uuid, Option<String>, CheckedQuery)> = counts
        .into_iter()
        .filter_map(|row| {
            Some((
                row.report_uuid,
                row.scope_key,
                question(row.report_type, row.query)?,
            ))
        })
        .collect();
    let (mut marked, mut due) = (BTreeSet::new(), BTreeSet::new());
    for ((list, columns), xids) in changes {
        let touched = counts.iter().filter(|(_, scope_key, query)| {
            query.list.as_str() == list
                && can_touch(
                    query,
                    scope_key.as_deref().unwrap_or_default(),
                    columns.as_deref(),
                )
        });
        let (mut uuids, mut scope_keys) = (Vec::new(), Vec::new());
        for (uuid, scope_key, _) in touched {
            match scope_key {
                Some(scope_key) => {
                    uuids.push(*uuid);
                    scope_keys.push(scope_key.clone());
                }
                None => _ = due.insert(*uuid),
            }
        }
        if !uuids.is_empty() {
            marked.extend(mark(connection, firm_id, uuids, scope_keys, xids).await?);
        }
    }
    if !due.is_empty() {
        diesel::update(report_subscription::table)
            .filter(report_subscription::firm_id.eq(firm_id))
            .filter(report_subscription::report_uuid.eq_any(due))
            .filter(not(report_subscription::is_due))
            .set(report_subscription::is_due.eq(true))
            .execute(connection)
            .await?;
    }
    let swept_at = FixedSql::<Nullable<Timestamptz>>::new("clock_timestamp()");
    diesel::update(report_change::table)
        .filter(report_change::firm_id.eq(firm_id))
        .filter(report_change::id.eq_any(ids))
        .set(report_change::swept_at.eq(swept_at))
        .execute(connection)
        .await?;
    if !marked.is_empty() {
        let changes: Vec<WebhookChange> = marked
            .iter()
            .map(|&report_uuid| WebhookChange::Report { report_uuid })
            .collect();
        webhooks::queue(connection, firm_id, &changes).await?;
        diesel::insert_into(hub_outbox::table)
            .values((
                hub_outbox::firm_id.eq(firm_id),
                hub_outbox::report_uuids.eq(marked.into_iter().collect::<Vec<_>>()),
            ))
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Marks totals as stale unless their snapshot includes the changes. Returns the affected reports.
async fn mark(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: Vec<Uuid>,
    scope_keys: Vec<String>,
    xids: Vec<String>,
) -> QueryResult<Vec<Uuid>> {
    let marked: Vec<StaleReport> = diesel::sql_query(
        "UPDATE report_count count SET is_stale = true
         FROM unnest($2, $3) AS touched (report_uuid, scope_key)
         WHERE count.firm_id = $1 AND NOT is_stale AND count.report_uuid = touched.report_uuid
           AND count.scope_key = touched.scope_key AND EXISTS (
             SELECT FROM unnest($4) AS xid WHERE NOT pg_visible_in_snapshot(xid::text::xid8, snapshot))
         RETURNING count.report_uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(uuids)
    .bind::<Array<Text>, _>(scope_keys)
    .bind::<Array<Text>, _>(xids)
    .load(connection)
    .await?;
    Ok(marked.into_iter().map(|marked| marked.report_uuid).collect())
}

/// Runs [`sweep`] if changes are pending, so that later reads take all committed changes into account.
pub async fn settle(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<()> {
    let waiting = report_change::table
        .filter(report_change::firm_id.eq(firm_id))
        .filter(report_change::swept_at.is_null());
    let is_waiting: bool = diesel::select(exists(waiting)).get_result(connection).await?;
    if is_waiting {
        sweep(connection, firm_id).await?;
    }
    Ok(())
}

/// Deletes swept changes after the retention period and totals that have been stale for a month.
pub async fn clean(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<()> {
    for sql in [
        format!(
            "DELETE FROM report_change
             WHERE firm_id = $1 AND swept_at < clock_timestamp() - interval '{KEPT}'"
        ),
        "DELETE FROM report_count
         WHERE firm_id = $1 AND is_stale AND as_of < clock_timestamp() - interval '30 days'"
            .to_owned(),
    ] {
        diesel::sql_query(sql)
            .bind::<Integer, _>(firm_id)
            .execute(connection)
            .await?;
    }
    Ok(())
}
