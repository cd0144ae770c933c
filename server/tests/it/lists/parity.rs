//! SQL filters and the shared in-memory filters return the same rows.

use super::book::{DATES, MONEY, PERCENTS, TEXTS, all_columns, fill, search_path};
use super::in_order;
use crate::support::{Client, TestApp};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use server::auth::Scope;
use server::list::Source;
use shared::contract::options;
use shared::list::eval::{Cell, Row, matches};
use shared::list::operator::{Arity, operators};
use shared::list::{Column, ColumnType, FilterOp, ListName, ListQuery, Private, check_shown};
use std::collections::BTreeSet;

/// The current date in New York by the tests' clock.
const TODAY: jiff::civil::Date = jiff::civil::date(2026, 11, 21);
const ROWS: usize = 120;
const CASES: u32 = 400;

/// Search terms: whole values, parts of them, and characters with a special meaning in SQL.
const PARTS: [&str; 16] = [
    "zur",
    "ZÜRICH",
    "%",
    "_",
    "\\",
    "'",
    "ss",
    "i",
    "王",
    "100%",
    "a_b",
    " ",
    "e1",
    "\\s",
    "aoa",
    "\u{1f467}",
];

struct JsonRow {
    list: ListName,
    cells: Value,
    search_text: String,
}

impl Row for JsonRow {
    fn cell(&self, key: &str) -> Cell {
        let value = &self.cells[key];
        let text = || value.as_str().unwrap().to_owned();
        if value.is_null() {
            return Cell::Empty;
        }
        match self.list.column(key).unwrap().column_type {
            ColumnType::Integer => Cell::Integer(value.as_i64().unwrap()),
            ColumnType::Money | ColumnType::Percent => Cell::Money(text().parse().unwrap()),
            ColumnType::Date => Cell::Date(text().parse().unwrap()),
            ColumnType::Flag => Cell::Flag(value.as_bool().unwrap()),
            _ => Cell::Text(text()),
        }
    }

    fn search_text(&self) -> String {
        self.search_text.clone()
    }
}

/// Random indexes from which [`query_of`] builds a query, so that proptest shrinks to simpler queries.
type Choices = (usize, Vec<Vec<[usize; 4]>>, Option<(usize, usize)>);

fn choices() -> impl Strategy<Value = Choices> {
    let condition = prop::array::uniform4(0..1000_usize);
    let groups = prop::collection::vec(prop::collection::vec(condition, 1..3), 0..3);
    (
        0..ListName::ALL.len(),
        groups,
        prop::option::weighted(0.3, (0..PARTS.len(), 0..PARTS.len())),
    )
}

fn query_of(list: ListName, groups: &[Vec<[usize; 4]>], search: Option<(usize, usize)>) -> Value {
    let filterable: Vec<&Column> = list.columns().iter().filter(|column| column.filters).collect();
    let condition = |[column, op, one, other]: &[usize; 4]| {
        let column = filterable[column % filterable.len()];
        let ops: Vec<FilterOp> = operators(column).collect();
        let op = ops[op % ops.len()];
        let value = |pick: usize| value_of(column, op, pick);
        let value = match op.arity() {
            Arity::None => Value::Null,
            Arity::One => value(*one),
            Arity::Two => json!(in_order(vec![value(*one), value(*other)], |value| value)),
            Arity::Many => json!([value(*one), value(*other)]),
            Arity::Days => json!(one % 400),
        };
        json!({ "column": column.key, "op": op, "value": value })
    };
    let filter: Vec<Value> = groups
        .iter()
        .map(|group| match group.as_slice() {
            [one] => condition(one),
            several => json!({ "any": several.iter().map(condition).collect::<Vec<_>>() }),
        })
        .collect();
    let words = search.map(|(one, other)| format!("{} {}", PARTS[one], PARTS[other]));
    json!({ "filter": filter, "searchText": words, "selectColumns": [list.columns()[0].key],
            "limit": { "rowCount": 500 } })
}

