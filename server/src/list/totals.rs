//! Totals of a list: maintained for the whole list, computed for part of it.

use super::compile::{self, Shape, compile, has_row_count, uuids};
use super::condition::sight;
use super::query::ScopedQuery;
use super::scoped::{amounts, write_contracts};
use super::sources::Source;
use super::statement::{Bind, Statement};
use crate::auth::{Scope, Viewer};
use crate::db::{Db, PgRow, Transaction};
use crate::error::ApiResult;
use anyhow::Context;
use diesel::deserialize::FromSql;
use diesel::pg::Pg;
use diesel::row::{Field, Row};
use diesel::sql_types::{BigInt, Numeric, Text};
use diesel_async::AsyncConnectionCore;
use futures_util::TryStreamExt;
use rust_decimal::Decimal;
use shared::contact::Totals;
use shared::contract::Line;
use shared::list::{CheckedQuery, ColumnType, ListName, ListSubject};

/// Totals and row count of a query, with the database snapshot at which they were computed.
pub struct Counted {
    pub totals: Totals,
    pub rows: i64,
    /// A `pg_snapshot` as text.
    pub snapshot: String,
}

/// Returns the totals over all rows of the query. Each contract counts once. Totals that the viewer cannot see are
/// zero.
pub async fn totals(db: &Db, viewer: &Viewer, question: &ScopedQuery) -> ApiResult<Totals> {
    let totals = counted(db, viewer.firm.id, question).await?.totals;
    Ok(match &question.query.shown {
        Some(shown) => totals.only(|key| shown.has_total(key)),
        None => totals,
    })
}

/// Returns the totals with row count and snapshot: the maintained ones for the whole list, otherwise computed
/// in one statement.
pub async fn counted(db: &Db, firm_id: i32, question: &ScopedQuery) -> ApiResult<Counted> {
    let mut statement = Statement::default();
    write_totals(&mut statement, question, firm_id);
    let (transaction, mut rows) = if has_row_count(question, &question.scope) {
        db.begin_and_load(firm_id, statement).await?
    } else {
        // The best plan depends on the number of rows, so a generic one is not good enough.
        statement.is_rare = true;
        db.begin_and_load_much(firm_id, statement).await?
    };
    let row = rows.try_next().await?.context("no row with sums")?;
    drop(rows);
    transaction.finish();
    Ok(read_counted(question, &row)?)
}

/// Like [`counted`], in the snapshot of a transaction.
pub async fn counted_in(
    transaction: &mut Transaction,
    firm_id: i32,
    question: &ScopedQuery,
) -> ApiResult<Counted> {
    let mut statement = Statement::default();
    write_totals(&mut statement, question, firm_id);
    let mut rows = AsyncConnectionCore::load(&mut **transaction, statement).await?;
    let row = rows.try_next().await?.context("no row with sums")?;
    Ok(read_counted(question, &row)?)
}

/// Reads a row of the statement written by [`write_totals`].
///
/// # Errors
/// Returns an error if the row has another shape.
pub fn read_counted(question: &ScopedQuery, row: &PgRow) -> anyhow::Result<Counted> {
    Ok(Counted {
        totals: read(question, row)?,
        rows: integer(row, 0)?,
        snapshot: text(row, row.field_count() - 1)?,
    })
}

/// Writes the statement for row count, sums and snapshot.
pub fn write_totals(statement: &mut Statement, question: &ScopedQuery, firm_id: i32) {
    let (query, scope) = (&question.query, &question.scope);
    if has_row_count(query, scope) {
        maintained(statement, firm_id, query);
        return;
    }
    match query.list.subject() {
        ListSubject::Contact(_) => by_contract(statement, query, firm_id, scope),
        ListSubject::Contract(_) | ListSubject::Other => compile::totals(statement, query, firm_id, scope),
    }
}

/// Counts the rows of the query.
pub async fn count(db: &Db, firm_id: i32, question: &ScopedQuery) -> ApiResult<i64> {
    let statement = compile(question, firm_id, &question.scope, Shape::Count);
    let (_transaction, mut rows) = db.begin_and_load(firm_id, statement).await?;
    let row = rows.try_next().await?.context("no row with a count")?;
    Ok(integer(&row, 0)?)
}

/// Counts the rows of several queries, in one statement in an open transaction.
pub async fn counts(
    transaction: &mut Transaction,
    firm_id: i32,
    questions: &[ScopedQuery],
) -> ApiResult<Vec<i64>> {
    let mut statement = Statement::default();
    statement.is_rare = true;
    for (i, question) in questions.iter().enumerate() {
        statement.sql(if i == 0 { "SELECT (" } else { ", (" });
        compile::count(&mut statement, question, firm_id, &question.scope);
        statement.sql(")");
    }
    if questions.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = AsyncConnectionCore::load(&mut **transaction, statement).await?;
    let row = rows.try_next().await?.context("no row with counts")?;
    Ok((0..questions.len())
        .map(|i| integer(&row, i))
        .collect::<anyhow::Result<_>>()?)
}

