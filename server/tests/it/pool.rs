//! A pool with one connection: rows never leak between firms, and aborted requests block nobody.

use crate::support::{FIRM, OTHER_FIRM, TestApp, wait_until};
use diesel::sql_types::BigInt;
use diesel_async::SimpleAsyncConnection;
use futures_util::future::join_all;
use http::Method;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Aborts statements shortly before they would end, so that their cancellation may arrive after the end.
/// `FIRMBOOK_ABORTS` sets the number of statements.
#[tokio::test]
async fn cancellation_of_an_aborted_statement_never_hits_another_firm() {
    let aborts = std::env::var("FIRMBOOK_ABORTS").map_or(800, |count| count.parse().unwrap());
    let app = TestApp::with(|config, _| config.pool_size = 10).await;
    let stranger = app.other_firm_admin().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    stranger.get("/User/details").await.ok();
    let abort_some = async |lane: u64| {
        for round in 0..aborts / 8 {
            let mut transaction = app.app.db.begin(FIRM).await.unwrap();
            let seconds = 0.0495 + 0.0005 * ((round + lane) % 8) as f64;
            let sleep = format!("SELECT pg_sleep({seconds})");
            let statement = transaction.batch_execute(&sleep);
            assert!(
                tokio::time::timeout(Duration::from_millis(1), statement)
                    .await
                    .is_err()
            );
        }
    };
    let is_over = AtomicBool::new(false);
    let all_aborts = async {
        join_all((0..8).map(abort_some)).await;
        is_over.store(true, Ordering::Relaxed);
    };
    let searches = async {
        while !is_over.load(Ordering::Relaxed) {
            let page = stranger.post("/FirmAgent/search", json!({})).await.ok();
            assert_eq!(page["totalRecords"], 1);
        }
    };
    tokio::join!(all_aborts, searches);
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

#[tokio::test]
async fn connection_keeps_a_bounded_number_of_prepared_statements() {
    let app = app_with_one_connection().await;
    let admin = app.admin().await;
    for round in 0..500 {
        let columns = [
            "name",
            "state",
            "city",
            "email",
            "policyCount",
            "annuityCount",
            "deathBenefit",
            "npn",
            "phone",
        ];
        let chosen = columns
            .iter()
            .enumerate()
            .filter(|(bit, _)| (round + 1) >> bit & 1 == 1);
        let chosen: Vec<&str> = chosen.map(|(_, column)| *column).collect();
        admin
            .post("/FirmAgent/search", json!({ "selectColumns": chosen }))
            .await
            .ok();
    }
    let mut transaction = app.app.db.begin(FIRM).await.unwrap();
    let query = diesel::dsl::sql::<BigInt>("SELECT count(*) FROM pg_prepared_statements");
    let count: i64 = diesel_async::RunQueryDsl::get_result(query, &mut *transaction)
        .await
        .unwrap();
    assert!(count < 250, "{count} prepared statements");
}
