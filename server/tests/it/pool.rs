//! A pool with one connection: rows never leak between firms, and aborted requests block nobody.

use crate::support::{FIRM, OTHER_FIRM, TestApp, wait_until};
use http::Method;
use serde_json::json;
use std::time::{Duration, Instant};

async fn app_with_one_connection() -> TestApp {
    TestApp::with(|config, _| {
        config.pool_size = 1;
        config.database_deadline = Duration::from_secs(30);
    })
    .await
}

#[tokio::test]
async fn shared_connection_never_leaks_rows_between_firms() {
    let app = app_with_one_connection().await;
    let (own, stranger) = (app.admin().await, app.other_firm_admin().await);
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let query = json!({ "selectColumns": ["name"] });
    for round in 0..300 {
        for (client, name) in [(&own, "Own, Ada"), (&stranger, "Other, Eve")] {
            let page = client.post("/FirmAgent/search", query.clone()).await.ok();
            assert_eq!(
                (&page["totalRecords"], &page["items"][0]["name"]),
                (&json!(1), &json!(name)),
                "round {round}"
            );
        }
        match round % 4 {
            0 => {
                // An error inside a transaction.
                let path = format!("/FirmAgent/{FIRM}?policyUuid={}", uuid::Uuid::now_v7());
                let body = json!({ "person": { "firstName": "A", "lastName": "B" } });
                own.post(path, body).await.refused(404, "not_found");
            }
            1 => {
                // A client that aborts its request after a short time.
                let call = own.post("/FirmAgent/search", query.clone());
                _ = tokio::time::timeout(Duration::from_micros(200 * (round % 13)), call).await;
            }
            2 => {
                let export = own.request(Method::POST, "/FirmAgent/export", Some(query.to_string().into()));
                let response = tower::ServiceExt::oneshot(app.router.clone(), export)
                    .await
                    .unwrap();
                drop(response);
            }
            _ => {
                let beyond = stranger
                    .post("/FirmAgent/search", json!({ "limit": { "offset": 9 } }))
                    .await
                    .ok();
                assert_eq!(beyond["totalRecords"], 1);
            }
        }
    }
}

#[tokio::test]
async fn aborted_request_frees_its_connection() {
    let app = app_with_one_connection().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    admin.get("/User/details").await.ok();
    app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    let blocked = tokio::spawn({
        let admin = admin.clone();
        async move { admin.post("/FirmAgent/search", json!({})).await }
    });
    app.wait_for_blocked_statement().await;
    blocked.abort();
    assert!(blocked.await.is_err());
    // The lock is still held, so only the aborted request's connection can serve this search.
    let started = Instant::now();
    admin
        .post("/FirmAgent/search", json!({ "searchText": "ada" }))
        .await
        .ok();
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "{:?}",
        started.elapsed()
    );
    wait_until("the statement is cancelled", async || {
        (app.blocked_statements().await == 0).then_some(())
    })
    .await;
    app.execute("ROLLBACK").await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
}

#[tokio::test]
async fn returns_503_if_the_pool_is_exhausted() {
    let app = app_with_one_connection().await;
    let admin = app.admin().await;
    admin.get("/User/details").await.ok();
    app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    let blocked = tokio::spawn({
        let admin = admin.clone();
        async move { admin.post("/FirmAgent/search", json!({})).await }
    });
    app.wait_for_blocked_statement().await;
    let busy = admin.get("/FirmAgent").await;
    busy.refused(503, "unavailable");
    assert_eq!(busy.header("retry-after"), "2");
    app.execute("ROLLBACK").await;
    assert_eq!(blocked.await.unwrap().ok()["totalRecords"], 0);
    admin.get("/FirmAgent").await.ok();
}

#[tokio::test]
async fn cancels_slow_statements_and_returns_503() {
    let app = TestApp::with(|config, _| config.database_deadline = Duration::from_secs(1)).await;
    let admin = app.admin().await;
    admin.get("/User/details").await.ok();
    app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    admin
        .post("/FirmAgent/search", json!({}))
        .await
        .refused(503, "unavailable");
    app.execute("ROLLBACK").await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
}
