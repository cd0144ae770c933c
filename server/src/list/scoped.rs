//! Totals of contacts for viewers who see only part of a firm. The maintained totals cover all contracts of the firm.
//! Other totals are computed over the contracts of a scope.
//!
//! A shared report shows what its owner sees, so its totals cover the contracts in the owner's scope. If several
//! shared reports show a total, it covers the contracts of all of their owners.

use super::condition::sight;
use super::masks::{self, shows_maintained};
use super::sources::Source;
use super::statement::{Bind, Statement};
use super::visible::{join_masks, write_reports};
use crate::auth::{Scope, SharedRows, Sight};
use shared::contract::Line;
use shared::list::{CheckedQuery, ListName};
use uuid::Uuid;

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
pub(super) fn needs_scoped_totals(query: &CheckedQuery, scope: &Scope) -> bool {
    if query.list.contact_kind().is_none() || shows_maintained(query.list, scope) {
        return false;
    }
    let narrowing = query.filter.iter().flatten().map(|condition| condition.column);
    let mut narrowing = narrowing.chain(query.sort.iter().map(|(column, _)| *column));
    narrowing.any(|column| column.totals)
}

/// Joins `scoped`, the ten totals of contact `t` within the scope, if the query uses any of them. For one
/// page, totals are computed per contact. If every row is needed, the totals of the whole block are computed
/// at once. Follows [`join_masks`].
pub(super) fn join(
    statement: &mut Statement,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
    reach: Reach,
) {
    if query.list.contact_kind().is_none() || shows_maintained(query.list, scope) {
        return;
    }
    let is_scoped = reach != Reach::Cells && needs_scoped_totals(query, scope);
    let shows = reach != Reach::Narrowing && query.columns.iter().any(|column| column.totals);
    if !is_scoped && !shows {
        return;
    }
    match scope {
        Scope::Block { agents, .. } if is_scoped || reach == Reach::Every => {
            statement
                .sql(" LEFT JOIN firmbook_block_totals(")
                .bind(Bind::Integer(firm_id));
            statement
                .sql(", ")
                .bind(Bind::Uuids(agents.clone()))
                .sql(") scoped ON scoped.contact_uuid = t.uuid");
        }
        _ => totals_of_one(statement, query.list, &sight(query, firm_id, scope)),
    }
}

/// Writes the statement for the ten totals of a contact, as one array. Returns `None` if contacts of the list
/// show their maintained totals.
pub fn totals_of_contact(list: ListName, uuid: Uuid, sight: &Sight<'_>) -> Option<Statement> {
    if shows_maintained(list, sight.scope) {
        return None;
    }
    let mut statement = Statement::default();
    let source = Source::of(list, sight.scope);
    statement
        .sql(
            "SELECT array[scoped.policy_count, scoped.death_benefit, scoped.annualized_premium,
               scoped.policy_cash_value, scoped.policy_surrender_value, scoped.annuity_count, scoped.contract_value,
               scoped.premiums_paid, scoped.annuity_cash_value, scoped.annuity_surrender_value] AS totals
             FROM ",
        )
        .sql(source.table).sql(" t");
    join_masks(&mut statement, &source, list, sight);
    totals_of_one(&mut statement, list, sight);
    statement
        .sql(" WHERE t.firm_id = ")
        .bind(Bind::Integer(sight.firm_id))
        .sql(" AND t.uuid = ")
        .bind(Bind::Uuid(uuid));
    Some(statement)
}

/// Joins `scoped`, one row with the ten totals of contact `t`.
fn totals_of_one(statement: &mut Statement, list: ListName, sight: &Sight<'_>) {
    match sight.scope {
        Scope::All => {}
        Scope::Block { agents, .. } => {
            statement
                .sql(" CROSS JOIN LATERAL firmbook_contact_totals(")
                .bind(Bind::Integer(sight.firm_id));
            statement
                .sql(", t.uuid, ")
                .bind(Bind::Uuids(agents.clone()))
                .sql(") scoped");
        }
        Scope::Shared(_) => totals_of_shared(statement, list, sight),
    }
}

