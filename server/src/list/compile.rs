//! Compiles a checked query to one SQL statement.

use super::condition::{expression, narrow, sight};
use super::query::ScopedQuery;
use super::scoped::{self, Reach};
use super::sources::Source;
use super::statement::{Bind, Statement};
use super::visible::join_masks;
use crate::auth::Scope;
use shared::list::{CheckedQuery, Column, ColumnType, SortDirection};

/// The kind of result to select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One page: uuid, selected columns, sort keys as text, and the total row count. After a cursor the count
    /// is 0, because the cursor carries it.
    Page,
    /// One page without sort keys and count: uuid and selected columns.
    Rows,
    /// All rows in order: uuid and selected columns.
    All,
    /// A single row with the row count.
    Count,
    /// A single row of a contract list: row count, sum of each column with totals, and the snapshot as text.
    Totals,
}

/// Compiles the query for a firm and a scope. All values are bound, so the SQL text depends only on the shape
/// of the query.
pub fn compile(query: &CheckedQuery, firm_id: i32, scope: &Scope, shape: Shape) -> Statement {
    let source = Source::of(query.list, scope);
    let mut statement = Statement::default();
    statement.is_rare = query.filter.len() > 2 || query.filter.iter().any(|group| group.len() > 1);
    statement.is_planned_once =
        shape == Shape::Page && has_row_count(query, scope) && totals_table(&source, query).is_none();
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

/// Returns `true` if the query returns all rows of the firm, which need not be counted.
pub(super) fn has_row_count(query: &CheckedQuery, scope: &Scope) -> bool {
    query.is_unfiltered() && *scope == Scope::All
}

fn page(statement: &mut Statement, source: &Source, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    let must_count = query.after.is_none() && !has_row_count(query, scope);
    if must_count || totals_table(source, query).is_some() {
        found_page(statement, source, query, firm_id, scope, must_count);
        return;
    }
    statement.sql("SELECT t.uuid");
    cells(statement, source, query);
    keys(statement, source, query, "");
    row_count(statement, source, query, firm_id);
    rows(statement, source, query, firm_id, scope, Reach::Page);
    let passed = seek(statement, source, query);
    order(statement, source, query, "");
    limit(statement, query, passed);
}

/// Writes the count of all rows of the firm. It is 0 after a cursor, which carries it.
fn row_count(statement: &mut Statement, source: &Source, query: &CheckedQuery, firm_id: i32) {
    if query.after.is_some() {
        statement.sql(", 0::bigint");
    } else {
        statement.sql(", coalesce((");
        source.write_row_count(statement, query.list, firm_id);
        statement.sql("), 0)");
    }
}

/// Finds the rows in one scan that carries only the sort keys, and counts them if needed. Cells are read for
/// the rows of the page.
fn found_page(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
    must_count: bool,
) {
    let name = if must_count { "hits" } else { "page" };
    statement.sql(&format!("WITH {name} AS MATERIALIZED (SELECT t.uuid"));
    for (i, (column, _)) in query.sort.iter().enumerate() {
        statement.sql(", ");
        sort_expression(statement, source, query, column);
        statement.sql(&format!(" AS k{i}"));
    }
    rows(statement, source, query, firm_id, scope, Reach::Narrowing);
    if must_count {
        statement.sql("), page AS (SELECT * FROM hits");
        order(statement, source, query, "hits.");
        limit(statement, query, 0);
    } else {
        let passed = seek(statement, source, query);
        order(statement, source, query, "");
        limit(statement, query, passed);
    }
    statement.sql(") SELECT t.uuid");
    cells(statement, source, query);
    keys(statement, source, query, "page.");
    if must_count {
        statement.sql(", (SELECT count(*) FROM hits)");
    } else {
        row_count(statement, source, query, firm_id);
    }
    statement
        .sql(" FROM page JOIN ")
        .sql(source.table)
        .sql(" t ON t.uuid = page.uuid AND t.firm_id = ")
        .bind(Bind::Integer(firm_id));
    join_masks(statement, source, query.list, &sight(query, firm_id, scope));
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

/// Writes the statement for the row count.
pub(super) fn count(statement: &mut Statement, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    statement.sql("SELECT count(*)");
    let source = &Source::of(query.list, scope);
    rows(statement, source, query, firm_id, scope, Reach::Narrowing);
}

/// Writes the statement for the sums of a contract list.
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

/// Writes the statement that selects the uuid of every row.
pub fn write_uuids(statement: &mut Statement, question: &ScopedQuery, firm_id: i32) {
    uuids(statement, &question.query, firm_id, &question.scope);
}

/// Writes the statement that selects the uuid of every row, for use as a subquery.
pub(super) fn uuids(statement: &mut Statement, query: &CheckedQuery, firm_id: i32, scope: &Scope) {
    let source = Source::of(query.list, scope);
    statement.sql("SELECT t.uuid");
    rows(statement, &source, query, firm_id, scope, Reach::Narrowing);
}

/// Writes ` FROM … WHERE …` with firm, kind, deletion and all conditions of the query.
fn rows(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
    reach: Reach,
) {
    let table = match reach {
        Reach::Narrowing => totals_table(source, query).unwrap_or(source.table),
        Reach::Page | Reach::Every | Reach::Cells => source.table,
    };
    statement.sql(" FROM ").sql(table).sql(" t");
    join_masks(statement, source, query.list, &sight(query, firm_id, scope));
    scoped::join(statement, query, firm_id, scope, reach);
    matching(statement, source, query, firm_id, scope);
}

/// Writes only ` WHERE …`, for callers with their own FROM clause.
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

/// Returns the totals table if the query filters and sorts only by totals.
fn totals_table(source: &Source, query: &CheckedQuery) -> Option<&'static str> {
    let filtered = query.filter.iter().flatten().map(|condition| condition.column);
    let mut used = filtered.chain(query.sort.iter().map(|(column, _)| *column));
    let reads_text = !query.search.is_empty() || !query.report_search.is_empty();
    source
        .totals_table
        .filter(|_| !reads_text && used.all(|column| column.totals))
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

/// Texts sort case- and accent-insensitively, by an indexed key if the list has one.
fn sort_expression(statement: &mut Statement, source: &Source, query: &CheckedQuery, column: &Column) {
    if let Some(key) = (source.sort_key)(column.key) {
        source.masks.write_cell(statement, column.key, |statement| {
            statement.sql(key);
        });
    } else if column.column_type == ColumnType::Text {
        statement.sql("firmbook_fold(");
        expression(statement, source, query, column.key);
        statement.sql(") COLLATE \"C\"");
    } else {
        expression(statement, source, query, column.key);
    }
}

/// Empty cells come last in both directions. The uuid breaks ties.
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
            SortDirection::Desc if column.nullable || source.masks.cover(column.key) => " DESC NULLS LAST, ",
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

/// The uuid sorts in the direction of the last column, so that one index serves the order in both directions.
fn last_direction(query: &CheckedQuery) -> SortDirection {
    query
        .sort
        .last()
        .map_or(SortDirection::Asc, |(_, direction)| *direction)
}

/// Seeks past the cursor's row, if the sort order allows it. Returns the number of rows skipped that way.
fn seek(statement: &mut Statement, source: &Source, query: &CheckedQuery) -> u64 {
    let Some(cursor) = &query.after else { return 0 };
    // Cells of shared reports may be empty.
    if query.shown.is_some() || !source.masks.is_empty() {
        return 0;
    }
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
        ColumnType::Money | ColumnType::Percent => "numeric",
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
