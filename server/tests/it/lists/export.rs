//! CSV export: same rows as the list, formula-safe cells, fixed file names.

use super::book::{all_columns, fill, search_path};
use crate::support::{OTHER_FIRM, TestApp};
use serde_json::{Value, json};
use shared::contact::phone;
use shared::contract::options;
use shared::list::{Column, ColumnType, ListName};

const LISTS: [(ListName, &str, &str); 5] = [
    (ListName::Agents, "FirmAgent", "FirmAgents.csv"),
    (ListName::Owners, "FirmOwner", "FirmOwenrs.csv"),
    (ListName::Insureds, "FirmInsured", "FirmInsureds.csv"),
    (ListName::Policies, "allpolicy", "AllPolicies.csv"),
    (ListName::Annuities, "allannuity", "AllAnnuities.csv"),
];

/// Sort columns: the first has duplicate values, the second is unique.
fn sort_columns(list: ListName) -> [&'static str; 2] {
    match list {
        ListName::Policies => ["carrier", "policyNumber"],
        ListName::Annuities => ["carrier", "contractNumber"],
        _ => ["city", "name"],
    }
}

fn records(text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').expect("a byte order mark");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

/// CSV text of a cell of a page.
fn csv_cell(column: &Column, value: &Value) -> String {
    match (column.column_type, value) {
        (_, Value::Null) => String::new(),
        (ColumnType::Choice, Value::String(code)) => {
            let choices = options(column.choices.unwrap());
            choices
                .into_iter()
                .find(|choice| choice.code == *code)
                .unwrap()
                .label
        }
        (_, Value::String(text)) if column.key == "phone" || column.key == "mobilePhone" => {
            phone::format(text)
        }
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

#[tokio::test]
async fn exports_the_rows_of_the_list_in_the_same_order() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Eve Foe").of_firm(OTHER_FIRM).insert().await;
    for (list, resource, file) in LISTS {
        fill(&app, list, 60).await;
        let [first, second] = sort_columns(list);
        for question in [
            json!({}),
            json!({ "filter": [{ "column": "deathBenefit", "op": "gt", "value": "0" }],
                    "sort": [{ "column": first, "direction": "desc" }, { "column": second, "direction": "asc" }] }),
            json!({ "searchText": "zurich", "limit": { "offset": 5, "rowCount": 1 } }),
        ] {
            let mut question = question;
            question["selectColumns"] = json!(all_columns(list));
            let reply = admin.post(format!("/{resource}/export"), question.clone()).await;
            assert_eq!(reply.status, 200);
            assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
            assert_eq!(
                reply.header("content-disposition"),
                format!("attachment; filename=\"{file}\"")
            );
            let records = records(&reply.text());
            let labels: Vec<&str> = list.columns().iter().map(|column| column.label).collect();
            assert_eq!(records[0], labels);

            question["limit"] = json!({ "rowCount": 500 });
            let page = admin.post(search_path(list), question).await.ok();
            let rows = page["items"].as_array().unwrap();
            assert!(!rows.is_empty());
            let cells = |row: &Value| -> Vec<String> {
                list.columns()
                    .iter()
                    .map(|column| csv_cell(column, &row[column.key]))
                    .collect()
            };
            assert_eq!(records[1..], rows.iter().map(cells).collect::<Vec<_>>());
        }
    }
    let audited = "SELECT count(*) FROM audit_log WHERE action = 'export' AND details -> 'columns' ?| '{taxId,carrier}'";
    assert_eq!(app.number(audited).await, 15);
}

#[tokio::test]
async fn escapes_formulas_in_cells_and_labels() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let typed = ["=cmd|' /C calc'!A0", "+1 2", "-1", "@SUM(A1)", "＝1", "=1,\"2\""];
    for text in typed {
        app.agent("Ada Lee")
            .with("display_name", text)
            .with("city", text)
            .insert()
            .await;
    }
    let question =
        json!({ "selectColumns": ["name", "city"], "customLabels": { "name": "=Label", "city": "Town" } });
    let text = admin.post("/FirmAgent/export", question).await.text();
    let records = records(&text);
    assert_eq!(records[0], ["'=Label", "Town"]);
    let mut found: Vec<&str> = records[1..]
        .iter()
        .map(|record| record[0].strip_prefix('\'').unwrap())
        .collect();
    found.sort_unstable();
    let mut expected = typed.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn streams_large_files_and_writes_headers_of_empty_ones() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let empty = admin
        .post("/FirmOwner/export", json!({ "selectColumns": ["name", "state"] }))
        .await;
    assert_eq!(empty.text(), "\u{feff}Name,State\r\n");
    app.execute(
        "INSERT INTO contact (firm_id, uuid, kind, display_name, owner_type, notes)
         SELECT 1, gen_random_uuid(), 2, 'Owner ' || lpad(i::text, 6, '0') || repeat(' x', 60), 1, 'n'
         FROM generate_series(1, 5000) i",
    )
    .await;
    let text = admin
        .post("/FirmOwner/export", json!({ "selectColumns": ["name"] }))
        .await
        .text();
    let records = records(&text);
    assert_eq!(records.len(), 5001);
    assert!(records[1][0].starts_with("Owner 000001") && records[5000][0].starts_with("Owner 005000"));
}

#[tokio::test]
async fn rejects_invalid_queries() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (_, resource, _) in LISTS {
        let path = format!("/{resource}/export");
        admin
            .post(&path, json!({ "selectColumns": ["salary"] }))
            .await
            .invalid("selectColumns[0]", "unknown_column");
        let labels = json!({ "customLabels": { "deathBenefit": "" } });
        admin
            .post(&path, labels)
            .await
            .invalid("customLabels.deathBenefit", "length");
    }
}
