//! Conditions of a filter, words of a search and the viewer's scope, as SQL.

use super::compile::uuids;
use super::source::Source;
use super::statement::{Bind, Statement};
use crate::auth::{Scope, SharedRows};
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::list::groups::PartySet;
use shared::list::{CheckedQuery, ColumnType, Condition, ListName, Operand, Test, check};

/// Writes ` AND …` for everything that narrows the list beside firm and kind.
pub(super) fn narrow(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
) {
    for word in &query.search {
        statement
            .sql(" AND t.search_text LIKE ")
            .bind(Bind::Text(containing(word)));
    }
    for group in &query.filter {
        statement.sql(" AND (");
        for (i, condition) in group.iter().enumerate() {
            if i > 0 {
                statement.sql(" OR ");
            }
            statement.sql("(");
            write(statement, source, query, condition);
            statement.sql(")");
        }
        statement.sql(")");
    }
    if let Some((kind, uuid)) = query.party {
        statement.sql(" AND t.uuid IN (SELECT contract_uuid FROM contract_party WHERE firm_id = ");
        statement
            .bind(Bind::Integer(firm_id))
            .sql(" AND contact_uuid = ")
            .bind(Bind::Uuid(uuid));
        statement.sql(" AND kind = ").bind(Bind::SmallInt(kind as i16));
        if let Some(set) = query.party_set {
            statement.sql(" AND ").sql(in_set(set));
        }
        statement.sql(&format!(
            " AND line = {} AND deleted_at IS NULL)",
            line(query.list)
        ));
    }
    if let Some(cohort) = query.cohort {
        statement.sql(" AND t.uuid IN (SELECT contact_uuid FROM cohort_contact WHERE firm_id = ");
        statement
            .bind(Bind::Integer(firm_id))
            .sql(" AND cohort_uuid = ")
            .bind(Bind::Uuid(cohort))
            .sql(")");
    }
    match scope {
        Scope::Shared(reports) => within_reports(statement, query, firm_id, reports),
        _ => within(statement, query.list, firm_id, scope),
    }
}

/// The links of a set, as a condition on `contract_party`.
pub(super) fn in_set(set: PartySet) -> &'static str {
    match set {
        PartySet::Agents => "kind = 1",
        PartySet::OtherAdvisors => "kind = 1 AND type_id = 3",
        PartySet::Owners => "role IN ('Owner', 'JointOwner')",
        PartySet::Beneficiaries => "role IN ('PrimaryBeneficiary', 'ContingentBeneficiary')",
    }
}

fn line(list: ListName) -> i16 {
    if list == ListName::Annuities { 2 } else { 1 }
}

/// Narrows to the rows that the viewer may see. Shared rows show in their list and nowhere else.
pub(super) fn within(statement: &mut Statement, list: ListName, firm_id: i32, scope: &Scope) {
    let (agents, maker) = match scope {
        Scope::All => return,
        Scope::Shared(_) => {
            statement.sql(" AND FALSE");
            return;
        }
        Scope::Block { agents, maker } => (agents, maker),
    };
    if list == ListName::AuditLog {
        // Nobody of a narrower scope has the right by their role; who gets it sees what they did themselves.
        statement
            .sql(" AND t.actor_key = ")
            .bind(Bind::Text(maker.clone()));
        return;
    }
    let own = "SELECT contract_uuid FROM contract_party WHERE deleted_at IS NULL AND kind = 1 AND firm_id = ";
    match list.contact_kind() {
        Some(ContactKind::Agent) => {
            statement
                .sql(" AND (t.uuid = ANY(")
                .bind(Bind::Uuids(agents.clone()));
            statement
                .sql(") OR t.created_by = ")
                .bind(Bind::Text(maker.clone()))
                .sql(")");
        }
        Some(_) => {
            statement
                .sql(" AND (t.created_by = ")
                .bind(Bind::Text(maker.clone()));
            statement.sql(" OR t.uuid IN (SELECT contact_uuid FROM contract_party WHERE deleted_at IS NULL AND firm_id = ");
            statement
                .bind(Bind::Integer(firm_id))
                .sql(" AND contract_uuid IN (")
                .sql(own);
            statement
                .bind(Bind::Integer(firm_id))
                .sql(" AND contact_uuid = ANY(");
            statement.bind(Bind::Uuids(agents.clone())).sql("))))");
        }
        None => {
            statement
                .sql(" AND t.uuid IN (")
                .sql(own)
                .bind(Bind::Integer(firm_id));
            statement.sql(&format!(" AND line = {} AND contact_uuid = ANY(", line(list)));
            statement.bind(Bind::Uuids(agents.clone())).sql("))");
        }
    }
}

/// The rows of any of the reports, each within what its owner sees.
fn within_reports(statement: &mut Statement, query: &CheckedQuery, firm_id: i32, reports: &[SharedRows]) {
    statement.is_rare = true;
    statement.sql(" AND (FALSE");
    for report in reports.iter().filter(|report| report.list == query.list) {
        // What a list no longer knows shows nothing.
        if let Ok(rows) = check(query.list, &report.query.to_list_query(), query.today) {
            statement.sql(" OR t.uuid IN (");
            uuids(statement, &rows, firm_id, &report.scope);
            statement.sql(")");
        }
    }
    statement.sql(")");
}

