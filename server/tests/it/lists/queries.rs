//! Invalid queries are rejected with field errors before they reach the database.

use super::book::{all_columns, search_path};
use crate::support::TestApp;
use serde_json::{Value, json};
use shared::list::{ColumnType, ListName};
use uuid::Uuid;

#[tokio::test]
async fn rejects_invalid_queries_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let condition = |column: &str, op: &str, value: Value| json!({ "filter": [{ "column": column, "op": op, "value": value }] });
    let mut deep = json!({ "column": "npn", "op": "eq", "value": "1" });
    for _ in 0..50 {
        deep = json!({ "any": [deep] });
    }
    for (query, field, code) in [
        (
            json!({ "limit": { "rowCount": 501 } }),
            "limit.rowCount",
            "out_of_range",
        ),
        (
            json!({ "limit": { "rowCount": 1_000_000_000 } }),
            "limit.rowCount",
            "out_of_range",
        ),
        (
            json!({ "limit": { "rowCount": 0 } }),
            "limit.rowCount",
            "out_of_range",
        ),
        (
            json!({ "limit": { "rowCount": 1e300 } }),
            "limit.rowCount",
            "type",
        ),
        (
            json!({ "limit": { "offset": -1 } }),
            "limit.offset",
            "out_of_range",
        ),
        (
            json!({ "limit": { "offset": i64::MAX } }),
            "limit.offset",
            "out_of_range",
        ),
        (json!({ "limit": { "offset": 1.5 } }), "limit.offset", "type"),
        (
            json!({ "limit": { "after": "somewhere" } }),
            "limit.after",
            "no_cursor",
        ),
        (
            json!({ "limit": { "after": "x".repeat(100_000) } }),
            "limit.after",
            "no_cursor",
        ),
        (
            json!({ "selectColumns": ["salary"] }),
            "selectColumns[0]",
            "unknown_column",
        ),
        (
            json!({ "selectColumns": ["name", "name"] }),
            "selectColumns[1]",
            "duplicate",
        ),
        (
            json!({ "selectColumns": ["uuid; DROP TABLE contact"] }),
            "selectColumns[0]",
            "unknown_column",
        ),
        (
            json!({ "sort": [{ "column": "salary", "direction": "asc" }] }),
            "sort[0].column",
            "unknown_column",
        ),
        (
            json!({ "sort": [{ "column": "taxId", "direction": "asc" }] }),
            "sort[0].column",
            "not_sortable",
        ),
        (
            json!({ "sort": [{ "column": "name", "direction": "up" }] }),
            "sort[0].direction",
            "type",
        ),
        (
            condition("taxId", "eq", json!("1")),
            "filter[0].column",
            "not_filterable",
        ),
        (
            condition("salary", "eq", json!("1")),
            "filter[0].column",
            "unknown_column",
        ),
        (
            condition("name", "isEmpty", Value::Null),
            "filter[0].op",
            "operator_does_not_fit",
        ),
        (
            condition("deathBenefit", "contains", json!("1")),
            "filter[0].op",
            "operator_does_not_fit",
        ),
        (
            condition("name", "like", json!("1")),
            "filter[0].op",
            "operator_does_not_fit",
        ),
        (
            condition("state", "eq", json!("XX")),
            "filter[0].value",
            "unknown_choice",
        ),
        (
            condition("dob", "eq", json!("2026-02-30")),
            "filter[0].value",
            "type",
        ),
        (
            condition("dob", "eq", json!("-009999-01-01")),
            "filter[0].value",
            "type",
        ),
        (
            condition("dob", "inLastDays", json!(40_001)),
            "filter[0].value",
            "out_of_range",
        ),
        (
            condition("deathBenefit", "eq", json!("1e400")),
            "filter[0].value",
            "type",
        ),
        (
            condition("deathBenefit", "eq", json!(1e300)),
            "filter[0].value",
            "type",
        ),
        (
            condition("deathBenefit", "eq", json!("99999999999999999999")),
            "filter[0].value",
            "type",
        ),
        (
            condition("policyCount", "eq", json!(u64::MAX)),
            "filter[0].value",
            "type",
        ),
        (
            condition("name", "in", json!(vec!["x"; 201])),
            "filter[0].value",
            "shape",
        ),
        (
            condition("name", "eq", json!("x".repeat(201))),
            "filter[0].value",
            "length",
        ),
        (json!({ "filter": [deep] }), "filter[0].any[0]", "too_deep"),
        (
            json!({ "filter": vec![json!({ "column": "npn", "op": "isEmpty" }); 200] }),
            "filter",
            "too_many",
        ),
        (json!({ "searchText": "x".repeat(201) }), "searchText", "length"),
        (
            json!({ "searchText": "a b c d e f g h i" }),
            "searchText",
            "too_many",
        ),
        (
            json!({ "customLabels": { "name": "x".repeat(61) } }),
            "customLabels.name",
            "length",
        ),
        (json!({ "uuid": Uuid::nil() }), "uuid", "not_for_this_list"),
        (json!({ "orderBy": "name" }), "orderBy", "type"),
        (json!({ "cohortUuid": 7 }), "cohortUuid", "type"),
        (json!({ "contactType": 9 }), "contactType", "type"),
    ] {
        for path in ["/FirmAgent/search", "/FirmAgent/totals", "/FirmAgent/export"] {
            admin.post(path, query.clone()).await.invalid(field, code);
        }
    }
    let cohort = json!({ "cohortUuid": Uuid::nil() });
    admin
        .post("/FirmInsured/search", cohort)
        .await
        .invalid("cohortUuid", "not_for_this_list");
}

