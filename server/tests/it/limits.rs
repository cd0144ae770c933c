//! How often is too often, and for whom.

use crate::support::{Client, FIRM, Reply, TestApp, until};
use serde_json::json;
use server::config::Rate;
use std::num::NonZeroU32;
use std::time::Duration;

fn rate(burst: u32, period: Duration) -> Rate {
    Rate {
        burst: NonZeroU32::new(burst).unwrap(),
        period,
    }
}

const HOUR: Duration = Duration::from_secs(3600);

/// Refused for being too often; the seconds to wait.
fn too_often(reply: &Reply) -> u64 {
    reply.refused(429, "too_many_requests");
    reply.header("retry-after").parse().unwrap()
}

#[tokio::test]
async fn choosing_accounts_and_signing_out_is_counted_for_each_user() {
    let app = TestApp::with(|config, _| config.session_calls = rate(3, HOUR)).await;
    let (client, colleague) = (app.admin().await, app.admin().await);
    let choose = async |client: &Client| client.put(format!("/Account/firm/{FIRM}"), json!({})).await;
    for _ in 0..3 {
        choose(&client).await.ok();
    }
    let wait = too_often(&choose(&client).await);
    assert!((3500..=3600).contains(&wait), "{wait}");
    // All of them together, in whatever sign-in, from wherever the user says to be.
    too_often(&client.put("/Account/admin/x", json!({})).await);
    too_often(&client.delete("/Session/me").await);
    too_often(&choose(&app.elsewhere(&client, "another sign-in")).await);
    too_often(&choose(&client.at_address("198.51.100.1")).await);
    too_often(&choose(&client.with_header("x-forwarded-for", "198.51.100.2")).await);
    // What has nothing to do with it goes on, and so does everybody else.
    client.get("/User/details").await.ok();
    client.get("/Account").await.ok();
    choose(&colleague).await.ok();
}

#[tokio::test]
async fn impersonations_are_counted_too() {
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
    too_often(&staff.post("/Impersonation", json!({})).await);
}

#[tokio::test]
async fn the_wait_is_told_in_full_seconds_and_then_it_works_again() {
    let app = TestApp::with(|config, _| config.session_calls = rate(1, Duration::from_millis(100))).await;
    let client = app.admin().await;
    let choose = async || client.put(format!("/Account/firm/{FIRM}"), json!({})).await;
    let refused = until("a call is too often", async || {
        let reply = choose().await;
        (reply.status == 429).then_some(reply)
    })
    .await;
    assert_eq!(too_often(&refused), 1, "rounded up, never 0");
    until("the next one counts again", async || {
        (choose().await.status == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn refused_tokens_are_counted_for_each_address_and_good_ones_are_not() {
    let app = TestApp::with(|config, _| config.refused_tokens = rate(3, HOUR)).await;
    let admin = app.admin().await.at_address("203.0.113.9");
    let bad = admin.with_token("e30.e30.e30");
    for _ in 0..3 {
        bad.get("/User/details").await.refused(401, "unauthenticated");
    }
    too_often(&bad.get("/User/details").await);
    // Nobody changes their address by saying so.
    for said in ["198.51.100.1", "198.51.100.2, 198.51.100.3", "203.0.113.8"] {
        for name in ["x-forwarded-for", "x-real-ip", "x-client-ip", "forwarded"] {
            too_often(&bad.with_header(name, said).get("/User/details").await);
        }
    }
    too_often(&bad.delete("/Session/me").await);
    // Whoever has a good token is not locked out by somebody at the same address.
    admin.get("/User/details").await.ok();
    // Elsewhere nobody has tried yet.
    bad.at_address("203.0.113.10")
        .get("/User/details")
        .await
        .refused(401, "unauthenticated");
}

#[tokio::test]
async fn behind_a_trusted_proxy_the_client_counts_and_not_what_it_says() {
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
    too_often(&through_proxy("6.6.6.3, 198.51.100.1").get("/User/details").await);
    through_proxy("198.51.100.1, 198.51.100.2")
        .get("/User/details")
        .await
        .refused(401, "unauthenticated");
}
