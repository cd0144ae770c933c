//! A checked query as one statement.

use super::condition::{expression, narrow};
use super::prepare::Prepared;
use super::scoped::{self, Reach};
use super::source::Source;
use super::statement::{Bind, Statement};
use crate::auth::Scope;
use shared::list::{CheckedQuery, Column, ColumnType, SortDirection};

/// What to ask of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A page: uuid, the chosen columns, the sort keys as text, and all rows' number where it has to be counted.
    Page,
    /// The rows of a page without its count: uuid and the chosen columns.
    Rows,
    /// Every row: uuid and the chosen columns, in order.
    All,
    /// One row: the number of rows.
    Count,
    /// One row of a list of contracts: the number of rows, the sum of every column with totals, the snapshot as text.
    Totals,
}

/// Compiles the query for a firm and a viewer's scope. Every value is bound; the text depends on the query's shape
/// only.
pub fn compile(query: &CheckedQuery, firm_id: i32, scope: &Scope, shape: Shape) -> Statement {
    let source = Source::of(query.list, scope);
    let mut statement = Statement::default();
    statement.is_rare = query.filter.len() > 2 || query.filter.iter().any(|group| group.len() > 1);
    statement.is_planned_once = shape == Shape::Page && count_is_kept(query, scope);
    match shape {
        Shape::Page => page(&mut statement, &source, query, firm_id, scope),
        Shape::All => all(&mut statement, &source, query, firm_id, scope, Reach::Every),
        Shape::Rows => {
            all(&mut statement, &source, query, firm_id, scope, Reach::Page);
            limit(&mut statement, query, 0);
        }
        Shape::Count => count(&mut statement, query, firm_id, scope),
        Shape::Totals => totals(&mut statement, query, firm_id, scope),
    }
    statement
}

/// Whether the kept count answers "how many rows".
pub(super) fn count_is_kept(query: &CheckedQuery, scope: &Scope) -> bool {
    query.is_unfiltered() && *scope == Scope::All
}

fn page(statement: &mut Statement, source: &Source, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    let must_count = query.after.is_none() && !count_is_kept(query, scope);
    if must_count {
        counted_page(statement, source, query, firm_id, scope);
        return;
    }
    statement.sql("SELECT t.uuid");
    cells(statement, source, query);
    keys(statement, source, query, "");
    if query.after.is_some() {
        statement.sql(", 0::bigint");
    } else {
        statement
            .sql(", coalesce((")
            .sql(source.kept_count)
            .bind(Bind::Integer(firm_id))
            .sql("), 0)");
    }
    rows(statement, source, query, firm_id, scope, Reach::Page);
    let passed = seek(statement, source, query);
    order(statement, source, query, "");
    limit(statement, query, passed);
}

/// Rows are found and counted in one scan that carries the sort keys only; cells are read for the page alone.
fn counted_page(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
) {
    statement.sql("WITH hits AS MATERIALIZED (SELECT t.uuid");
    for (i, (column, _)) in query.sort.iter().enumerate() {
        statement.sql(", ");
        sort_expression(statement, source, query, column);
        statement.sql(&format!(" AS k{i}"));
    }
    rows(statement, source, query, firm_id, scope, Reach::Narrowing);
    statement.sql("), page AS (SELECT * FROM hits");
    order(statement, source, query, "hits.");
    limit(statement, query, 0);
    statement.sql(") SELECT t.uuid");
    cells(statement, source, query);
    keys(statement, source, query, "page.");
    statement
        .sql(", (SELECT count(*) FROM hits) FROM page JOIN ")
        .sql(source.table);
    statement
        .sql(" t ON t.uuid = page.uuid AND t.firm_id = ")
        .bind(Bind::Integer(firm_id));
    scoped::join(statement, query, firm_id, scope, Reach::Cells);
    order(statement, source, query, "page.");
}

fn all(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
    reach: Reach,
) {
    statement.sql("SELECT t.uuid");
    cells(statement, source, query);
    rows(statement, source, query, firm_id, scope, reach);
    order(statement, source, query, "");
}

/// The number of rows.
pub(super) fn count(statement: &mut Statement, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    statement.sql("SELECT count(*)");
    let source = &Source::of(query.list, scope);
    rows(statement, source, query, firm_id, scope, Reach::Narrowing);
}

/// The sums of a list of contracts.
pub(super) fn totals(statement: &mut Statement, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    let source = &Source::of(query.list, scope);
    statement.sql("SELECT count(*)");
    for column in query.list.columns().iter().filter(|column| column.totals) {
        statement.sql(", coalesce(sum(");
        expression(statement, source, query, column.key);
        statement.sql("), 0)");
    }
    statement.sql(", pg_current_snapshot()::text");
    rows(statement, source, query, firm_id, scope, Reach::Narrowing);
}

/// Writes the question for the uuids of every row.
pub fn write_uuids(statement: &mut Statement, question: &Prepared, firm_id: i32) {
    uuids(statement, &question.query, firm_id, &question.scope);
}