#[tokio::test]
async fn accepts_the_largest_allowed_query() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    let any: Vec<Value> = (0..20)
        .map(|i| json!({ "column": "name", "op": "contains", "value": format!("{i}\\%_") }))
        .collect();
    let values: Vec<String> = (0..200).map(|i| format!("value {i}")).collect();
    for list in ListName::ALL {
        let first = list
            .columns()
            .iter()
            .find(|column| column.filters && column.column_type == ColumnType::Text)
            .unwrap()
            .key;
        let condition = |count: usize| json!({ "column": first, "op": "notIn", "value": values[..count] });
        // 80 conditions with 950 values, and 20 patterns.
        let mut filter: Vec<Value> = vec![condition(200); 4];
        filter.extend(vec![condition(1); 44]);
        let group = [vec![condition(1); 31], vec![condition(75)]].concat();
        filter.push(json!({ "any": group }));
        if list == ListName::Agents {
            filter.push(json!({ "any": any }));
        }
        let sorts: Vec<Value> = list
            .columns()
            .iter()
            .filter(|column| column.sorts)
            .take(8)
            .map(|column| json!({ "column": column.key, "direction": "desc" }))
            .collect();
        let query = json!({ "selectColumns": all_columns(list), "filter": filter, "sort": sorts,
                            "searchText": "a b c d e f g h", "limit": { "offset": 100_000_000, "rowCount": 500 } });
        admin.post(search_path(list), query).await.ok();
    }
}

#[tokio::test]
async fn extreme_values_are_accepted_or_rejected_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").with("dob", "1964-11-30").insert().await;
    let values = [
        json!("9999-12-31"),
        json!("0001-01-01"),
        json!("0000-01-01"),
        json!("-004714-01-01"),
        json!(i64::MAX),
        json!(i64::MIN),
        json!("9999999999999999.999999"),
        json!("-9999999999999999.999999"),
        json!("0.0000001"),
        json!("\u{10ffff}"),
        json!("a\0b"),
        json!("\u{fffe}"),
        json!(true),
        json!(""),
        json!("NaN"),
        json!(40_000),
    ];
    for column in ListName::Agents.columns().iter().filter(|column| column.filters) {
        for op in shared::list::operator::operators(column) {
            for value in &values {
                let value = match op.arity() {
                    shared::list::operator::Arity::Two => json!([value, value]),
                    shared::list::operator::Arity::Many => json!([value]),
                    _ => value.clone(),
                };
                let query = json!({ "filter": [{ "column": column.key, "op": op, "value": value }] });
                let reply = admin.post("/FirmAgent/search", query.clone()).await;
                match reply.status.as_u16() {
                    200 => {}
                    _ => assert_eq!(
                        reply.refused(400, "invalid")["errors"][0]["field"],
                        "filter[0].value",
                        "{query}"
                    ),
                }
            }
        }
    }
}
