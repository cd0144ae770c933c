//! Counts and sums of a contact for a viewer who sees a part of the firm: over the contracts of that part, where a
//! viewer of the whole firm reads what is kept.

use super::condition::{line, sight};
use super::source::Source;
use super::statement::{Bind, Statement};
use super::within::{Rows, within};
use crate::auth::{Scope, Sight};
use shared::list::{CheckedQuery, ListName};

/// What of a query a FROM clause serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Filter and order of all rows.
    Narrowing,
    /// These, and the cells of a page.
    Page,
    /// These, and the cells of every row.
    Every,
    /// The cells of a page that was found before.
    Cells,
}

/// Whether the query is over totals that are counted for the scope.
pub(super) fn narrows(query: &CheckedQuery, scope: &Scope) -> bool {
    if query.list.contact_kind().is_none() || *scope == Scope::All {
        return false;
    }
    let narrowing = query.filter.iter().flatten().map(|condition| condition.column);
    let mut narrowing = narrowing.chain(query.sort.iter().map(|(column, _)| *column));
    narrowing.any(|column| column.totals)
}

/// Joins `scoped`, the ten totals of `t` within the viewer's scope, where the query asks for any of them: one contact
/// at a time for the rows of a page, those of the whole block at once where every row is looked at.
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

/// Joins `scoped`, the ten totals of the contact `t` over the contracts that are seen, in one row; nothing where all of
/// them are, which is kept.
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
            for list in [ListName::Policies, ListName::Annuities] {
                let table = Source::of(list, sight.scope).table;
                statement
                    .sql(&format!(
                        " LEFT JOIN (SELECT t.* FROM {table} t WHERE t.deleted_at IS NULL AND t.firm_id = "
                    ))
                    .bind(Bind::Integer(sight.firm_id));
                within(statement, list, sight, Rows::Few);
                statement.sql(&format!(
                    ") {table} ON {table}.uuid = party.contract_uuid AND party.line = {}",
                    line(list)
                ));
            }
            statement.sql(") scoped");
        }
    }
}

/// The SQL of a total within the scope; who shares no contract of it has nothing.
pub(super) fn column(key: &str) -> Option<&'static str> {
    Some(match key {
        "policyCount" => "coalesce(scoped.policy_count, 0)",
        "deathBenefit" => "coalesce(scoped.death_benefit, 0.00)",
        "annualizedPremium" => "coalesce(scoped.annualized_premium, 0.00)",
        "policyCashValue" => "coalesce(scoped.policy_cash_value, 0.00)",
        "policySurrenderValue" => "coalesce(scoped.policy_surrender_value, 0.00)",
        "annuityCount" => "coalesce(scoped.annuity_count, 0)",
        "contractValue" => "coalesce(scoped.contract_value, 0.00)",
        "premiumsPaid" => "coalesce(scoped.premiums_paid, 0.00)",
        "annuityCashValue" => "coalesce(scoped.annuity_cash_value, 0.00)",
        "annuitySurrenderValue" => "coalesce(scoped.annuity_surrender_value, 0.00)",
        _ => return None,
    })
}
