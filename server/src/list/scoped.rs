//! Totals of contacts for viewers who see part of a firm, computed over the visible contracts. Viewers of the
//! whole firm use the maintained totals.

use super::condition::sight;
use super::sources::{Rows, Source};
use super::statement::{Bind, Statement};
use super::visible::{join_masks, write_visible};
use crate::auth::{Scope, Sight};
use shared::contract::Line;
use shared::list::{CheckedQuery, ListName};

/// The part of a query that a FROM clause serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Filter and sort order of all rows.
    Narrowing,
    /// Filter and sort order, and the cells of one page.
    Page,
    /// Filter and sort order, and the cells of every row.
    Every,
    /// Only the cells of a page found earlier.
    Cells,
}

/// Returns `true` if the query filters or sorts by totals that must be computed for the scope.
pub(super) fn narrows(query: &CheckedQuery, scope: &Scope) -> bool {
    if query.list.contact_kind().is_none() || *scope == Scope::All {
        return false;
    }
    let narrowing = query.filter.iter().flatten().map(|condition| condition.column);
    let mut narrowing = narrowing.chain(query.sort.iter().map(|(column, _)| *column));
    narrowing.any(|column| column.totals)
}

/// Joins `scoped`, the ten totals of contact `t` within the scope, if the query uses any of them. For one
/// page, totals are computed per contact. If every row is needed, the totals of the whole block are computed
/// at once.
pub(super) fn join(
    statement: &mut Statement,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
    reach: Reach,
) {
    if query.list.contact_kind().is_none() {
        return;
    }
    let narrows = reach != Reach::Cells && narrows(query, scope);
    let shows = reach != Reach::Narrowing && query.columns.iter().any(|column| column.totals);
    if !narrows && !shows {
        return;
    }
    match scope {
        Scope::Block { agents, .. } if narrows || reach == Reach::Every => {
            statement
                .sql(" LEFT JOIN firmbook_block_totals(")
                .bind(Bind::Integer(firm_id));
            statement
                .sql(", ")
                .bind(Bind::Uuids(agents.clone()))
                .sql(") scoped ON scoped.contact_uuid = t.uuid");
        }
        _ => totals_of_one(statement, &sight(query, firm_id, scope)),
    }
}

/// Joins `scoped`, one row with the ten totals of contact `t` over the visible contracts. Writes nothing for
/// [`Scope::All`], which uses the maintained totals.
pub fn totals_of_one(statement: &mut Statement, sight: &Sight<'_>) {
    let firm = Bind::Integer(sight.firm_id);
    match sight.scope {
        Scope::All => {}
        Scope::Block { agents, .. } => {
            statement
                .sql(" CROSS JOIN LATERAL firmbook_contact_totals(")
                .bind(firm);
            statement
                .sql(", t.uuid, ")
                .bind(Bind::Uuids(agents.clone()))
                .sql(") scoped");
        }
        Scope::Shared(_) => {
            statement
                .sql(
                    " CROSS JOIN LATERAL (
                       SELECT count(policy.uuid) AS policy_count,
                         coalesce(sum(policy.death_benefit), 0.00) AS death_benefit,
                         coalesce(sum(policy.annualized_premium), 0.00) AS annualized_premium,
                         coalesce(sum(policy.cash_value), 0.00) AS policy_cash_value,
                         coalesce(sum(policy.surrender_value), 0.00) AS policy_surrender_value,
                         count(annuity.uuid) AS annuity_count,
                         coalesce(sum(annuity.contract_value), 0.00) AS contract_value,
                         coalesce(sum(annuity.premiums_paid), 0.00) AS premiums_paid,
                         coalesce(sum(annuity.cash_value), 0.00) AS annuity_cash_value,
                         coalesce(sum(annuity.surrender_value), 0.00) AS annuity_surrender_value
                       FROM (SELECT DISTINCT line, contract_uuid FROM contract_party
                         WHERE contact_uuid = t.uuid AND deleted_at IS NULL AND firm_id = ",
                )
                .bind(firm)
                .sql(") party");
            for line in Line::ALL {
                let list = ListName::of_contracts(*line);
                let source = Source::of(list, sight.scope);
                let table = source.table;
                statement.sql(" LEFT JOIN (SELECT t.uuid");
                for (key, name) in amounts(*line) {
                    statement.sql(", ");
                    source.masks.write_cell(statement, key, |statement| {
                        statement.sql(&format!("t.{name}"));
                    });
                    statement.sql(&format!(" AS {name}"));
                }
                statement.sql(&format!(" FROM {table} t"));
                join_masks(statement, &source, list, sight);
                statement
                    .sql(" WHERE t.deleted_at IS NULL AND t.firm_id = ")
                    .bind(Bind::Integer(sight.firm_id));
                write_visible(statement, list, sight, Rows::Few);
                statement.sql(&format!(
                    ") {table} ON {table}.uuid = party.contract_uuid AND party.line = {}",
                    line.number()
                ));
            }
            statement.sql(") scoped");
        }
    }
}

/// Returns the columns that the totals of a contact sum, by list column and column of the table.
pub(super) fn amounts(line: Line) -> [(&'static str, &'static str); 4] {
    match line {
        Line::Life => [
            ("deathBenefit", "death_benefit"),
            ("annualizedPremium", "annualized_premium"),
            ("policyCashValue", "cash_value"),
            ("policySurrenderValue", "surrender_value"),
        ],
        Line::Annuity => [
            ("contractValue", "contract_value"),
            ("premiumsPaid", "premiums_paid"),
            ("annuityCashValue", "cash_value"),
            ("annuitySurrenderValue", "surrender_value"),
        ],
    }
}