fn value_of(column: &Column, op: FilterOp, pick: usize) -> Value {
    match column.column_type {
        ColumnType::Text if matches!(op, FilterOp::Contains | FilterOp::StartsWith) => {
            // Excludes a space, because folding makes it empty and empty values are rejected.
            json!(
                PARTS
                    .into_iter()
                    .filter(|part| *part != " ")
                    .nth(pick % (PARTS.len() - 1))
            )
        }
        ColumnType::Text => json!(TEXTS[pick % TEXTS.len()]),
        ColumnType::Choice => {
            let codes = options(column.choices.unwrap());
            json!(codes[pick % codes.len()].code)
        }
        ColumnType::Integer => json!(pick % 4 * if column.key == "age" { 20 } else { 1 }),
        ColumnType::Money => json!(MONEY[pick % MONEY.len()]),
        ColumnType::Percent => json!(PERCENTS[pick % PERCENTS.len()]),
        ColumnType::Date => json!(DATES[pick % DATES.len()]),
        ColumnType::Flag => json!(pick.is_multiple_of(2)),
        ColumnType::Timestamp => unreachable!("not filtered"),
    }
}

async fn rows_of(app: &TestApp, client: &Client, list: ListName) -> Vec<JsonRow> {
    let query = json!({ "selectColumns": all_columns(list), "limit": { "rowCount": 500 } });
    let page = client.post(search_path(list), query).await.ok();
    let table = Source::of(list, &Scope::All).table;
    let mut rows = Vec::new();
    for cells in page["items"].as_array().unwrap() {
        let sql = format!(
            "SELECT search_text FROM {table} t WHERE uuid = {}",
            cells["uuid"].to_string().replace('"', "'")
        );
        rows.push(JsonRow {
            list,
            cells: cells.clone(),
            search_text: app.text(&sql).await.unwrap(),
        });
    }
    assert_eq!(rows.len(), ROWS);
    rows
}

fn uuids<'a>(rows: impl Iterator<Item = &'a Value>) -> BTreeSet<String> {
    rows.map(|row| row["uuid"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn sql_and_shared_rules_match_the_same_rows() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let (app, client) = runtime.block_on(async {
        let app = TestApp::new().await;
        for list in ListName::ALL {
            fill(&app, list, ROWS).await;
        }
        let client = app.admin().await;
        (app, client)
    });
    let books: Vec<Vec<JsonRow>> = ListName::ALL
        .iter()
        .map(|list| runtime.block_on(rows_of(&app, &client, *list)))
        .collect();
    let mut hits = 0;
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let hits_seen = std::cell::RefCell::new(&mut hits);
    TestRunner::new(config)
        .run(&choices(), |(list, groups, search)| {
            let (list, book) = (ListName::ALL[list], &books[list]);
            let body = query_of(list, &groups, search);
            let query: ListQuery = serde_json::from_value(body.clone()).unwrap();
            let checked = check_shown(list, (None, Private::All), &query, TODAY)
                .map_err(|faults| TestCaseError::fail(format!("{body}: {faults:?}")))?;
            let expected = uuids(
                book.iter()
                    .filter(|row| matches(&checked, *row))
                    .map(|row| &row.cells),
            );
            let page = runtime
                .block_on(client.post(search_path(list), body.clone()))
                .ok();
            let found = uuids(page["items"].as_array().unwrap().iter());
            **hits_seen.borrow_mut() += usize::from(!found.is_empty() && found.len() < ROWS);
            prop_assert_eq!(&page["totalRecords"], expected.len(), "{}", body);
            prop_assert_eq!(found, expected, "{} {}", list.as_str(), body);
            Ok(())
        })
        .unwrap();
    // If nearly all results were empty or complete, the comparison would prove little.
    assert!(
        hits > CASES as usize / 4,
        "{hits} of {CASES} queries matched some but not all rows"
    );
    runtime.block_on(async move { drop(app) });
}

/// Tests every operator of every column at least once, with each kind of value.
#[tokio::test]
async fn every_operator_of_every_column_matches_the_shared_rules() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    for list in ListName::ALL {
        fill(&app, list, ROWS).await;
        let book = rows_of(&app, &client, list).await;
        for (i, column) in list.columns().iter().filter(|column| column.filters).enumerate() {
            for op in 0..operators(column).count() {
                let body = query_of(list, &[vec![[i, op, op + i, op + i + 1]]], None);
                let query: ListQuery = serde_json::from_value(body.clone()).unwrap();
                let checked = check_shown(list, (None, Private::All), &query, TODAY)
                    .unwrap_or_else(|faults| panic!("{body}: {faults:?}"));
                let expected = uuids(
                    book.iter()
                        .filter(|row| matches(&checked, *row))
                        .map(|row| &row.cells),
                );
                let page = client.post(search_path(list), body.clone()).await.ok();
                assert_eq!(
                    uuids(page["items"].as_array().unwrap().iter()),
                    expected,
                    "{} {body}",
                    list.as_str()
                );
            }
        }
    }
}
