//! The totals of a list: kept ones for the whole list, summed ones for a part of it.

use super::compile::{Shape, compile, count_is_kept, uuids};
use super::statement::{Bind, Statement};
use crate::auth::Viewer;
use crate::db::Db;
use crate::db::PgRow;
use crate::error::ApiResult;
use anyhow::Context;
use diesel::deserialize::FromSql;
use diesel::pg::Pg;
use diesel::row::{Field, Row};
use diesel::sql_types::{BigInt, Numeric};
use futures_util::TryStreamExt;
use rust_decimal::Decimal;
use shared::contact::Totals;
use shared::list::{CheckedQuery, ColumnType};

/// The sums over every row of the query that the viewer may see, each contract counted once.
///
/// # Errors
/// Those of the database.
pub async fn totals(db: &Db, viewer: &Viewer, query: &CheckedQuery) -> ApiResult<Totals> {
    if count_is_kept(query, &viewer.scope) {
        return kept(db, viewer, query).await;
    }
    let statement = match query.list.contact_kind() {
        Some(_) => by_contract(query, viewer),
        None => compile(query, viewer.firm.id, &viewer.scope, Shape::Totals),
    };
    let (_transaction, mut rows) = db.begin_and_load(viewer.firm.id, statement).await?;
    let row = rows.try_next().await?.context("sums without a row")?;
    Ok(read(query, &row)?)
}

/// The number of rows of the query, counted.
///
/// # Errors
/// Those of the database.
pub async fn count(db: &Db, viewer: &Viewer, query: &CheckedQuery) -> ApiResult<i64> {
    let statement = compile(query, viewer.firm.id, &viewer.scope, Shape::Count);
    let (_transaction, mut rows) = db.begin_and_load(viewer.firm.id, statement).await?;
    let row = rows.try_next().await?.context("a count without a row")?;
    Ok(integer(&row, 0)?)
}

/// Contracts of the contacts that match, each once, within the viewer's scope.
fn by_contract(query: &CheckedQuery, viewer: &Viewer) -> Statement {
    let firm = || Bind::Integer(viewer.firm.id);
    let mut statement = Statement::default();
    statement.is_rare = query.filter.len() > 2;
    statement.sql("WITH hits AS (");
    uuids(&mut statement, query, viewer.firm.id, &viewer.scope);
    statement.sql(
        "), contracts AS (SELECT DISTINCT line, contract_uuid FROM contract_party WHERE deleted_at IS NULL",
    );
    statement
        .sql(" AND contact_uuid IN (SELECT uuid FROM hits) AND firm_id = ")
        .bind(firm());
    if let crate::auth::Scope::Block { agents, .. } = &viewer.scope {
        statement
            .sql(" AND contract_uuid IN (SELECT contract_uuid FROM contract_party WHERE deleted_at IS NULL");
        statement.sql(" AND kind = 1 AND firm_id = ").bind(firm());
        statement
            .sql(" AND contact_uuid = ANY(")
            .bind(Bind::Uuids(agents.clone()))
            .sql("))");
    }
    statement.sql(
        "), life AS (SELECT count(*) AS n, coalesce(sum(death_benefit), 0) AS death,
            coalesce(sum(annualized_premium), 0) AS premium, coalesce(sum(cash_value), 0) AS cash,
            coalesce(sum(surrender_value), 0) AS surrender
          FROM contracts JOIN policy t ON t.uuid = contract_uuid AND line = 1 AND t.deleted_at IS NULL
            AND t.firm_id = ",
    );
    statement.bind(firm()).sql(
        "), annuities AS (SELECT count(*) AS n, coalesce(sum(contract_value), 0) AS value,
            coalesce(sum(premiums_paid), 0) AS paid, coalesce(sum(cash_value), 0) AS cash,
            coalesce(sum(surrender_value), 0) AS surrender
          FROM contracts JOIN annuity t ON t.uuid = contract_uuid AND line = 2 AND t.deleted_at IS NULL
            AND t.firm_id = ",
    );
    statement.bind(firm()).sql(
        ") SELECT (SELECT count(*) FROM hits), life.n, death, premium, life.cash, life.surrender,
            annuities.n, value, paid, annuities.cash, annuities.surrender
          FROM life, annuities",
    );
    statement
}

async fn kept(db: &Db, viewer: &Viewer, query: &CheckedQuery) -> ApiResult<Totals> {
    let mut statement = Statement::default();
    statement.sql(
        "SELECT row_count, policy_count, death_benefit, annualized_premium, policy_cash_value,
            policy_surrender_value, annuity_count, contract_value, premiums_paid, annuity_cash_value,
            annuity_surrender_value
         FROM firm_list_total WHERE firm_id = ",
    );
    statement.bind(Bind::Integer(viewer.firm.id)).sql(" AND list = ");
    statement.bind(Bind::Text(query.list.as_str().into()));
    let (_transaction, mut rows) = db.begin_and_load(viewer.firm.id, statement).await?;
    Ok(match rows.try_next().await? {
        Some(row) => all_ten(&row)?,
        None => Totals::default(),
    })
}

/// A row of [`by_contract`], or of [`Shape::Totals`] over contracts, whose columns are those with totals.
fn read(query: &CheckedQuery, row: &PgRow) -> anyhow::Result<Totals> {
    if query.list.contact_kind().is_some() {
        return all_ten(row);
    }
    let mut totals = Totals::default();
    let count = integer(row, 0)?;
    if query.list == shared::list::ListName::Annuities {
        totals.annuity_count = count;
    } else {
        totals.policy_count = count;
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
            other => anyhow::bail!("{other} has no total"),
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

fn read_as<ST, T: FromSql<ST, Pg>>(row: &PgRow, index: usize) -> anyhow::Result<T> {
    let field = Row::get(row, index).context("too few columns")?;
    T::from_nullable_sql(field.value()).map_err(|error| anyhow::anyhow!("{error}"))
}