/// The uuids of every row, for what is counted over them.
pub(super) fn uuids(statement: &mut Statement, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    let source = Source::of(query.list, scope);
    statement.sql("SELECT t.uuid");
    rows(statement, &source, query, firm_id, scope, Reach::Narrowing);
}

/// ` FROM … WHERE …`: firm, kind, life and everything that narrows.
fn rows(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
    reach: Reach,
) {
    statement.sql(" FROM ").sql(source.table).sql(" t");
    scoped::join(statement, query, firm_id, scope, reach);
    matching(statement, source, query, firm_id, scope);
}

/// ` WHERE …`, for rows that are joined with more than the list knows.
pub(super) fn matching(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
) {
    statement.sql(" WHERE t.firm_id = ").bind(Bind::Integer(firm_id));
    if let Some(kind) = source.kind {
        statement.sql(&format!(" AND t.kind = {kind}"));
    }
    if source.has_deleted {
        statement.sql(" AND t.deleted_at IS NULL");
    }
    narrow(statement, source, query, firm_id, scope);
}

fn cells(statement: &mut Statement, source: &Source, query: &CheckedQuery) {
    for column in &query.columns {
        statement.sql(", ");
        expression(statement, source, query, column.key);
    }
}

fn keys(statement: &mut Statement, source: &Source, query: &CheckedQuery, from: &str) {
    for (i, (column, _)) in query.sort.iter().enumerate() {
        statement.sql(", ");
        if from.is_empty() {
            sort_expression(statement, source, query, column);
        } else {
            statement.sql(&format!("{from}k{i}"));
        }
        statement.sql("::text");
    }
}

/// Texts are ordered without regard to case and accents, by an indexed key where there is one.
fn sort_expression(statement: &mut Statement, source: &Source, query: &CheckedQuery, column: &Column) {
    if let Some(key) = (source.sort_key)(column.key) {
        statement.sql(key);
    } else if column.column_type == ColumnType::Text {
        statement.sql("firmbook_fold(");
        expression(statement, source, query, column.key);
        statement.sql(") COLLATE \"C\"");
    } else {
        expression(statement, source, query, column.key);
    }
}

/// Empty cells come last in either direction; the uuid makes the order total.
fn order(statement: &mut Statement, source: &Source, query: &CheckedQuery, from: &str) {
    statement.sql(" ORDER BY ");
    for (i, (column, direction)) in query.sort.iter().enumerate() {
        if from.is_empty() {
            sort_expression(statement, source, query, column);
        } else {
            statement.sql(&format!("{from}k{i}"));
        }
        statement.sql(match direction {
            SortDirection::Asc => ", ",
            SortDirection::Desc if column.nullable => " DESC NULLS LAST, ",
            SortDirection::Desc => " DESC, ",
        });
    }
    let table = if from.is_empty() { "t." } else { from };
    statement
        .sql(table)
        .sql("uuid")
        .sql(if last_direction(query) == SortDirection::Desc {
            " DESC"
        } else {
            ""
        });
}

/// The uuid follows the last column, so that one index serves the whole order in both directions.
fn last_direction(query: &CheckedQuery) -> SortDirection {
    query
        .sort
        .last()
        .map_or(SortDirection::Asc, |(_, direction)| *direction)
}

/// Starts after the row of an earlier page where the order allows it; gives the number of rows so passed.
fn seek(statement: &mut Statement, source: &Source, query: &CheckedQuery) -> u64 {
    let Some(cursor) = &query.after else { return 0 };
    let direction = last_direction(query);
    let is_uniform = query
        .sort
        .iter()
        .all(|(column, other)| *other == direction && !column.nullable);
    if !is_uniform {
        return 0;
    }
    statement.sql(" AND (");
    for (column, _) in &query.sort {
        sort_expression(statement, source, query, column);
        statement.sql(", ");
    }
    statement
        .sql("t.uuid) ")
        .sql(if direction == SortDirection::Desc {
            "<"
        } else {
            ">"
        })
        .sql(" (");
    for ((column, _), value) in query.sort.iter().zip(&cursor.key) {
        statement
            .bind(Bind::Text(value.clone()))
            .sql("::text::")
            .sql(sql_type(column))
            .sql(", ");
    }
    statement.bind(Bind::Uuid(cursor.uuid)).sql(")");
    cursor.rows
}

fn sql_type(column: &Column) -> &'static str {
    match column.column_type {
        ColumnType::Text | ColumnType::Choice => "text",
        ColumnType::Integer => "bigint",
        ColumnType::Money => "numeric",
        ColumnType::Date => "date",
        ColumnType::Timestamp => "timestamptz",
        ColumnType::Flag => "boolean",
    }
}

fn limit(statement: &mut Statement, query: &CheckedQuery, passed: u64) {
    statement
        .sql(" LIMIT ")
        .bind(Bind::BigInt(i64::from(query.row_count)));
    let offset = i64::try_from(query.offset.saturating_sub(passed)).unwrap_or(i64::MAX);
    statement.sql(" OFFSET ").bind(Bind::BigInt(offset));
}
