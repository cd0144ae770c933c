//! Counts and sums of a contact for a viewer who sees a part of the firm: over the contracts of that part, where a
//! viewer of the whole firm reads what is kept.

use super::statement::{Bind, Statement};
use crate::auth::Scope;
use shared::list::CheckedQuery;

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

/// Joins `scoped`, the ten totals of `t` within the viewer's scope, where the query asks for any of them: one contact
/// at a time for the rows of a page, those of the whole block at once where every row is looked at.
pub(super) fn join(
    statement: &mut Statement,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
    reach: Reach,
) {
    let Some(agents) = scope.agents() else {
        return;
    };
    if query.list.contact_kind().is_none() {
        return;
    }
    let narrowing = query.filter.iter().flatten().map(|condition| condition.column);
    let mut narrowing = narrowing.chain(query.sort.iter().map(|(column, _)| *column));
    let narrows = reach != Reach::Cells && narrowing.any(|column| column.totals);
    let shows = reach != Reach::Narrowing && query.columns.iter().any(|column| column.totals);
    let agents = || Bind::Uuids(agents.to_vec());
    if narrows || (shows && reach == Reach::Every) {
        statement
            .sql(" LEFT JOIN firmbook_block_totals(")
            .bind(Bind::Integer(firm_id));
        statement
            .sql(", ")
            .bind(agents())
            .sql(") scoped ON scoped.contact_uuid = t.uuid");
    } else if shows {
        statement
            .sql(" CROSS JOIN LATERAL firmbook_contact_totals(")
            .bind(Bind::Integer(firm_id));
        statement.sql(", t.uuid, ").bind(agents()).sql(") scoped");
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
