//! Paging: total and stable sort orders, and correct row counts on every page and beyond the last one.

use super::book::{all_columns, always, fill, search_path};
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::contract::contract_number_key;
use shared::list::{Column, ColumnType, ListName};
use shared::text::fold;
use std::cmp::Ordering;

const ROWS: usize = 45;
const PAGE: usize = 10;

async fn page(client: &Client, list: ListName, question: &Value, limit: Value) -> Value {
    let mut body = question.clone();
    body["limit"] = limit;
    client.post(search_path(list), body).await.ok()
}

fn items(page: &Value) -> Vec<Value> {
    page["items"].as_array().unwrap().clone()
}

/// Reads all pages, each with the cursor of the previous one.
async fn rows_by_cursor(client: &Client, list: ListName, question: &Value, total: usize) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let limit = json!({ "offset": rows.len(), "rowCount": PAGE, "after": cursor });
        let page = page(client, list, question, limit).await;
        assert_eq!(page["totalRecords"], total, "{question}");
        let more = items(&page);
        if more.is_empty() {
            assert_eq!(page["cursor"], Value::Null);
            return rows;
        }
        rows.extend(more);
        cursor = page["cursor"].clone();
        assert!(rows.len() <= total, "{question} returns too many rows");
    }
}

async fn rows_by_offset(
    client: &Client,
    list: ListName,
    question: &Value,
    total: usize,
    size: usize,
) -> Vec<Value> {
    let mut rows = Vec::new();
    for offset in (0..total + 2 * size).step_by(size) {
        let page = page(
            client,
            list,
            question,
            json!({ "offset": offset, "rowCount": size }),
        )
        .await;
        assert_eq!(page["totalRecords"], total, "{question} from {offset}");
        rows.extend(items(&page));
    }
    rows
}

/// Compares two non-null cells of a column.
fn compare(list: ListName, column: &Column, a: &Value, b: &Value) -> Ordering {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    match column.column_type {
        ColumnType::Text if list.contact_kind().is_none() && column.key.ends_with("Number") => {
            contract_number_key(&text(a)).cmp(&contract_number_key(&text(b)))
        }
        ColumnType::Text => fold(&text(a)).cmp(&fold(&text(b))),
        ColumnType::Choice | ColumnType::Date => text(a).cmp(&text(b)),
        ColumnType::Timestamp => text(a)
            .parse::<jiff::Timestamp>()
            .unwrap()
            .cmp(&text(b).parse::<jiff::Timestamp>().unwrap()),
        ColumnType::Money | ColumnType::Percent => {
            let amount = |value| text(value).parse::<rust_decimal::Decimal>().unwrap();
            amount(a).cmp(&amount(b))
        }
        ColumnType::Integer => a.as_i64().cmp(&b.as_i64()),
        ColumnType::Flag => a.as_bool().cmp(&b.as_bool()),
    }
}

fn sorted(list: ListName, column: &Column, is_descending: bool, mut rows: Vec<Value>) -> Vec<Value> {
    let turn = |order: Ordering| if is_descending { order.reverse() } else { order };
    rows.sort_by(|a, b| {
        let cells = (&a[column.key], &b[column.key]);
        let by_cell = match (cells.0.is_null(), cells.1.is_null()) {
            (false, false) => turn(compare(list, column, cells.0, cells.1)),
            (a, b) => a.cmp(&b),
        };
        by_cell.then_with(|| turn(a["uuid"].as_str().cmp(&b["uuid"].as_str())))
    });
    rows
}

async fn assert_every_order(list: ListName) {
    let app = TestApp::new().await;
    fill(&app, list, ROWS).await;
    let client = app.admin().await;
    let columns = all_columns(list);
    for column in list.columns().iter().filter(|column| column.sorts) {
        for direction in ["asc", "desc"] {
            let question = json!({ "selectColumns": columns, "sort": [{ "column": column.key, "direction": direction }] });
            let whole = page(&client, list, &question, json!({ "rowCount": 500 })).await;
            assert_eq!(whole["totalRecords"], ROWS);
            let whole = items(&whole);
            assert_eq!(whole.len(), ROWS);
            let expected = sorted(list, column, direction == "desc", whole.clone());
            assert_eq!(whole, expected, "{} by {} {direction}", list.as_str(), column.key);
            assert_eq!(
                rows_by_cursor(&client, list, &question, ROWS).await,
                whole,
                "{} by {} {direction}",
                list.as_str(),
                column.key
            );
        }
    }
}

