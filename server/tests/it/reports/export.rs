//! Report export as CSV and XLSX: rows, cell types and permission.

use super::{path, report, share};
use crate::support::TestApp;
use calamine::{Data, DataType, Reader, Xlsx};
use serde_json::json;
use shared::permission::FirmUserType;
use std::io::Cursor;

#[tokio::test]
async fn xlsx_has_typed_cells_and_keeps_numeric_text_as_text() {
    let app = TestApp::new().await;
    let dana = app.admin().await;
    app.policy("007")
        .with("death_benefit", "1234567.89")
        .with("issue_date", "2020-02-29")
        .with("policy_guard", true)
        .with("insured_name", "=1+1 & <b>")
        .with("loan_balance", "9999999999999999.99")
        .with("created_at", "2026-11-21T17:30:00Z")
        .insert()
        .await;
    app.policy("008").with("status", "Lapsed").insert().await;
    let saved = report(
        &dana,
        2,
        "Élan/1",
        json!({ "customLabels": { "policyNumber": "No." }, "sort": [{ "column": "policyNumber", "direction": "asc" }],
            "selectColumns": ["policyNumber", "status", "deathBenefit", "issueDate", "policyGuard", "insured",
                "loanBalance", "createdAt", "maturityDate"] }),
    )
    .await;
    let file = dana
        .post(format!("{}/export", path(&saved)), json!({ "format": "xlsx" }))
        .await;
    assert_eq!(file.status, 200);
    assert_eq!(
        file.header("content-type"),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    );
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"_lan_1.xlsx\"; filename*=UTF-8''%C3%89lan%2F1.xlsx"
    );
    assert_eq!(file.header("content-encoding"), "", "xlsx is already compressed");
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(file.body.to_vec())).unwrap();
    let sheet = book.worksheet_range("Policies").unwrap();
    let rows: Vec<Vec<Data>> = sheet.rows().map(<[Data]>::to_vec).collect();
    let text = |value: &str| Data::String(value.into());
    assert_eq!(rows[0][..3], [text("No."), text("Status"), text("Death Benefit")]);
    assert_eq!(rows.len(), 3);
    let first = &rows[1];
    assert_eq!(
        first[..3],
        [text("007"), text("In Force"), Data::Float(1_234_567.89)]
    );
    let Data::DateTime(issued) = &first[3] else {
        panic!("{:?}", first[3])
    };
    assert!((issued.as_f64() - 43_890.0).abs() < 1e-9);
    assert_eq!(first[4], Data::Bool(true));
    assert_eq!(first[5], text("=1+1 & <b>"), "text is not a formula");
    assert_eq!(
        first[6],
        text("9999999999999999.99"),
        "amounts too large for a float stay text"
    );
    let Data::DateTime(created) = &first[7] else {
        panic!("{:?}", first[7])
    };
    // 12:30 p.m. in New York.
    assert!(
        (created.as_f64() - (46_347.0 + 12.5 / 24.0)).abs() < 1e-6,
        "{created}"
    );
    assert!(first.get(8).is_none_or(|cell| *cell == Data::Empty));
    let audited = "SELECT details->>'format' || ' ' || (details->'columns'->>0) FROM audit_log
                   WHERE action = 'export' AND subject_type = 'report'";
    assert_eq!(app.text(audited).await.as_deref(), Some("xlsx policyNumber"));
}

#[tokio::test]
async fn export_contains_the_viewers_rows_and_requires_permission() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    app.link(&app.policy("00-1").insert().await, &agent).await;
    app.policy("00-2").insert().await;
    let saved = report(&admin, 1, "All", json!({ "selectColumns": ["policyNumber"] })).await;
    share(&admin, &saved, &[&advisor, &viewer]).await;
    let export = format!("{}/export", path(&saved));
    for (client, text) in [
        (&admin, "\u{feff}Policy Number\r\n00-1\r\n00-2\r\n"),
        (&advisor, "\u{feff}Policy Number\r\n00-1\r\n"),
    ] {
        let file = client.post(&export, json!({ "format": "csv" })).await;
        assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(file.text(), text);
    }
    viewer
        .post(&export, json!({ "format": "csv" }))
        .await
        .refused(403, "forbidden");
    admin
        .post(&export, json!({ "format": "pdf" }))
        .await
        .refused(400, "invalid");
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'export'")
            .await,
        2
    );
}

/// The workbook is longer than one chunk of the response.
#[tokio::test]
async fn exports_a_large_xlsx_completely() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.execute(
        "INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, death_benefit)
         SELECT 1, gen_random_uuid(), lpad(i::text, 6, '0'), carrier.uuid, md5(i::text), 'Term', 'InForce', i
         FROM generate_series(1, 20000) i, carrier",
    )
    .await;
    let query = json!({ "selectColumns": ["policyNumber", "carrier", "deathBenefit"] });
    let saved = report(&admin, 1, "All", query).await;
    let file = admin
        .post(format!("{}/export", path(&saved)), json!({ "format": "xlsx" }))
        .await;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(file.body.to_vec())).unwrap();
    let sheet = book.worksheet_range("Policies").unwrap();
    assert_eq!(sheet.height(), 20_001);
    let sum: f64 = sheet.rows().skip(1).filter_map(|row| row[2].get_float()).sum();
    assert!((sum - 200_010_000.0).abs() < 1e-6);
}