/// Writes the totals over the contracts of all matching contacts within the scope. Each contract counts once.
fn by_contract(statement: &mut Statement, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    let sight = sight(query, firm_id, scope);
    statement.sql("WITH hits AS (");
    uuids(statement, query, firm_id, scope);
    statement.sql("), contracts AS (");
    write_contracts(statement, query.list, &sight);
    for (name, line) in [("life", Line::Life), ("annuities", Line::Annuity)] {
        statement.sql(&format!("), {name} AS (SELECT count(*) AS n"));
        for ((_, column), sum) in amounts(line)
            .into_iter()
            .zip(["first", "second", "cash", "surrender"])
        {
            statement.sql(&format!(", coalesce(sum(t.{column}), 0) AS {sum}"));
        }
        let table = Source::of(ListName::of_contracts(line), scope).table;
        statement
            .sql(&format!(
                " FROM contracts JOIN {table} t ON t.uuid = contract_uuid AND line = {} AND t.deleted_at IS NULL AND t.firm_id = ",
                line.number()
            ))
            .bind(Bind::Integer(firm_id));
    }
    statement.sql(
        ") SELECT (SELECT count(*) FROM hits), life.n, life.first, life.second, life.cash, life.surrender,
            annuities.n, annuities.first, annuities.second, annuities.cash, annuities.surrender,
            pg_current_snapshot()::text
          FROM life, annuities",
    );
}

/// Writes the statement for the maintained totals. It returns one row even if none are stored.
fn maintained(statement: &mut Statement, firm_id: i32, query: &CheckedQuery) {
    statement.sql(
        "SELECT coalesce(sum(row_count), 0)::bigint, coalesce(sum(policy_count), 0)::bigint,
            coalesce(sum(death_benefit), 0), coalesce(sum(annualized_premium), 0),
            coalesce(sum(policy_cash_value), 0), coalesce(sum(policy_surrender_value), 0),
            coalesce(sum(annuity_count), 0)::bigint, coalesce(sum(contract_value), 0),
            coalesce(sum(premiums_paid), 0), coalesce(sum(annuity_cash_value), 0),
            coalesce(sum(annuity_surrender_value), 0), pg_current_snapshot()::text
         FROM firm_list_total WHERE firm_id = ",
    );
    statement.bind(Bind::Integer(firm_id)).sql(" AND list = ");
    statement.bind(Bind::Text(query.list.as_str().into()));
}

/// Reads a row with all ten totals, or a row of [`Shape::Totals`] with only the totals of a contract list.
fn read(question: &ScopedQuery, row: &PgRow) -> anyhow::Result<Totals> {
    let query = &question.query;
    let is_maintained = has_row_count(query, &question.scope);
    let mut totals = Totals::default();
    match query.list.subject() {
        ListSubject::Contact(_) => return all_ten(row),
        ListSubject::Contract(_) if is_maintained => return all_ten(row),
        ListSubject::Contract(Line::Life) => totals.policy_count = integer(row, 0)?,
        ListSubject::Contract(Line::Annuity) => totals.annuity_count = integer(row, 0)?,
        ListSubject::Other => anyhow::bail!("{} has no totals", query.list.as_str()),
    }
    for (i, column) in query
        .list
        .columns()
        .iter()
        .filter(|column| column.totals)
        .enumerate()
    {
        debug_assert_eq!(column.column_type, ColumnType::Money);
        let sum = money(row, i + 1)?;
        match column.key {
            "deathBenefit" => totals.death_benefit = sum,
            "annualizedPremium" => totals.annualized_premium = sum,
            "policyCashValue" => totals.policy_cash_value = sum,
            "policySurrenderValue" => totals.policy_surrender_value = sum,
            "contractValue" => totals.contract_value = sum,
            "premiumsPaid" => totals.premiums_paid = sum,
            "annuityCashValue" => totals.annuity_cash_value = sum,
            "annuitySurrenderValue" => totals.annuity_surrender_value = sum,
            other => anyhow::bail!("column {other} has no total"),
        }
    }
    Ok(totals)
}

fn all_ten(row: &PgRow) -> anyhow::Result<Totals> {
    Ok(Totals {
        policy_count: integer(row, 1)?,
        death_benefit: money(row, 2)?,
        annualized_premium: money(row, 3)?,
        policy_cash_value: money(row, 4)?,
        policy_surrender_value: money(row, 5)?,
        annuity_count: integer(row, 6)?,
        contract_value: money(row, 7)?,
        premiums_paid: money(row, 8)?,
        annuity_cash_value: money(row, 9)?,
        annuity_surrender_value: money(row, 10)?,
    })
}

fn integer(row: &PgRow, index: usize) -> anyhow::Result<i64> {
    read_as::<BigInt, i64>(row, index)
}

fn money(row: &PgRow, index: usize) -> anyhow::Result<Decimal> {
    read_as::<Numeric, Decimal>(row, index)
}

fn text(row: &PgRow, index: usize) -> anyhow::Result<String> {
    read_as::<Text, String>(row, index)
}

fn read_as<ST, T: FromSql<ST, Pg>>(row: &PgRow, index: usize) -> anyhow::Result<T> {
    let field = Row::get(row, index).context("too few columns")?;
    T::from_nullable_sql(field.value()).map_err(|error| anyhow::anyhow!("{error}"))
}