/// The `LIKE` pattern of texts with this part inside.
pub(super) fn containing(part: &str) -> String {
    format!("%{}%", escape_like(part))
}

/// The `LIKE` pattern of texts that start so.
pub(super) fn starting(part: &str) -> String {
    format!("{}%", escape_like(part))
}

/// `%`, `_` and `\` are letters like any other in what a person typed.
fn escape_like(word: &str) -> String {
    word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Writes the SQL of a column, binding the viewer's day and time zone where the expression asks for them.
pub(super) fn expression(statement: &mut Statement, source: &Source, query: &CheckedQuery, key: &str) {
    let text = (source.expression)(key).unwrap_or("NULL");
    if let Some((before, after)) = text.split_once("$today") {
        let today = Bind::Date(query.today.into());
        statement.sql(before).bind(today).sql("::date").sql(after);
    } else if let Some((before, after)) = text.split_once("$zone") {
        let zone = Bind::Text(query.time_zone.clone());
        statement.sql(before).bind(zone).sql("::text").sql(after);
    } else {
        statement.sql(text);
    }
}

fn write(statement: &mut Statement, source: &Source, query: &CheckedQuery, condition: &Condition) {
    let column = condition.column;
    let is_text = column.column_type == ColumnType::Text;
    // Texts are compared folded, codes and everything else as they are.
    let side = |statement: &mut Statement| {
        if is_text {
            statement.sql("firmbook_fold(");
        }
        expression(statement, source, query, column.key);
        if is_text {
            statement.sql(")");
        }
    };
    match &condition.test {
        Test::Empty(wanted) => {
            let is_textual = matches!(column.column_type, ColumnType::Text | ColumnType::Choice);
            statement.sql(if is_textual { "coalesce(" } else { "(" });
            expression(statement, source, query, column.key);
            statement.sql(if is_textual { ", '') = ''" } else { ") IS NULL" });
            statement.sql(if *wanted { " IS TRUE" } else { " IS FALSE" });
        }
        Test::OneOf { values, negated } => {
            side(statement);
            statement.sql(" = ANY(").bind(array(values)).sql(")");
            statement.sql(if *negated { " IS NOT TRUE" } else { "" });
        }
        Test::Contains(part) => {
            side(statement);
            statement.sql(" LIKE ").bind(Bind::Text(containing(part)));
        }
        Test::StartsWith(part) => {
            side(statement);
            statement.sql(" LIKE ").bind(Bind::Text(starting(part)));
        }
        Test::Range { from, to } => {
            let mut is_first = true;
            for (end, strict, inclusive) in [(from, " > ", " >= "), (to, " < ", " <= ")] {
                let Some((value, is_inclusive)) = end else {
                    continue;
                };
                statement.sql(if is_first { "" } else { " AND " });
                side(statement);
                statement
                    .sql(if *is_inclusive { inclusive } else { strict })
                    .bind(single(value));
                is_first = false;
            }
        }
        Test::DayOfYear(ranges) => {
            for (i, (from, to)) in ranges.iter().enumerate() {
                statement.sql(if i > 0 { " OR " } else { "" });
                statement.sql("date_part('month', ");
                expression(statement, source, query, column.key);
                statement.sql(") * 100 + date_part('day', ");
                expression(statement, source, query, column.key);
                statement.sql(&format!(") BETWEEN {from} AND {to}"));
            }
        }
    }
}

fn single(value: &Operand) -> Bind {
    match value {
        Operand::Text(text) => Bind::Text(text.clone()),
        Operand::Integer(number) => Bind::BigInt(*number),
        Operand::Money(amount) => Bind::Money(*amount),
        Operand::Date(date) => Bind::Date((*date).into()),
        Operand::Flag(flag) => Bind::Flag(*flag),
    }
}

/// The values of one condition are of one type: that of its column.
fn array(values: &[Operand]) -> Bind {
    match values.first() {
        Some(Operand::Integer(_)) => Bind::BigInts(collect(values, |value| match value {
            Operand::Integer(number) => Some(*number),
            _ => None,
        })),
        Some(Operand::Money(_)) => Bind::Moneys(collect(values, |value| match value {
            Operand::Money(amount) => Some::<Decimal>(*amount),
            _ => None,
        })),
        Some(Operand::Date(_)) => Bind::Dates(collect(values, |value| match value {
            Operand::Date(date) => Some((*date).into()),
            _ => None,
        })),
        Some(Operand::Flag(_)) => Bind::Flags(collect(values, |value| match value {
            Operand::Flag(flag) => Some(*flag),
            _ => None,
        })),
        _ => Bind::Texts(collect(values, |value| match value {
            Operand::Text(text) => Some(text.clone()),
            _ => None,
        })),
    }
}

fn collect<T>(values: &[Operand], pick: impl Fn(&Operand) -> Option<T>) -> Vec<T> {
    values.iter().filter_map(pick).collect()
}