/// Joins `scoped` for shared reports. A contract counts in a total if the owner of a report sees it, and that
/// report contains the contact and shows the total.
fn totals_of_shared(statement: &mut Statement, list: ListName, sight: &Sight<'_>) {
    let firm = || Bind::Integer(sight.firm_id);
    let groups = masks::groups(list, sight.scope);
    let counts = |key: &str| {
        let showing = (0..)
            .zip(&groups)
            .filter(|(_, group)| group.columns.contains(&key));
        let flags: Vec<String> = showing
            .map(|(i, _): (usize, _)| {
                let is_in_group = if groups.len() > 1 {
                    format!("shown.g{i} AND ")
                } else {
                    String::new()
                };
                format!("{is_in_group}seen.g{i}")
            })
            .collect();
        if flags.is_empty() {
            "FALSE".to_owned()
        } else {
            flags.join(" OR ")
        }
    };
    statement.sql(" CROSS JOIN LATERAL (SELECT ");
    for line in Line::ALL {
        let (table, count, key) = match line {
            Line::Life => ("policy", "policy_count", "policyCount"),
            Line::Annuity => ("annuity", "annuity_count", "annuityCount"),
        };
        let separator = if *line == Line::Life { "" } else { ", " };
        statement.sql(&format!(
            "{separator}count({table}.uuid) FILTER (WHERE {}) AS {count}",
            counts(key)
        ));
        for (key, column) in amounts(*line) {
            let name = match (line, column) {
                (_, "cash_value" | "surrender_value") => format!("{table}_{column}"),
                _ => column.to_owned(),
            };
            statement.sql(&format!(
                ", coalesce(sum({table}.{column}) FILTER (WHERE {}), 0.00) AS {name}",
                counts(key)
            ));
        }
    }
    statement
        .sql(
            " FROM (SELECT DISTINCT line, contract_uuid FROM contract_party
                WHERE contact_uuid = t.uuid AND deleted_at IS NULL AND firm_id = ",
        )
        .bind(firm())
        .sql(") party CROSS JOIN LATERAL (SELECT ");
    for (i, group) in groups.iter().enumerate() {
        statement.sql(if i > 0 { ", " } else { "" });
        write_contract_in_scope(statement, group.scope, sight.firm_id);
        statement.sql(&format!(" AS g{i}"));
    }
    statement.sql(") seen");
    for line in Line::ALL {
        let table = Source::of(ListName::of_contracts(*line), &Scope::All).table;
        statement
            .sql(&format!(
                " LEFT JOIN {table} ON {table}.uuid = party.contract_uuid AND party.line = {}
                    AND {table}.deleted_at IS NULL AND {table}.firm_id = ",
                line.number()
            ))
            .bind(firm());
    }
    statement.sql(") scoped");
}

/// Writes the condition that the contract of `party` is in the scope of a report's owner.
fn write_contract_in_scope(statement: &mut Statement, scope: &Scope, firm_id: i32) {
    match scope {
        Scope::All => {
            statement.sql("TRUE");
        }
        Scope::Block { agents, .. } => {
            statement
                .sql(
                    "EXISTS (SELECT FROM contract_party agent
                       WHERE agent.contract_uuid = party.contract_uuid AND agent.kind = 1
                         AND agent.deleted_at IS NULL AND agent.contact_uuid = ANY(",
                )
                .bind(Bind::Uuids(agents.clone()))
                .sql(") AND agent.firm_id = ")
                .bind(Bind::Integer(firm_id))
                .sql(")");
        }
        // Owners of shared reports have no such scope.
        Scope::Shared(_) => {
            statement.sql("FALSE");
        }
    }
}

/// Writes the statement for the contracts of the contacts in `hits` that the viewer's totals cover, each once.
pub(super) fn write_contracts(statement: &mut Statement, list: ListName, sight: &Sight<'_>) {
    let whole = |scope| Owners { scope, reports: None };
    let owners = match sight.scope {
        Scope::Shared(reports) => by_owners_scope(list, reports),
        scope => vec![whole(scope)],
    };
    if owners.is_empty() {
        statement.sql("SELECT line, contract_uuid FROM contract_party WHERE FALSE");
    }
    for (i, owner) in owners.iter().enumerate() {
        statement.sql(if i > 0 { " UNION " } else { "" });
        statement.sql("SELECT DISTINCT party.line, party.contract_uuid FROM contract_party party");
        if owner.reports.is_some() {
            statement
                .sql(" JOIN ")
                .sql(Source::of(list, owner.scope).table)
                .sql(" t ON t.uuid = party.contact_uuid AND t.firm_id = party.firm_id");
        }
        statement
            .sql(" WHERE party.deleted_at IS NULL AND party.contact_uuid IN (SELECT uuid FROM hits) AND party.firm_id = ")
            .bind(Bind::Integer(sight.firm_id));
        if let Some(reports) = &owner.reports {
            statement.sql(" AND ");
            write_reports(statement, list, sight, reports.iter().copied());
        }
        if let Scope::Block { agents, .. } = owner.scope {
            statement
                .sql(
                    " AND party.contract_uuid IN (SELECT contract_uuid FROM contract_party
                       WHERE deleted_at IS NULL AND kind = 1 AND firm_id = ",
                )
                .bind(Bind::Integer(sight.firm_id))
                .sql(" AND contact_uuid = ANY(")
                .bind(Bind::Uuids(agents.clone()))
                .sql("))");
        }
    }
}

/// Owners of shared reports who have the same scope.
struct Owners<'a> {
    scope: &'a Scope,
    /// Reports of which at least one must contain the contact. `None` if this needs no check.
    reports: Option<Vec<&'a SharedRows>>,
}

fn by_owners_scope(list: ListName, reports: &[SharedRows]) -> Vec<Owners<'_>> {
    let mut owners: Vec<(&Scope, Vec<&SharedRows>)> = Vec::new();
    for report in reports.iter().filter(|report| report.report_type.list() == list) {
        match owners.iter_mut().find(|(scope, _)| **scope == report.scope) {
            Some((_, reports)) => reports.push(report),
            None => owners.push((&report.scope, vec![report])),
        }
    }
    let is_single = owners.len() == 1;
    let owners = owners.into_iter();
    owners
        .map(|(scope, reports)| Owners {
            scope,
            reports: (!is_single).then_some(reports),
        })
        .collect()
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
