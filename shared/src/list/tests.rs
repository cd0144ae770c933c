use super::eval::{Cell, Row, matches};
use super::*;
use crate::audit;
use crate::problem::FieldProblem;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const TODAY: Date = date(2026, 11, 21);

fn query(body: Value) -> ListQuery {
    serde_json::from_value(body).unwrap()
}

fn faults(list: ListName, body: Value) -> Vec<(String, String)> {
    let Err(found) = check(list, &query(body), TODAY) else {
        return Vec::new();
    };
    found
        .into_iter()
        .map(|FieldProblem { field, code, .. }| (field, code))
        .collect()
}

#[test]
fn limits_the_cost_of_a_filter() {
    let is_empty = json!({ "column": "npn", "op": "isEmpty" });
    let contains = json!({ "column": "npn", "op": "contains", "value": "1" });
    let one_of = json!({ "column": "npn", "op": "in", "value": vec!["1"; 200] });
    let groups = |condition: &Value, sizes: &[usize]| {
        let sizes = sizes.iter().filter(|size| **size > 0);
        let groups = sizes.map(|size| json!({ "any": vec![condition; *size] }));
        json!({ "filter": groups.collect::<Vec<_>>() })
    };
    for (condition, allowed, refused) in [
        (&is_empty, [50, 50, 0], [50, 50, 1]),
        (&contains, [10, 10, 0], [10, 10, 1]),
        (&one_of, [2, 2, 1], [2, 2, 2]),
    ] {
        assert_eq!(faults(ListName::Agents, groups(condition, &allowed)), []);
        let too_many = [("filter".to_owned(), "too_many".to_owned())];
        assert_eq!(faults(ListName::Agents, groups(condition, &refused)), too_many);
    }
}

#[test]
fn names_and_column_keys_are_unique() {
    let mut resources = BTreeSet::new();
    for list in ListName::ALL {
        let keys: BTreeSet<_> = list.columns().iter().map(|column| column.key).collect();
        assert_eq!(keys.len(), list.columns().len(), "{list:?}");
        assert_eq!(ListName::from_name(list.as_str()), Some(list));
        assert_eq!(serde_json::to_value(list).unwrap(), list.as_str());
        assert!(resources.insert(list.spec().resource), "{list:?}");
    }
    let codes: BTreeSet<_> = audit::subjects().map(|(code, _)| code).collect();
    assert_eq!(codes.len(), audit::subjects().count());
}

#[test]
fn subjects_match_the_lists_of_contacts_and_contracts() {
    for kind in ContactKind::ALL {
        assert_eq!(ListName::of_contacts(kind).subject(), ListSubject::Contact(kind));
    }
    for line in Line::ALL {
        assert_eq!(
            ListName::of_contracts(*line).subject(),
            ListSubject::Contract(*line)
        );
    }
}

#[test]
fn files_and_failures_are_named_as_specified() {
    for (list, file, load, export) in [
        (
            ListName::Agents,
            "FirmAgents",
            "Could not load agents!",
            "An error occurred when trying to export Agents.",
        ),
        (
            ListName::Owners,
            "FirmOwenrs",
            "Could not load owners!",
            "An error occurred when trying to export Owners.",
        ),
        (
            ListName::Insureds,
            "FirmInsureds",
            "Could not load insureds!",
            "An error occurred when trying to export Insureds.",
        ),
        (
            ListName::Policies,
            "AllPolicies",
            "Could not load policies!",
            "An error occurred when trying to export Policies.",
        ),
        (
            ListName::Annuities,
            "AllAnnuities",
            "Could not load annuities!",
            "An error occurred when trying to export Annuities.",
        ),
    ] {
        assert_eq!(list.spec().export_file, file);
        let failures = ListFailures::of(list);
        assert_eq!(failures.load, Message::failure("Failure", load));
        assert_eq!(failures.export, Message::failure("", export));
    }
}

