//! Row visibility as SQL, shared by lists, records, totals, activity and quick search.

use super::compile::uuids;
use super::condition::{line, narrow};
use super::scoped;
use super::source::Source;
use super::statement::{Bind, Statement};
use crate::auth::{Scope, SharedRows, Sight};
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::Bool;
use shared::contact::ContactKind;
use shared::list::ListName;
use uuid::Uuid;

/// How many rows are checked. For many, the set of visible uuids is computed once. For few, each row is
/// looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    Many,
    Few,
}

/// Writes ` AND …` to restrict `t`, the rows of the list's table, to the visible ones. Writes nothing if all
/// are visible.
pub fn within(statement: &mut Statement, list: ListName, sight: &Sight<'_>, rows: Rows) {
    match sight.scope {
        Scope::All => {}
        Scope::Block { agents, maker } => {
            within_block(statement, list, sight.firm_id, agents, maker, rows);
        }
        Scope::Shared(reports) => within_reports(statement, list, sight, reports),
    }
}

fn within_block(
    statement: &mut Statement,
    list: ListName,
    firm_id: i32,
    agents: &[Uuid],
    maker: &str,
    rows: Rows,
) {
    let firm = || Bind::Integer(firm_id);
    let maker = Bind::Text(maker.to_owned());
    let agents = Bind::Uuids(agents.to_vec());
    if list == ListName::AuditLog {
        // Roles with a narrower scope have no default access to the audit log. Users who are granted it see
        // their own actions.
        statement.sql(" AND t.actor_key = ").bind(maker);
        return;
    }
    if list == ListName::Cohorts {
        // The user's own cohorts, and those of the professionals they support.
        statement.sql(" AND (t.created_by = ").bind(maker.clone());
        statement.sql(
            " OR t.created_by IN (SELECT professional_key FROM firm_assignment_support WHERE firm_id = ",
        );
        statement
            .bind(firm())
            .sql(" AND user_key = ")
            .bind(maker)
            .sql("))");
        return;
    }
    let own = "SELECT contract_uuid FROM contract_party WHERE deleted_at IS NULL AND kind = 1 AND firm_id = ";
    match list.contact_kind() {
        Some(ContactKind::Agent) => {
            statement.sql(" AND (t.uuid = ANY(").bind(agents);
            statement.sql(") OR t.created_by = ").bind(maker).sql(")");
        }
        Some(_) => {
            statement
                .sql(" AND (t.created_by = ")
                .bind(maker)
                .sql(" OR t.uuid IN (SELECT contact_uuid FROM contract_party WHERE deleted_at IS NULL");
            if rows == Rows::Few {
                statement.sql(" AND contact_uuid = t.uuid");
            }
            statement.sql(" AND firm_id = ").bind(firm());
            statement.sql(" AND contract_uuid IN (").sql(own).bind(firm());
            statement.sql(" AND contact_uuid = ANY(").bind(agents).sql("))))");
        }
        None => {
            statement.sql(" AND t.uuid IN (").sql(own).bind(firm());
            statement.sql(&format!(" AND line = {} AND contact_uuid = ANY(", line(list)));
            statement.bind(agents).sql("))");
        }
    }
}

/// Writes the condition for the rows of any of the reports, each within the scope of its owner.
fn within_reports(statement: &mut Statement, list: ListName, sight: &Sight<'_>, reports: &[SharedRows]) {
    statement.is_rare = true;
    statement.sql(" AND (FALSE");
    for report in reports.iter().filter(|report| report.report_type.list() == list) {
        // A report with an invalid query has no rows.
        let Ok(mut rows) = report.query.checked(report.report_type, sight.day) else {
            continue;
        };
        rows.time_zone = sight.time_zone.to_owned();
        if scoped::narrows(&rows, &report.scope) {
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

/// SQL condition that a row of a list's table is visible.
pub struct Seen(Statement);

impl Seen {
    pub fn new(list: ListName, sight: &Sight<'_>) -> Self {
        let mut statement = Statement::default();
        if *sight.scope == Scope::All {
            statement.sql("TRUE");
        } else {
            let table = Source::of(list, sight.scope).table;
            statement.sql(&format!(
                "EXISTS (SELECT FROM {table} t WHERE t.uuid = {table}.uuid AND t.firm_id = {table}.firm_id"
            ));
            within(&mut statement, list, sight, Rows::Few);
            statement.sql(")");
        }
        Self(statement)
    }
}

impl Expression for Seen {
    type SqlType = Bool;
}

impl<T> AppearsOnTable<T> for Seen {}

impl<G> ValidGrouping<G> for Seen {
    type IsAggregate = is_aggregate::Never;
}

impl QueryId for Seen {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Seen {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}
