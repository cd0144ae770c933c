//! Export as CSV or Excel: same rows as the list, formula-safe cells, fixed file names.

use super::book::{all_columns, exported_columns, exported_keys, fill, search_path};
use crate::support::{OTHER_FIRM, TestApp, wait_until};
use calamine::{Data, DataType, Reader, Xlsx};
use serde_json::{Value, json};
use shared::contact::phone;
use shared::contract::options;
use shared::list::{Column, ColumnType, ListName};
use std::io::Cursor;
use std::time::Duration;

fn export_path(list: ListName) -> String {
    format!("/{}/export", list.spec().resource)
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

/// Returns the CSV text for a page's cell.
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
        (ColumnType::Timestamp, Value::String(at)) => {
            let at: jiff::Timestamp = at.parse().unwrap();
            let local = at.in_tz("America/New_York").unwrap();
            local.strftime("%Y-%m-%d %H:%M:%S").to_string()
        }
        (_, Value::String(text)) if column.key == "phone" || column.key == "mobilePhone" => {
            phone::format(text)
        }
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

/// Returns a sort order of two columns: one with repeated values, then the unique one.
fn order(list: ListName) -> Value {
    let (unique, _) = list.default_sort();
    let repeats = |column: &&Column| column.sorts && column.column_type == ColumnType::Choice;
    let mut columns = exported_columns(list).into_iter();
    let repeated = columns.find(repeats).unwrap_or(unique);
    let mut order = vec![json!({ "column": repeated.key, "direction": "desc" })];
    if repeated != unique {
        order.push(json!({ "column": unique.key, "direction": "asc" }));
    }
    Value::Array(order)
}

/// Returns a condition that matches some rows.
fn sometimes(list: ListName) -> Value {
    let mut columns = exported_columns(list).into_iter();
    let column = columns
        .find(|column| column.filters && column.nullable)
        .unwrap_or_else(|| panic!("{list:?} has no column that may be empty"));
    json!({ "column": column.key, "op": "isNotEmpty" })
}

#[tokio::test]
async fn exports_the_rows_of_every_list_in_the_same_order() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Eve Foe").of_firm(OTHER_FIRM).insert().await;
    for list in ListName::ALL {
        fill(&app, list, 60).await;
        let columns = all_columns(list);
        for question in [
            json!({}),
            json!({ "filter": [sometimes(list)], "sort": order(list) }),
            json!({ "searchText": "zurich", "limit": { "offset": 5, "rowCount": 1 } }),
        ] {
            let mut question = question;
            question["selectColumns"] = json!(columns);
            let reply = admin.post(export_path(list), question.clone()).await;
            assert_eq!(reply.status, 200);
            assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
            let name = list.spec().export_file;
            assert_eq!(
                reply.header("content-disposition"),
                format!("attachment; filename=\"{name}.csv\"; filename*=UTF-8''{name}.csv")
            );
            let records = records(&reply.text());
            let exported = exported_columns(list);
            let heading = |column: &&Column| match column.column_type {
                ColumnType::Timestamp => format!("{} (America/New_York)", column.label),
                _ => column.label.to_owned(),
            };
            let labels: Vec<String> = exported.iter().map(heading).collect();
            assert_eq!(records[0], labels);

            question["limit"] = json!({ "rowCount": 500 });
            let page = admin.post(search_path(list), question.clone()).await.ok();
            let rows = page["items"].as_array().unwrap();
            assert!(!rows.is_empty(), "{list:?} {question}");
            let cells = |row: &Value| -> Vec<String> {
                exported
                    .iter()
                    .map(|column| csv_cell(column, &row[column.key]))
                    .collect()
            };
            assert_eq!(records[1..], rows.iter().map(cells).collect::<Vec<_>>());
        }
        let name = list.as_str();
        let audited = format!(
            "SELECT count(*) FROM audit_log WHERE actor_key = '{}' AND action = 'export' AND subject_type = '{name}'
             AND details -> 'columns' = '{}'::jsonb",
            admin.user_key,
            json!(exported_keys(list))
        );
        assert_eq!(app.number(&audited).await, 3, "{name}");
    }
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
    assert_eq!(records[0], ["'=Label", "Town", "Record ID"]);
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
    assert_eq!(empty.text(), "\u{feff}Name,State,Record ID\r\n");
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
    for list in ListName::ALL {
        let path = export_path(list);
        admin
            .post(&path, json!({ "selectColumns": ["salary"] }))
            .await
            .invalid("selectColumns[0]", "unknown_column");
        let key = list.columns()[0].key;
        admin
            .post(&path, json!({ "customLabels": { key: "" } }))
            .await
            .invalid(&format!("customLabels.{key}"), "length");
    }
}