#[test]
fn empty_query_uses_defaults() {
    let checked = check(ListName::Agents, &ListQuery::default(), TODAY).unwrap();
    assert!(checked.columns.iter().all(|column| column.default));
    assert_eq!(checked.sort[0].0.key, "name");
    assert_eq!((checked.offset, checked.row_count), (0, 50));
    assert!(checked.is_unfiltered());
}

#[test]
fn reports_query_errors_by_field() {
    let deep = json!({ "any": [{ "any": [{ "column": "npn", "op": "isEmpty" }] }] });
    let table: Vec<(Value, &str, &str)> = vec![
        (
            json!({ "selectColumns": ["salary"] }),
            "selectColumns[0]",
            "unknown_column",
        ),
        (
            json!({ "selectColumns": ["npn", "npn"] }),
            "selectColumns[1]",
            "duplicate",
        ),
        (
            json!({ "customLabels": { "salary": "x" } }),
            "customLabels.salary",
            "unknown_column",
        ),
        (
            json!({ "customLabels": { "npn": "  " } }),
            "customLabels.npn",
            "length",
        ),
        (
            json!({ "sort": [{ "column": "taxId", "direction": "asc" }] }),
            "sort[0].column",
            "not_sortable",
        ),
        (
            json!({ "sort": [{ "column": "x", "direction": "asc" }] }),
            "sort[0].column",
            "unknown_column",
        ),
        (
            json!({ "limit": { "offset": -1 } }),
            "limit.offset",
            "out_of_range",
        ),
        (
            json!({ "limit": { "rowCount": 501 } }),
            "limit.rowCount",
            "out_of_range",
        ),
        (
            json!({ "limit": { "rowCount": 0 } }),
            "limit.rowCount",
            "out_of_range",
        ),
        (
            json!({ "limit": { "after": "nonsense" } }),
            "limit.after",
            "no_cursor",
        ),
        (json!({ "searchText": "x".repeat(201) }), "searchText", "length"),
        (
            json!({ "searchText": "a b c d e f g h i" }),
            "searchText",
            "too_many",
        ),
        (json!({ "filter": ["npn"] }), "filter[0]", "shape"),
        (
            json!({ "filter": [{ "column": "salary", "op": "eq", "value": 1 }] }),
            "filter[0].column",
            "unknown_column",
        ),
        (
            json!({ "filter": [{ "column": "taxId", "op": "eq", "value": "1" }] }),
            "filter[0].column",
            "not_filterable",
        ),
        (
            json!({ "filter": [{ "column": "npn", "op": "gt", "value": "1" }] }),
            "filter[0].op",
            "operator_does_not_fit",
        ),
        (
            json!({ "filter": [{ "column": "npn", "op": "drop" }] }),
            "filter[0].op",
            "operator_does_not_fit",
        ),
        (
            json!({ "filter": [{ "column": "name", "op": "isEmpty" }] }),
            "filter[0].op",
            "operator_does_not_fit",
        ),
        (
            json!({ "filter": [{ "column": "policyCount", "op": "eq", "value": "1" }] }),
            "filter[0].value",
            "type",
        ),
        (
            json!({ "filter": [{ "column": "deathBenefit", "op": "gt", "value": "lots" }] }),
            "filter[0].value",
            "type",
        ),
        (
            json!({ "filter": [{ "column": "state", "op": "eq", "value": "Atlantis" }] }),
            "filter[0].value",
            "unknown_choice",
        ),
        (
            json!({ "filter": [{ "column": "dob", "op": "between", "value": ["2020-01-01"] }] }),
            "filter[0].value",
            "shape",
        ),
        (
            json!({ "filter": [{ "column": "dob", "op": "between", "value": ["2020-01-02", "2020-01-01"] }] }),
            "filter[0].value",
            "reversed",
        ),
        (
            json!({ "filter": [{ "column": "deathBenefit", "op": "between", "value": ["10", "9.99"] }] }),
            "filter[0].value",
            "reversed",
        ),
        (
            json!({ "filter": [{ "column": "dob", "op": "inNextDays", "value": -1 }] }),
            "filter[0].value",
            "out_of_range",
        ),
        (
            json!({ "filter": [{ "column": "state", "op": "in", "value": [] }] }),
            "filter[0].value",
            "shape",
        ),
        (
            json!({ "filter": [{ "column": "npn", "op": "eq", "value": "1", "or": 2 }] }),
            "filter[0].or",
            "unknown_field",
        ),
        (json!({ "filter": [{ "any": [] }] }), "filter[0]", "shape"),
        (json!({ "filter": [deep] }), "filter[0].any[0]", "too_deep"),
        (
            json!({ "filter": vec![json!({ "column": "npn", "op": "isEmpty" }); 51] }),
            "filter",
            "too_many",
        ),
        (json!({ "uuid": uuid::Uuid::nil() }), "uuid", "not_for_this_list"),
    ];
    for (body, field, code) in table {
        assert_eq!(
            faults(ListName::Agents, body.clone()),
            [(field.to_owned(), code.to_owned())],
            "{body}"
        );
    }
    let cohort = json!({ "cohortUuid": uuid::Uuid::nil() });
    assert_eq!(
        faults(ListName::Insureds, cohort),
        [("cohortUuid".to_owned(), "not_for_this_list".to_owned())]
    );
    let half = json!({ "contactType": 1 });
    assert_eq!(
        faults(ListName::Policies, half),
        [("uuid".to_owned(), "required".to_owned())]
    );
}

