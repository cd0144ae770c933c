//! Rate limits.

use crate::support::{Client, FIRM, Reply, TestApp, wait_until};
use diesel::QueryableByName;
use diesel::sql_types::Text;
use futures_util::TryStreamExt;
use serde_json::json;
use server::config::{QueryLimits, Rate};
use std::num::NonZeroU32;
use std::time::Duration;

fn rate(burst: u32, period: Duration) -> Rate {
    Rate {
        burst: NonZeroU32::new(burst).unwrap(),
        period,
    }
}

const HOUR: Duration = Duration::from_secs(3600);

/// Asserts a 429 response and returns its `Retry-After` seconds.
fn retry_after_seconds(reply: &Reply) -> u64 {
    reply.refused(429, "too_many_requests");
    reply.header("retry-after").parse().unwrap()
}

#[tokio::test]
async fn limits_account_and_session_requests_per_user() {
    let app = TestApp::with(|config, _| config.session_calls = rate(3, HOUR)).await;
    let (client, colleague) = (app.admin().await, app.admin().await);
    let choose = async |client: &Client| client.put(format!("/Account/firm/{FIRM}"), json!({})).await;
    for _ in 0..3 {
        choose(&client).await.ok();
    }
    let wait = retry_after_seconds(&choose(&client).await);
    assert!((3500..=3600).contains(&wait), "{wait}");
    // The limit covers all session endpoints, sessions and addresses of the user.
    retry_after_seconds(&client.put("/Account/admin/x", json!({})).await);
    retry_after_seconds(&client.delete("/Session/me").await);
    retry_after_seconds(&choose(&app.in_another_session(&client, "another sign-in")).await);
    retry_after_seconds(&choose(&client.at_address("198.51.100.1")).await);
    retry_after_seconds(&choose(&client.with_header("x-forwarded-for", "198.51.100.2")).await);
    // Other endpoints and other users are not affected.
    client.get("/User/details").await.ok();
    client.get("/Account").await.ok();
    choose(&colleague).await.ok();
}

#[tokio::test]
async fn limits_impersonation_requests() {
    let app = TestApp::with(|config, _| config.session_calls = rate(2, HOUR)).await;
    let staff = app
        .staff(shared::permission::AdminUserType::SystemAdministrator)
        .await;
    for _ in 0..2 {
        staff
            .post("/Impersonation", json!({ "userKey": 1 }))
            .await
            .invalid("userKey", "type");
    }
    retry_after_seconds(&staff.post("/Impersonation", json!({})).await);
}

