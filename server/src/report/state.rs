//! Stored states of a report: rows and totals at a point in time, used to tell subscribers what changed. Row
//! sets are compared in the database. Above 300,000 rows only the row count is stored and compared.

use crate::auth::Sight;
use crate::clock::Clock;
use crate::db::Db;
use crate::db::schema::{report_state, report_subscription};
use crate::error::ApiResult;
use crate::list::statement::{Bind, Statement};
use crate::list::totals::{read_counted, write_totals};
use crate::list::{Source, write_uuids};
use crate::records::report::Saved;
use anyhow::Context;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::TryStreamExt;
use jiff::Timestamp;
use shared::list::ListName;
use shared::report::ReportTotals;
use shared::report::change::{ChangedRow, ReportChanges, total_changes};
use uuid::Uuid;

/// Maximum number of row uuids stored with a state, about 5 MB.
const MAX_COUNTED_ROWS: i64 = 300_000;
/// Maximum number of rows named in the change view.
const NAMED: i64 = 50;

/// A stored state.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub uuid: Uuid,
    pub as_of: Timestamp,
    pub totals: ReportTotals,
    pub row_count: i64,
}

/// Runs the report and stores its rows and totals. One statement returns both, so they are consistent.
///
/// # Errors
/// Returns `ApiError::Refused` if the report cannot be run.
pub async fn take(db: &Db, clock: Clock, sight: &Sight<'_>, saved: &Saved) -> ApiResult<State> {
    let question = sight.question(saved)?;
    let (uuid, as_of) = (crate::ids::new_uuid(), clock.now());
    let mut statement = Statement::default();
    statement.is_rare = true;
    statement.sql("WITH hits AS MATERIALIZED (");
    write_uuids(&mut statement, &question, sight.firm_id);
    statement
        .sql("), added AS (INSERT INTO report_state (firm_id, uuid, report_uuid, scope_key, as_of, totals, row_count, rows) SELECT ")
        .bind(Bind::Integer(sight.firm_id))
        .sql(", ")
        .bind(Bind::Uuid(uuid))
        .sql(", ")
        .bind(Bind::Uuid(saved.uuid))
        .sql(", ")
        .bind(Bind::Text(sight.scope.key()))
        .sql(", now(), '{}', count(*), CASE WHEN count(*) <= ")
        .bind(Bind::BigInt(MAX_COUNTED_ROWS))
        .sql(" THEN coalesce(array_agg(uuid), '{}') END FROM hits) SELECT * FROM (");
    write_totals(&mut statement, &question, sight.firm_id);
    statement.sql(") sums");
    let (mut transaction, mut rows) = db.begin_and_load(sight.firm_id, statement).await?;
    let row = rows
        .try_next()
        .await?
        .context("report statement returned no totals")?;
    drop(rows);
    let counted = read_counted(&question, &row)?;
    let totals = ReportTotals::of(saved.report_type, &counted.totals);
    let stored_totals = serde_json::to_value(&totals).map_err(anyhow::Error::from)?;
    let row_count = diesel::update(report_state::table.find((sight.firm_id, uuid)))
        .set((
            report_state::totals.eq(stored_totals),
            report_state::as_of.eq(jiff_diesel::Timestamp::from(as_of)),
        ))
        .returning(report_state::row_count)
        .get_result(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(State {
        uuid,
        as_of,
        totals,
        row_count,
    })
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = report_state, check_for_backend(Pg))]
struct StateRow {
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    as_of: Timestamp,
    totals: serde_json::Value,
    row_count: i64,
}

/// Returns a stored state, or `None` if it was deleted.
pub async fn find(connection: &mut AsyncPgConnection, firm_id: i32, uuid: Uuid) -> ApiResult<Option<State>> {
    let row: Option<StateRow> = report_state::table
        .find((firm_id, uuid))
        .select(StateRow::as_select())
        .first(connection)
        .await
        .optional()?;
    row.map(|row| {
        Ok(State {
            uuid,
            as_of: row.as_of,
            totals: serde_json::from_value(row.totals).map_err(anyhow::Error::from)?,
            row_count: row.row_count,
        })
    })
    .transpose()
}

#[derive(QueryableByName)]
struct RowDifference {
    /// `None` if one of the states has too many rows.
    #[diesel(sql_type = Nullable<BigInt>)]
    rows_in: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    rows_out: Option<i64>,
}

