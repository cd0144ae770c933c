//! One connection for everybody: no firm leaks through it, and nobody waits behind who went away.

use crate::support::{FIRM, OTHER_FIRM, TestApp, until};
use http::Method;
use serde_json::json;
use std::time::{Duration, Instant};

async fn with_one_connection() -> TestApp {
    TestApp::with(|config, _| {
        config.pool_size = 1;
        config.database_deadline = Duration::from_secs(30);
    })
    .await
}

#[tokio::test]
async fn a_connection_shows_each_firm_its_own_rows_whatever_happened_on_it_before() {
    let app = with_one_connection().await;
    let (own, stranger) = (app.admin().await, app.stranger().await);
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
                // An error inside a transaction: the number is taken between look and write, or the row is foreign.
                let path = format!("/FirmAgent/{FIRM}?policyUuid={}", uuid::Uuid::now_v7());
                let body = json!({ "person": { "firstName": "A", "lastName": "B" } });
                own.post(path, body).await.refused(404, "not_found");
            }
            1 => {
                // A caller that goes away after its first poll or a little later.
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
async fn nobody_waits_behind_a_caller_that_went_away() {
    let app = with_one_connection().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").insert().await;
    admin.get("/User/details").await.ok();
    app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    let blocked = tokio::spawn({
        let admin = admin.clone();
        async move { admin.post("/FirmAgent/search", json!({})).await }
    });
    app.until_a_statement_waits().await;
    blocked.abort();
    assert!(blocked.await.is_err());
    // The lock is still held: only the cancelled statement's connection can answer this.
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
    until("the cancelled statement is gone", async || {
        (app.lock_waits().await == 0).then_some(())
    })
    .await;
    app.execute("ROLLBACK").await;
    admin.post("/FirmAgent/search", json!({})).await.ok();
}

#[tokio::test]
async fn a_full_pool_answers_busy_and_not_never() {
    let app = with_one_connection().await;
    let admin = app.admin().await;
    admin.get("/User/details").await.ok();
    app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    let blocked = tokio::spawn({
        let admin = admin.clone();
        async move { admin.post("/FirmAgent/search", json!({})).await }
    });
    app.until_a_statement_waits().await;
    let busy = admin.get("/FirmAgent").await;
    busy.refused(503, "unavailable");
    assert_eq!(busy.header("retry-after"), "2");
    app.execute("ROLLBACK").await;
    assert_eq!(blocked.await.unwrap().ok()["totalRecords"], 0);
    admin.get("/FirmAgent").await.ok();
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_ended_and_answered_busy() {
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