#[test]
fn rejects_cursor_of_another_sort() {
    let cursor = |key: &[&str], rows| {
        let key = key.iter().map(|&value| value.to_owned()).collect();
        cursor::Cursor {
            rows,
            total: 9,
            key,
            uuid: uuid::Uuid::nil(),
        }
        .encode()
    };
    let by_benefit = |after: String| {
        json!({ "sort": [{ "column": "deathBenefit", "direction": "desc" }],
                "limit": { "offset": 100, "after": after } })
    };
    assert_eq!(faults(ListName::Agents, by_benefit(cursor(&["12.50"], 100))), []);
    for bad in [
        cursor(&["lots"], 100),
        cursor(&[], 100),
        cursor(&["1", "2"], 100),
        cursor(&["1"], 101),
    ] {
        let found = faults(ListName::Agents, by_benefit(bad.clone()));
        assert_eq!(
            found,
            [("limit.after".to_owned(), "no_cursor".to_owned())],
            "{bad}"
        );
    }
}

#[test]
fn anniversary_ranges_cover_year_end_and_leap_days() {
    use anniversary::within;
    assert_eq!(within(date(2026, 11, 21), 10), [(1121, 1201)]);
    assert_eq!(within(date(2026, 12, 25), 10), [(1225, 1231), (101, 104)]);
    assert_eq!(within(date(2026, 3, 1), 0), [(301, 301), (229, 229)]);
    assert_eq!(within(date(2028, 3, 1), 0), [(301, 301)]);
    assert_eq!(within(date(2026, 2, 20), 5), [(220, 225)]);
    assert_eq!(within(date(2026, 2, 20), 20), [(220, 312)]);
    assert_eq!(within(date(2026, 5, 1), 400), [(101, 1231)]);
    assert_eq!(within(date(2027, 3, 2), 364), [(302, 1231), (101, 229)]);
}

#[test]
fn anniversary_of_february_29_is_in_march_unless_the_next_is_in_a_leap_year() {
    let month = anniversary::leap_day_month;
    for (today, expected) in [
        (date(2026, 11, 21), "03"),
        (date(2027, 3, 1), "03"),
        (date(2027, 3, 2), "02"),
        (date(2028, 2, 29), "02"),
        (date(2028, 3, 1), "03"),
    ] {
        assert_eq!(month(today), expected, "{today}");
    }
}