#[tokio::test]
async fn exports_an_excel_file() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").with("npn", "0012345").insert().await;
    let query = json!({ "selectColumns": ["name", "npn"] });
    let file = admin.post("/FirmAgent/export?format=xlsx", query.clone()).await;
    assert_eq!(file.header("content-type"), server::list::XLSX);
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"FirmAgents.xlsx\"; filename*=UTF-8''FirmAgents.xlsx"
    );
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(file.body.to_vec())).unwrap();
    let sheet = book.worksheet_range("Agents").unwrap();
    let texts = |row: usize| -> Vec<&str> {
        sheet
            .rows()
            .nth(row)
            .unwrap()
            .iter()
            .filter_map(Data::get_string)
            .collect()
    };
    assert_eq!(texts(1)[..2], ["Lee, Ada", "0012345"]);
    let audited = "SELECT details ->> 'format' FROM audit_log WHERE action = 'export'";
    assert_eq!(app.text(audited).await.as_deref(), Some("xlsx"));
    admin
        .post("/FirmAgent/export?format=pdf", query)
        .await
        .refused(400, "query");
}

#[tokio::test]
async fn exports_only_the_named_rows() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (ada, _, eve) = (
        app.agent("Ada Lee").insert().await,
        app.agent("Bob Lee").insert().await,
        app.agent("Eve Foe").of_firm(OTHER_FIRM).insert().await,
    );
    let query = json!({ "selectColumns": ["name"], "rowUuids": [ada.uuid, eve.uuid] });
    let text = admin.post("/FirmAgent/export", query.clone()).await.text();
    assert_eq!(records(&text).len(), 2, "{text}");
    assert!(text.contains("Lee, Ada"));
    let totals = admin.post("/FirmAgent/search", query).await.ok();
    assert_eq!(totals["totalRecords"], 1);
    let many = json!({ "rowUuids": vec![ada.uuid; 1001] });
    admin
        .post("/FirmAgent/export", many)
        .await
        .invalid("rowUuids", "too_many");
}

#[tokio::test]
async fn notifies_the_user_when_a_long_export_is_complete() {
    let app = TestApp::with(|config, _| config.long_export = Duration::ZERO).await;
    let admin = app.admin().await;
    let report = crate::reports::report(&admin, 2, "Active", json!({})).await;
    let report_path = crate::reports::path(&report);
    let report_page = format!("/reports/allpolicies/{}", report["uuid"].as_str().unwrap());
    for (path, body, file, page) in [
        (
            "/FirmAgent/export".into(),
            json!({}),
            "FirmAgents.csv",
            "/people/agents",
        ),
        ("/AuditLog/export".into(), json!({}), "AuditLog.csv", "nothing"),
        (
            format!("{report_path}/export"),
            json!({ "format": "xlsx" }),
            "Active.xlsx",
            &*report_page,
        ),
    ] {
        assert_eq!(admin.post(path, body).await.status, 200);
        let sent = format!(
            "SELECT coalesce(application_url, 'nothing') FROM user_notification
             WHERE notification_type = 24 AND user_key = '{}' AND display_name = '{file} has been downloaded.'",
            admin.user_key
        );
        let link = wait_until("the notification is sent", async || app.text(&sent).await).await;
        assert_eq!(link, page);
    }
    assert_eq!(app.number("SELECT count(*) FROM user_notification").await, 3);
}
