//! SQL for filter conditions and search words.

use super::sources::{Rows, Source};
use super::statement::{Bind, Statement};
use super::visible::write_visible;
use crate::auth::{Scope, Sight};
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::list::anniversary::leap_day_month;
use shared::list::column::PEOPLE_SEPARATOR;
use shared::list::custom_fields::number_of;
use shared::list::groups::PartySet;
use shared::list::people::PeopleTest;
use shared::list::search_term::SearchTerm;
use shared::list::{CheckedQuery, ColumnType, Condition, ListSubject, Operand, Test};
use uuid::Uuid;

/// Writes ` AND …` for every condition of the query except firm and kind.
pub(super) fn narrow(
    statement: &mut Statement,
    source: &Source,
    query: &CheckedQuery,
    firm_id: i32,
    scope: &Scope,
) {
    for search in &query.search {
        statement.sql(" AND ");
        term(statement, search, |statement| searched(statement, source, query));
    }
    for search in &query.report_search {
        statement.sql(" AND ");
        term(statement, search, |statement| {
            statement.sql("t.search_text");
        });
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
    match (query.party, query.list.subject()) {
        (None, _) => {}
        (Some((kind, uuid)), ListSubject::Contract(line)) => {
            write_party(statement, firm_id, line, (kind, uuid), query.party_set);
        }
        // Only the server sets this combination. Requests cannot.
        (Some((kind, uuid)), ListSubject::Contact(of)) => {
            write_shares_contract(statement, firm_id, of, (kind, uuid));
        }
        (Some(_), ListSubject::Other) => {
            statement.sql(" AND FALSE");
        }
    }
    if let Some(beneficiary) = query.beneficiary {
        statement
            .sql(" AND t.uuid IN (SELECT contract_uuid FROM beneficiary WHERE deleted_at IS NULL AND firm_id = ")
            .bind(Bind::Integer(firm_id))
            .sql(" AND person_key = (SELECT person_key FROM beneficiary WHERE firm_id = ")
            .bind(Bind::Integer(firm_id))
            .sql(" AND uuid = ")
            .bind(Bind::Uuid(beneficiary))
            .sql("))");
    }
    if let (Some(set), ListSubject::Contract(line)) = (query.without, query.list.subject()) {
        write_without(statement, firm_id, line, set);
    }
    if let Some(cohort) = query.cohort {
        statement.sql(" AND t.uuid IN (SELECT contact_uuid FROM cohort_contact WHERE firm_id = ");
        statement
            .bind(Bind::Integer(firm_id))
            .sql(" AND cohort_uuid = ")
            .bind(Bind::Uuid(cohort))
            .sql(")");
    }
    if let Some(uuids) = &query.among {
        statement
            .sql(" AND t.uuid = ANY(")
            .bind(Bind::Uuids(uuids.clone()))
            .sql(")");
    }
    if !query.except.is_empty() {
        statement
            .sql(" AND t.uuid <> ALL(")
            .bind(Bind::Uuids(query.except.clone()))
            .sql(")");
    }
    write_visible(statement, query.list, &sight(query, firm_id, scope), Rows::Many);
}

/// Writes ` AND …` for contracts `t` that a contact is party to.
pub fn write_party(
    statement: &mut Statement,
    firm_id: i32,
    line: Line,
    (kind, uuid): (ContactKind, Uuid),
    set: Option<PartySet>,
) {
    statement
        .sql(" AND t.uuid IN (SELECT contract_uuid FROM contract_party WHERE firm_id = ")
        .bind(Bind::Integer(firm_id))
        .sql(" AND contact_uuid = ")
        .bind(Bind::Uuid(uuid))
        .sql(" AND kind = ")
        .bind(Bind::SmallInt(kind as i16));
    if let Some(set) = set {
        statement.sql(" AND ").sql(in_set(set));
    }
    statement.sql(&format!(" AND line = {} AND deleted_at IS NULL)", line.number()));
}

/// Writes ` AND …` for contracts `t` without anyone in a set.
fn write_without(statement: &mut Statement, firm_id: i32, line: Line, set: PartySet) {
    statement.sql(" AND NOT EXISTS (SELECT FROM ");
    statement.sql(match set {
        PartySet::Beneficiaries => "beneficiary",
        PartySet::Agents | PartySet::OtherAdvisors | PartySet::Owners => "contract_party",
    });
    statement.sql(" WHERE firm_id = ").bind(Bind::Integer(firm_id));
    statement.sql(&format!(
        " AND line = {} AND contract_uuid = t.uuid AND deleted_at IS NULL",
        line.number()
    ));
    if set != PartySet::Beneficiaries {
        statement.sql(" AND ").sql(in_set(set));
    }
    statement.sql(")");
}

/// Writes ` AND …` for contacts `t` of a kind that are party to a contract together with another contact.
pub fn write_shares_contract(
    statement: &mut Statement,
    firm_id: i32,
    of: ContactKind,
    (kind, uuid): (ContactKind, Uuid),
) {
    statement
        .sql(" AND t.uuid IN (SELECT own.contact_uuid FROM contract_party own JOIN contract_party other USING (firm_id, line, contract_uuid) WHERE own.firm_id = ")
        .bind(Bind::Integer(firm_id))
        .sql(" AND own.kind = ")
        .bind(Bind::SmallInt(of as i16))
        .sql(" AND own.deleted_at IS NULL AND other.deleted_at IS NULL AND other.contact_uuid = ")
        .bind(Bind::Uuid(uuid))
        .sql(" AND other.kind = ")
        .bind(Bind::SmallInt(kind as i16))
        .sql(")");
}

/// Writes the condition that the text contains the term.
pub(super) fn term(statement: &mut Statement, term: &SearchTerm, text: impl Fn(&mut Statement)) {
    let like = |statement: &mut Statement, part: &str| {
        text(statement);
        statement.sql(" LIKE ").bind(Bind::Text(containing(part)));
    };
    statement.sql("(");
    for (i, word) in term.words.iter().enumerate() {
        if i > 0 {
            statement.sql(" AND ");
        }
        like(statement, word);
    }
    if let Some(phone) = &term.phone {
        statement.sql(" OR ");
        like(statement, phone);
    }
    statement.sql(")");
}

/// Writes the text that search words are matched against. For viewers of shared reports, it consists of the
/// text columns that they can see.
fn searched(statement: &mut Statement, source: &Source, query: &CheckedQuery) {
    if query.shown.is_none() && source.masks.is_empty() {
        statement.sql("t.search_text");
        return;
    }
    let is_shown = |key: &str| {
        query
            .shown
            .as_ref()
            .is_none_or(|shown| shown.column(key).is_some())
    };
    let texts = query
        .list
        .columns()
        .iter()
        .filter(|column| column.column_type == ColumnType::Text && is_shown(column.key));
    let (number, _) = query.list.default_sort();
    statement.sql("firmbook_fold(concat_ws(' ', ''");
    for column in texts {
        statement.sql(", ");
        expression(statement, source, query, column.key);
        if query.list.is_of_contracts() && column.key == number.key {
            // Numbers also match without their separators.
            statement.sql(", translate(");
            expression(statement, source, query, column.key);
            statement.sql(", ' -', '')");
        }
    }
    statement.sql("))");
}

/// Returns the scope, date and time zone that the query is evaluated in.
pub(super) fn sight<'a>(query: &'a CheckedQuery, firm_id: i32, scope: &'a Scope) -> Sight<'a> {
    Sight {
        firm_id,
        scope,
        day: query.today,
        time_zone: &query.time_zone,
    }
}

/// Returns the condition on `contract_party` that selects the links of a set.
pub(super) fn in_set(set: PartySet) -> &'static str {
    match set {
        PartySet::Agents => "kind = 1",
        PartySet::OtherAdvisors => "kind = 1 AND type_id = 3",
        PartySet::Owners => "role IN ('Owner', 'JointOwner')",
        // Not parties. Queries for them have `CheckedQuery::beneficiary` instead of a party.
        PartySet::Beneficiaries => "FALSE",
    }
}