/// Tests the lists in parallel, because there are thousands of pages.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sorts_every_list_by_every_column() {
    let tests = ListName::ALL.map(|list| tokio::spawn(assert_every_order(list)));
    for test in tests {
        test.await.unwrap();
    }
}

#[tokio::test]
async fn pages_of_any_size_add_up_to_the_whole_list() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    for list in [ListName::Agents, ListName::Policies] {
        fill(&app, list, ROWS).await;
        for sort in [
            json!([]),
            json!([{ "column": "deathBenefit", "direction": "desc" }]),
            json!([{ "column": "source", "direction": "desc" }, { "column": "deathBenefit", "direction": "asc" }]),
            json!([{ "column": "agentIntegrationEnabled", "direction": "asc" }]),
            json!([{ "column": "owner", "direction": "asc" }, { "column": "carrier", "direction": "asc" }]),
        ] {
            let fits = sort
                .as_array()
                .unwrap()
                .iter()
                .all(|sort| list.column(sort["column"].as_str().unwrap()).is_some());
            for filter in [
                json!([]),
                json!([{ "column": "deathBenefit", "op": "gt", "value": "0.01" }]),
            ] {
                if !fits {
                    continue;
                }
                let question = json!({ "sort": sort, "filter": filter });
                let whole = page(&client, list, &question, json!({ "rowCount": 500 })).await;
                let total = items(&whole).len();
                assert_eq!(whole["totalRecords"], total);
                for size in [1, 7, total, total + 1] {
                    assert_eq!(
                        rows_by_offset(&client, list, &question, total, size).await,
                        items(&whole),
                        "{question}"
                    );
                }
                assert_eq!(
                    rows_by_cursor(&client, list, &question, total).await,
                    items(&whole),
                    "{question}"
                );
            }
        }
    }
}

#[tokio::test]
async fn cursor_can_skip_pages_and_is_rejected_for_another_order() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let list = ListName::Agents;
    fill(&app, list, ROWS).await;
    for column in ["name", "deathBenefit", "city"] {
        let question = json!({ "sort": [{ "column": column, "direction": "asc" }] });
        let whole = items(&page(&client, list, &question, json!({ "rowCount": 500 })).await);
        let first = page(&client, list, &question, json!({ "rowCount": 5 })).await;
        let later = json!({ "offset": 30, "rowCount": 5, "after": first["cursor"] });
        let later = page(&client, list, &question, later).await;
        assert_eq!(items(&later), whole[30..35], "{column}");
        assert_eq!(later["totalRecords"], ROWS);
        let mut other = json!({ "sort": [{ "column": "policyCount", "direction": "asc" }, { "column": "name", "direction": "asc" }] });
        other["limit"] = json!({ "offset": 5, "after": first["cursor"] });
        client
            .post(search_path(list), other)
            .await
            .invalid("limit.after", "no_cursor");
        let early = json!({ "limit": { "offset": 4, "after": first["cursor"] } });
        client
            .post(search_path(list), early)
            .await
            .invalid("limit.after", "no_cursor");
    }
}

#[tokio::test]
async fn maintained_count_equals_the_computed_one() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    for list in ListName::ALL {
        let everything = json!({ "filter": [always(list)] });
        assert_eq!(
            client.post(search_path(list), json!({})).await.ok()["totalRecords"],
            0
        );
        fill(&app, list, ROWS).await;
        let kept = client.post(search_path(list), json!({})).await.ok();
        let counted = client.post(search_path(list), everything).await.ok();
        assert_eq!(
            (&kept["totalRecords"], &counted["totalRecords"]),
            (&json!(ROWS), &json!(ROWS))
        );
        assert_eq!(kept["items"], counted["items"]);
        let beyond = json!({ "limit": { "offset": 100_000_000 } });
        let beyond = client.post(search_path(list), beyond).await.ok();
        assert_eq!(
            beyond,
            json!({ "items": [], "totalRecords": ROWS, "cursor": null })
        );
    }
}