struct Cells(BTreeMap<&'static str, Cell>);

impl Row for Cells {
    fn cell(&self, key: &str) -> Cell {
        self.0.get(key).cloned().unwrap_or(Cell::Empty)
    }

    fn search_text(&self) -> String {
        match self.cell("name") {
            Cell::Text(name) => crate::text::fold(&name),
            _ => String::new(),
        }
    }
}

fn holds(condition: &Value, cell: Cell) -> bool {
    let key = ListName::Agents
        .column(condition["column"].as_str().unwrap())
        .unwrap()
        .key;
    let checked = check(ListName::Agents, &query(json!({ "filter": [condition] })), TODAY).unwrap();
    matches(&checked, &Cells(BTreeMap::from([(key, cell)])))
}

#[test]
fn evaluates_conditions() {
    let text = |text: &str| Cell::Text(text.into());
    let money = |text: &str| Cell::Money(text.parse().unwrap());
    let on = |column, op, value: Value| json!({ "column": column, "op": op, "value": value });
    let table: Vec<(Value, Cell, bool)> = vec![
        (on("city", "eq", json!("zürich")), text("Zürich"), true),
        (on("city", "contains", json!("URI")), text("Zürich"), true),
        (on("city", "startsWith", json!("ich")), text("Zürich"), false),
        (on("city", "ne", json!("x")), Cell::Empty, true),
        (on("city", "notIn", json!(["x", "zurich"])), text("Zürich"), false),
        (on("city", "isEmpty", Value::Null), text(""), true),
        (on("city", "isNotEmpty", Value::Null), Cell::Empty, false),
        (on("state", "in", json!(["NY", "CA"])), text("CA"), true),
        (on("deathBenefit", "gte", json!("10.10")), money("10.1"), true),
        (on("deathBenefit", "gt", json!(10.1)), money("10.10"), false),
        (
            on("deathBenefit", "between", json!(["1", "2"])),
            money("2.00"),
            true,
        ),
        (on("age", "lt", json!(30)), Cell::Empty, false),
        (
            on("dob", "inLastDays", json!(1)),
            Cell::Date(date(2026, 11, 20)),
            true,
        ),
        (
            on("dob", "inLastDays", json!(1)),
            Cell::Date(date(2026, 11, 22)),
            false,
        ),
        (
            on("dob", "inNextDays", json!(1)),
            Cell::Date(date(2026, 11, 22)),
            true,
        ),
        (
            on("dob", "anniversaryWithinDays", json!(9)),
            Cell::Date(date(1964, 11, 30)),
            true,
        ),
        (
            on("dob", "anniversaryWithinDays", json!(8)),
            Cell::Date(date(1964, 11, 30)),
            false,
        ),
        (
            on("agentIntegrationEnabled", "eq", json!(true)),
            Cell::Flag(true),
            true,
        ),
    ];
    for (condition, cell, expected) in table {
        assert_eq!(
            holds(&condition, cell.clone()),
            expected,
            "{condition} of {cell:?}"
        );
    }
}

proptest! {
    #[test]
    fn ne_is_the_complement_of_eq(value in "[a-z]{1,3}", cell in proptest::option::of("[a-zA-Z]{0,3}")) {
        let cell = cell.map_or(Cell::Empty, Cell::Text);
        let eq = holds(&json!({ "column": "city", "op": "eq", "value": value }), cell.clone());
        let ne = holds(&json!({ "column": "city", "op": "ne", "value": value }), cell);
        prop_assert_ne!(eq, ne);
    }

    #[test]
    fn check_rejects_arbitrary_json(text in "\\PC{0,40}", number in any::<i64>(), depth in 0..6usize) {
        let mut item = json!({ "column": text, "op": text, "value": [text, number, null, { "a": number }] });
        for _ in 0..depth {
            item = json!({ "any": [item] });
        }
        let body = ListQuery { filter: vec![serde_json::from_value(item).unwrap()], search_text: Some(text), ..ListQuery::default() };
        prop_assert!(check(ListName::Agents, &body, TODAY).is_err());
    }
}