/// Returns the `LIKE` pattern for texts that contain `part`.
pub fn containing(part: &str) -> String {
    format!("%{}%", escape_like(part))
}

/// Returns the `LIKE` pattern for texts that start with `part`.
pub(super) fn starting(part: &str) -> String {
    format!("{}%", escape_like(part))
}

/// Escapes `%`, `_` and `\`, which are ordinary characters in user input.
fn escape_like(word: &str) -> String {
    word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Writes the SQL for the cells of a column. Cells that the viewer cannot see are empty.
pub(super) fn expression(statement: &mut Statement, source: &Source, query: &CheckedQuery, key: &str) {
    let write = |statement: &mut Statement| value(statement, source, query, key);
    source.masks.write_cell(statement, key, write);
}

/// Placeholders in the SQL of columns: the viewer's date, time zone and agents, the month of anniversaries of
/// February 29, and the name of the column's custom field.
const PLACEHOLDERS: [&str; 5] = ["$today", "$zone", "$agents", "$leap_month", "$custom_field"];

/// Writes the SQL of a column with bound values in place of its placeholders.
fn value(statement: &mut Statement, source: &Source, query: &CheckedQuery, key: &str) {
    let mut rest = (source.expression)(key).unwrap_or("NULL");
    let first = |text: &str| {
        let found = PLACEHOLDERS
            .iter()
            .filter_map(|name| Some((text.find(name)?, *name)));
        found.min()
    };
    while let Some((_, name)) = first(rest)
        && let Some((before, after)) = rest.split_once(name)
    {
        statement.sql(before);
        match name {
            "$today" => statement.bind(Bind::Date(query.today.into())).sql("::date"),
            "$zone" => statement.bind(Bind::Text(query.time_zone.clone())).sql("::text"),
            "$agents" => statement.bind(Bind::Uuids(source.agents.clone())),
            "$custom_field" => write_custom_field_name(statement, source, key),
            _ => statement
                .bind(Bind::Text(leap_day_month(query.today)))
                .sql("::text"),
        };
        rest = after;
    }
    statement.sql(rest);
}

/// Writes the name of a column's custom field, as a subquery that is evaluated once for all rows.
fn write_custom_field_name<'a>(
    statement: &'a mut Statement,
    source: &Source,
    key: &str,
) -> &'a mut Statement {
    statement
        .sql("(SELECT name FROM custom_field WHERE firm_id = firmbook_firm() AND contact_kind = ")
        .bind(Bind::SmallInt(source.kind.unwrap_or_default()))
        .sql(" AND column_number = ")
        .bind(Bind::SmallInt(number_of(key).unwrap_or_default()))
        .sql(")")
}

fn write(statement: &mut Statement, source: &Source, query: &CheckedQuery, condition: &Condition) {
    let column = condition.column;
    if let Some(test) = PeopleTest::of(condition) {
        statement.sql(&format!("('{PEOPLE_SEPARATOR}' || firmbook_fold("));
        expression(statement, source, query, column.key);
        statement
            .sql(&format!(") || '{PEOPLE_SEPARATOR}' LIKE ANY("))
            .bind(Bind::Texts(
                test.texts.iter().map(|text| containing(text)).collect(),
            ))
            .sql(if test.negated { ")) IS NOT TRUE" } else { "))" });
        return;
    }
    let is_text = column.column_type == ColumnType::Text;
    // Texts are compared case- and accent-insensitively, other types exactly.
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

/// All values of a condition have the type of its column.
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