#[tokio::test]
async fn retry_after_is_in_whole_seconds_and_the_limit_resets() {
    let app = TestApp::with(|config, _| config.session_calls = rate(1, Duration::from_millis(100))).await;
    let client = app.admin().await;
    let choose = async || client.put(format!("/Account/firm/{FIRM}"), json!({})).await;
    let refused = wait_until("a request is rate limited", async || {
        let reply = choose().await;
        (reply.status == 429).then_some(reply)
    })
    .await;
    assert_eq!(retry_after_seconds(&refused), 1, "rounded up, never 0");
    wait_until("a request succeeds again", async || {
        (choose().await.status == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn limits_rejected_tokens_per_address_but_not_valid_ones() {
    let app = TestApp::with(|config, _| config.refused_tokens = rate(3, HOUR)).await;
    let admin = app.admin().await.at_address("203.0.113.9");
    let bad = admin.with_token("e30.e30.e30");
    for _ in 0..3 {
        bad.get("/User/details").await.refused(401, "unauthenticated");
    }
    retry_after_seconds(&bad.get("/User/details").await);
    // Forwarding headers from an untrusted peer do not change the address.
    for forwarded in ["198.51.100.1", "198.51.100.2, 198.51.100.3", "203.0.113.8"] {
        for name in ["x-forwarded-for", "x-real-ip", "x-client-ip", "forwarded"] {
            retry_after_seconds(&bad.with_header(name, forwarded).get("/User/details").await);
        }
    }
    retry_after_seconds(&bad.delete("/Session/me").await);
    // A valid token from the same address still works.
    admin.get("/User/details").await.ok();
    // Other addresses have their own limit.
    bad.at_address("203.0.113.10")
        .get("/User/details")
        .await
        .refused(401, "unauthenticated");
}

#[tokio::test]
async fn uses_the_address_reported_by_a_trusted_proxy() {
    let app = TestApp::with(|config, _| {
        config.refused_tokens = rate(2, HOUR);
        config.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
    })
    .await;
    let through_proxy = |forwarded: &str| {
        app.anonymous()
            .with_token("e30.e30.e30")
            .at_address("10.1.2.3")
            .with_header("x-forwarded-for", forwarded)
    };
    for forwarded in ["6.6.6.1, 198.51.100.1", "6.6.6.2, 198.51.100.1"] {
        through_proxy(forwarded)
            .get("/User/details")
            .await
            .refused(401, "unauthenticated");
    }
    retry_after_seconds(&through_proxy("6.6.6.3, 198.51.100.1").get("/User/details").await);
    through_proxy("198.51.100.1, 198.51.100.2")
        .get("/User/details")
        .await
        .refused(401, "unauthenticated");
}

#[tokio::test]
async fn limits_concurrent_queries_per_user_and_per_firm() {
    let app = TestApp::with(|config, _| {
        config.pool_size = 8;
        config.database_deadline = Duration::from_secs(30);
        config.queries = QueryLimits {
            of_user: 4,
            of_firm: 5,
            wait: Duration::from_millis(200),
        };
    })
    .await;
    let (heavy, colleague, stranger) = (app.admin().await, app.admin().await, app.other_firm_admin().await);
    for client in [&heavy, &colleague, &stranger] {
        client.get("/User/details").await.ok();
    }
    // Unfiltered searches read this table, but filtered ones do not.
    app.execute("BEGIN; LOCK TABLE firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    let run = |client: &Client| {
        let client = client.clone();
        tokio::spawn(async move { client.post("/FirmAgent/search", json!({})).await })
    };
    let light = json!({ "searchText": "ada" });
    let mut running: Vec<_> = (0..4).map(|_| run(&heavy)).collect();
    wait_until("four queries run", async || {
        (app.blocked_statements().await == 4).then_some(())
    })
    .await;
    for path in ["/FirmAgent/search", "/FirmAgent/totals", "/Analytics/carriers"] {
        let wait = retry_after_seconds(&heavy.post(path, light.clone()).await);
        assert_eq!(wait, 2, "{path}");
    }
    retry_after_seconds(&heavy.get("/QuickSearch?text=ada").await);
    // The user's other calls and other users are not affected.
    heavy.get("/FirmAgent/columns").await.ok();
    colleague.post("/FirmAgent/search", light.clone()).await.ok();
    // The firm's fifth query.
    running.push(run(&colleague));
    wait_until("five queries run", async || {
        (app.blocked_statements().await == 5).then_some(())
    })
    .await;
    retry_after_seconds(&colleague.post("/FirmAgent/search", light.clone()).await);
    stranger.post("/FirmAgent/search", light.clone()).await.ok();
    app.execute("ROLLBACK").await;
    for query in running {
        query.await.unwrap().ok();
    }
    heavy.post("/FirmAgent/search", light).await.ok();
}

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    value: String,
}

#[tokio::test]
async fn list_queries_run_without_parallel_workers() {
    let app = TestApp::new().await;
    let db = &app.app.db;
    let setting = || diesel::sql_query("SELECT current_setting('max_parallel_workers_per_gather') AS value");
    let pages = db.begin_and_load(FIRM, setting()).await.unwrap();
    let totals = db.begin_and_load_much(FIRM, setting()).await.unwrap();
    for (_transaction, mut rows) in [pages, totals] {
        let row = rows.try_next().await.unwrap().unwrap();
        assert_eq!(Setting::build(&row).unwrap().value, "0");
    }
}
