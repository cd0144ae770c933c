//! Random filters return the same rows, counts and sums as plain SQL. The plain SQL is written
//! independently of the list engine, by column and operator.

mod filters;
mod tables;

use super::book::{Picks, search_path};
use crate::support::{Client, TestApp};
use filters::{Filter, Filters};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use shared::list::{ListName, ListSubject};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::str::FromStr;
use tables::{ROWS, plain_table, sums_of_contacts, sums_of_contracts};

/// Returns the number of filters per list.
fn filter_count() -> usize {
    setting("FIRMBOOK_FILTERS", 20)
}

/// Returns the random seed of the filters. A failure prints it, so that the run can be repeated.
fn seed() -> u64 {
    setting("FIRMBOOK_FILTER_SEED", 20_261_126)
}

fn setting<T: FromStr<Err: Debug>>(name: &str, default: T) -> T {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

#[tokio::test]
async fn random_filters_equal_plain_sql() {
    let app = TestApp::new().await;
    tables::fill_book(&app).await;
    let client = app.admin().await;
    // The first request starts the session, before the plain tables copy the audit log.
    client.get("/User/details").await.ok();
    for list in ListName::ALL {
        app.execute(&plain_table(list)).await;
        let (filters, rows) = (list_filters(&app, list).await, ROWS as usize);
        let mut narrowing = 0;
        for filter in &filters {
            let found = compare(&app, &client, list, filter).await;
            narrowing += usize::from((1..rows).contains(&found));
        }
        // If nearly all results were empty or complete, the comparison would prove little.
        assert!(
            narrowing * 2 > filters.len(),
            "{}: {narrowing} of {} filters select some but not all rows (seed {})",
            list.as_str(),
            filters.len(),
            seed()
        );
    }
}

/// Returns the random filters of a list, after one that selects all rows.
async fn list_filters(app: &TestApp, list: ListName) -> Vec<Filter> {
    let sql = format!(
        "SELECT jsonb_agg(cells) FROM (
           SELECT jsonb_object_agg(key, value) AS cells FROM plain_{} t, jsonb_each_text(to_jsonb(t))
           GROUP BY t.uuid ORDER BY t.uuid) rows",
        list.as_str()
    );
    let rows = app.text(&sql).await.unwrap();
    let rows: Vec<Value> = serde_json::from_str(&rows).unwrap();
    assert_eq!(rows.len(), ROWS as usize, "{}", list.as_str());
    let mut filters = Filters::new(list, &rows, Picks(seed() + list as u64));
    let mut all = vec![Filter::default()];
    all.extend((0..filter_count()).map(|place| filters.next(place)));
    let left: Vec<_> = filters.unused().collect();
    assert!(left.is_empty(), "{}: no filter uses {left:?}", list.as_str());
    all
}

/// Compares the routes with plain SQL. Returns the number of rows.
async fn compare(app: &TestApp, client: &Client, list: ListName, filter: &Filter) -> usize {
    let name = list.as_str();
    let body = json!({ "filter": filter.items, "searchText": filter.search, "limit": { "rowCount": 500 },
                       "selectColumns": [list.columns()[0].key] });
    let hits = format!("SELECT * FROM plain_{name} t WHERE {}", filter.sql);
    let context = format!("seed {}, {name}\n{body}\n{hits}", seed());

    let page = client.post(search_path(list), body.clone()).await;
    assert_eq!(page.status, 200, "{context}\n{}", page.text());
    let page = page.json();
    let uuids = app
        .text(&format!(
            "SELECT coalesce(json_agg(uuid), '[]') FROM ({hits}) hits"
        ))
        .await
        .unwrap();
    let expected: BTreeSet<String> = serde_json::from_str(&uuids).unwrap();
    let items = page["items"].as_array().unwrap().iter();
    let found: BTreeSet<String> = items
        .map(|row| row["uuid"].as_str().unwrap().to_owned())
        .collect();
    let [extra, missing] = [&found - &expected, &expected - &found];
    assert!(
        extra.is_empty() && missing.is_empty(),
        "extra rows {extra:?}, missing rows {missing:?}, {context}"
    );
    assert_eq!(page["totalRecords"], expected.len(), "{context}");

    let sums = match list.subject() {
        ListSubject::Contact(_) => sums_of_contacts(&hits),
        ListSubject::Contract(line) => sums_of_contracts(line, &hits),
        ListSubject::Other => return expected.len(),
    };
    let expected_sums: Value = serde_json::from_str(&app.text(&sums).await.unwrap()).unwrap();
    let path = format!("/{}/totals", list.spec().resource);
    let totals = client.post(path, body).await.ok();
    for (key, sum) in expected_sums.as_object().unwrap() {
        assert_eq!(amount(&totals[key]), amount(sum), "{key}, {context}\n{sums}");
    }
    assert_eq!(totals.as_object().unwrap().len(), 10, "{context}");
    expected.len()
}

/// Parses a count or an amount, so that trailing zeros do not affect comparisons.
fn amount(value: &Value) -> Decimal {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.parse().unwrap()
}
