//! Slow downloads: they do not block other requests and are not cut off.

use crate::support::{Client, TestApp, wait_until};
use futures_util::StreamExt;
use http::{Method, Response};
use serde_json::json;
use std::time::Duration;
use tower::ServiceExt;

/// Enough rows to fill all buffers between the database and a client that does not read.
const ROWS: usize = 20_000;

async fn book() -> TestApp {
    let app = TestApp::with(|config, _| {
        config.pool_size = 1;
        config.exports = 3;
        config.database_deadline = Duration::from_secs(1);
    })
    .await;
    app.execute(&format!(
        "INSERT INTO contact (firm_id, uuid, kind, display_name, owner_type, notes)
         SELECT 1, gen_random_uuid(), 2, 'Owner ' || lpad(i::text, 6, '0') || repeat(' x', 60), 1, 'n'
         FROM generate_series(1, {ROWS}) i"
    ))
    .await;
    app
}

/// Starts an export without reading its body.
async fn begin_export(app: &TestApp, client: &Client) -> Response<axum::body::Body> {
    let query = json!({ "selectColumns": ["name"] }).to_string();
    let request = client.request(Method::POST, "/FirmOwner/export", Some(query.into()));
    app.router.clone().oneshot(request).await.unwrap()
}

#[tokio::test]
async fn slow_download_completes_without_blocking_pages() {
    let app = book().await;
    let admin = app.admin().await;
    let mut body = begin_export(&app, &admin).await.into_body().into_data_stream();
    let mut lines = newlines(&body.next().await.unwrap().unwrap());
    wait_until("the export runs longer than the deadline of a page", async || {
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                       AND wait_event = 'ClientWrite' AND query_start < clock_timestamp() - interval '1.5 s'";
        (app.number(waiting).await == 1).then_some(())
    })
    .await;
    let page = admin.post("/FirmOwner/search", json!({})).await.ok();
    assert_eq!(page["totalRecords"], ROWS);
    while let Some(piece) = body.next().await {
        lines += newlines(&piece.unwrap());
    }
    assert_eq!(lines, 1 + ROWS);
}

fn newlines(piece: &[u8]) -> usize {
    piece.iter().filter(|byte| **byte == b'\n').count()
}

#[tokio::test]
async fn limits_each_user_to_two_concurrent_downloads() {
    let app = book().await;
    let (admin, other) = (app.admin().await, app.admin().await);
    let first = begin_export(&app, &admin).await;
    let second = begin_export(&app, &admin).await;
    let export = async || {
        let query = json!({ "selectColumns": ["name"], "searchText": "000017" });
        admin.post("/FirmOwner/export", query).await
    };
    export().await.refused(422, "too_many_files");
    let others = begin_export(&app, &other).await;
    assert_eq!(
        [first.status(), second.status(), others.status()].map(|status| status.as_u16()),
        [200; 3]
    );
    drop(first);
    wait_until("an aborted download frees a slot", async || {
        (export().await.status == 200).then_some(())
    })
    .await;
}