/// Returns the number of rows added and removed between two states.
pub async fn moved(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    before: &State,
    after: &State,
) -> QueryResult<(i64, i64)> {
    let difference = |one: &str, other: &str| {
        format!(
            "CASE WHEN num_nulls(before.rows, after.rows) = 0 THEN
               (SELECT count(*) FROM (SELECT unnest({one}.rows) EXCEPT SELECT unnest({other}.rows)) moved) END"
        )
    };
    let moved: RowDifference = diesel::sql_query(format!(
        "SELECT {} AS rows_in, {} AS rows_out FROM report_state before, report_state after
         WHERE before.firm_id = $1 AND before.uuid = $2 AND after.firm_id = $1 AND after.uuid = $3",
        difference("after", "before"),
        difference("before", "after"),
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(before.uuid)
    .bind::<SqlUuid, _>(after.uuid)
    .get_result(connection)
    .await?;
    let more = after.row_count - before.row_count;
    Ok((
        moved.rows_in.unwrap_or_else(|| more.max(0)),
        moved.rows_out.unwrap_or_else(|| (-more).max(0)),
    ))
}

#[derive(QueryableByName)]
struct NamedRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    label: Option<String>,
}

/// Returns the changes between two states with the labels of the first added and removed rows. Rows that the
/// viewer cannot see have no label.
pub async fn changes(
    db: &Db,
    sight: &Sight<'_>,
    saved: &Saved,
    before: &State,
    after: &State,
) -> ApiResult<ReportChanges> {
    let list = saved.report_type.list();
    let mut transaction = db.begin(sight.firm_id).await?;
    let (rows_in, rows_out) = moved(&mut transaction, sight.firm_id, before, after).await?;
    let came = uuids(&mut transaction, sight.firm_id, after, before).await?;
    let went = uuids(&mut transaction, sight.firm_id, before, after).await?;
    transaction.finish();
    Ok(ReportChanges {
        since: before.as_of,
        rows_in,
        rows_out,
        came: named(db, sight, list, came).await?,
        went: named(db, sight, list, went).await?,
        totals: total_changes(&before.totals, &after.totals),
    })
}

#[derive(QueryableByName)]
struct ChangedUuid {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

/// Returns the first rows of one state that are missing in the other.
async fn uuids(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    of: &State,
    but_not_of: &State,
) -> QueryResult<Vec<Uuid>> {
    let rows: Vec<ChangedUuid> = diesel::sql_query(
        "SELECT unnest(rows) AS uuid FROM report_state WHERE firm_id = $1 AND uuid = $2
         EXCEPT SELECT unnest(rows) FROM report_state WHERE firm_id = $1 AND uuid = $3 LIMIT $4",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(of.uuid)
    .bind::<SqlUuid, _>(but_not_of.uuid)
    .bind::<BigInt, _>(NAMED)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| row.uuid).collect())
}

/// Looks up the names or numbers of rows. Rows that the viewer cannot see have no label.
async fn named(db: &Db, sight: &Sight<'_>, list: ListName, uuids: Vec<Uuid>) -> ApiResult<Vec<ChangedRow>> {
    if uuids.is_empty() {
        return Ok(Vec::new());
    }
    let Source {
        table, expression, ..
    } = Source::of(list, sight.scope);
    let (name, _) = list.default_sort();
    let label = expression(name.key).context("the first column has no SQL")?;
    let everything = sight.everything(list)?;
    let mut visible = Statement::default();
    visible.is_rare = true;
    visible.sql("SELECT wanted.uuid, CASE WHEN wanted.uuid IN (SELECT uuid FROM (");
    write_uuids(&mut visible, &everything, sight.firm_id);
    visible
        .sql(&format!(
            ") seen WHERE seen.uuid = wanted.uuid) THEN {label} END AS label FROM unnest("
        ))
        .bind(Bind::Uuids(uuids))
        .sql(&format!(
            ") AS wanted (uuid) LEFT JOIN {table} t ON t.uuid = wanted.uuid AND t.firm_id = "
        ))
        .bind(Bind::Integer(sight.firm_id))
        .sql(" ORDER BY label NULLS LAST, wanted.uuid");
    let (transaction, mut rows) = db.begin_and_load(sight.firm_id, visible).await?;
    let mut named = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let row = NamedRow::build(&row).map_err(diesel::result::Error::DeserializationError)?;
        named.push(ChangedRow {
            uuid: row.uuid,
            label: row.label,
        });
    }
    drop(rows);
    transaction.finish();
    Ok(named)
}

/// Deletes a state that no subscriber was notified of.
pub async fn forget(connection: &mut AsyncPgConnection, firm_id: i32, state: &State) -> QueryResult<usize> {
    diesel::delete(report_state::table.find((firm_id, state.uuid)))
        .execute(connection)
        .await
}

/// Deletes states of the report that no subscription refers to. States of the last two minutes may be in use
/// for a comparison and are kept.
pub async fn forget_unknown(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
) -> QueryResult<usize> {
    diesel::sql_query(
        "DELETE FROM report_state state
         WHERE firm_id = $1 AND report_uuid = $2 AND stored_at < clock_timestamp() - interval '2 minutes'
           AND NOT EXISTS (
           SELECT FROM report_subscription s WHERE s.firm_id = $1 AND s.report_uuid = $2
             AND state.uuid IN (s.told_state, s.before_state))",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(report)
    .execute(connection)
    .await
}

/// Marks subscriptions as processed. `state` is the state that the subscribers were just notified of, if any.
pub async fn note(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_keys: &[String],
    state: Option<&State>,
) -> QueryResult<usize> {
    let told = state.map(|state| {
        (
            report_subscription::before_state.eq(report_subscription::told_state),
            report_subscription::told_state.eq(state.uuid),
        )
    });
    diesel::update(report_subscription::table)
        .filter(report_subscription::firm_id.eq(firm_id))
        .filter(report_subscription::report_uuid.eq(report))
        .filter(report_subscription::user_key.eq_any(user_keys))
        .set((report_subscription::is_due.eq(false), told))
        .execute(connection)
        .await
}

/// Sets the initial state of a subscription. Returns `false` if it already has a state.
pub async fn begin(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_key: &str,
    state: &State,
) -> QueryResult<bool> {
    let begun = diesel::update(report_subscription::table.find((firm_id, report, user_key)))
        .filter(report_subscription::told_state.is_null())
        .set((
            report_subscription::told_state.eq(state.uuid),
            report_subscription::is_due.eq(false),
        ))
        .execute(connection)
        .await?;
    Ok(begun > 0)
}
