//! Row visibility as SQL, shared by lists, records, totals, activity and quick search. `sources` defines which rows
//! of a list belong to a block of agents.

use super::compile::uuids;
use super::condition::narrow;
use super::masks;
use super::scoped;
use super::sources::{Block, Rows, Source};
use super::statement::Statement;
use crate::auth::{Scope, SharedRows, Sight};
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::Bool;
use shared::list::ListName;

/// Writes ` AND …` to restrict `t`, the rows of the list's table, to the visible ones. Writes nothing if all
/// are visible.
pub fn write_visible(statement: &mut Statement, list: ListName, sight: &Sight<'_>, rows: Rows) {
    match sight.scope {
        Scope::All => {}
        Scope::Block { agents, maker } => {
            let block = Block {
                firm_id: sight.firm_id,
                agents,
                maker,
                rows,
            };
            (Source::of(list, sight.scope).write_block)(statement, &block);
        }
        Scope::Shared(reports) => {
            let of_list = reports.iter().filter(|report| report.report_type.list() == list);
            statement.sql(" AND ");
            write_reports(statement, list, sight, of_list);
        }
    }
}

/// Writes the condition for the rows of any of these reports of the list, each within the scope of its owner.
pub(super) fn write_reports<'a>(
    statement: &mut Statement,
    list: ListName,
    sight: &Sight<'_>,
    reports: impl Iterator<Item = &'a SharedRows>,
) {
    statement.is_rare = true;
    statement.sql("(FALSE");
    for report in reports {
        // A report with an invalid query has no rows.
        let Ok(mut rows) = report.query.checked(report.report_type, sight.day) else {
            continue;
        };
        rows.time_zone = sight.time_zone.to_owned();
        if scoped::needs_scoped_totals(&rows, &report.scope) {
            statement.sql(" OR t.uuid IN (");
            uuids(statement, &rows, sight.firm_id, &report.scope);
            statement.sql(")");
        } else {
            statement.sql(" OR (TRUE");
            let source = Source::of(list, &report.scope);
            narrow(statement, &source, &rows, sight.firm_id, &report.scope);
            statement.sql(")");
        }
    }
    statement.sql(")");
}

/// Joins `shown`, one row with the flags that masked cells of row `t` depend on. Writes nothing if no cell
/// depends on its row.
pub(super) fn join_masks(statement: &mut Statement, source: &Source, list: ListName, sight: &Sight<'_>) {
    if !source.masks.depend_on_rows() {
        return;
    }
    statement.sql(" CROSS JOIN LATERAL (SELECT ");
    for (i, group) in masks::groups(list, sight.scope).into_iter().enumerate() {
        statement.sql(if i > 0 { ", " } else { "" });
        write_reports(statement, list, sight, group.reports.into_iter());
        statement.sql(&format!(" AS g{i}"));
    }
    // OFFSET keeps the planner from repeating the conditions in every cell.
    statement.sql(" OFFSET 0) shown");
}

/// SQL condition that a row of a list's table is visible.
pub struct IsVisible(Statement);

impl IsVisible {
    pub fn new(list: ListName, sight: &Sight<'_>) -> Self {
        let mut statement = Statement::default();
        if *sight.scope == Scope::All {
            statement.sql("TRUE");
        } else {
            let table = Source::of(list, sight.scope).table;
            let outer = if list.contact_kind().is_some() {
                "contact"
            } else {
                table
            };
            statement.sql(&format!(
                "EXISTS (SELECT FROM {table} t WHERE t.uuid = {outer}.uuid AND t.firm_id = {outer}.firm_id"
            ));
            write_visible(&mut statement, list, sight, Rows::Few);
            statement.sql(")");
        }
        Self(statement)
    }
}

impl Expression for IsVisible {
    type SqlType = Bool;
}

impl<T> AppearsOnTable<T> for IsVisible {}

impl<G> ValidGrouping<G> for IsVisible {
    type IsAggregate = is_aggregate::Never;
}

impl QueryId for IsVisible {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for IsVisible {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}
