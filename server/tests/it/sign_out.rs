//! The end of a session: sign-out and time limits.

use crate::support::{Client, TestApp, wait_until};
use serde_json::{Value, json};
use server::clock::Clock;
use std::time::Duration;

fn now() -> i64 {
    Clock::System.now().as_second()
}

/// Returns the client with a token for the given session and sign-in time.
fn signed_in_at(app: &TestApp, client: &Client, session_id: Option<&str>, seconds: i64) -> Client {
    let mut claims = app.idp.claims(&client.user_key);
    claims["auth_time"] = json!(seconds);
    claims["iat"] = json!(seconds);
    match session_id {
        Some(session_id) => claims["sid"] = json!(session_id),
        None => _ = claims.as_object_mut().unwrap().remove("sid"),
    }
    client.with_token(app.idp.sign(&app.idp.header(), &claims))
}

#[tokio::test]
async fn sign_out_ends_this_session_only() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let elsewhere = app.in_another_session(&client, "another sign-in");
    client.get("/User/details").await.ok();
    elsewhere.get("/User/details").await.ok();
    let signed_out = client.delete("/Session/me").await;
    assert_eq!(signed_out.ok(), json!(true));
    assert_eq!(signed_out.header("clear-site-data"), r#""cache""#);
    let ended = client.get("/User/details").await;
    ended.refused(401, "session_ended");
    assert_eq!(ended.header("www-authenticate"), "Bearer");
    client.get("/Account").await.refused(401, "session_ended");
    client
        .put("/Account/firm/1", json!({}))
        .await
        .refused(401, "session_ended");
    assert_eq!(
        client.delete("/Session/me").await.ok(),
        json!(false),
        "the session has already ended"
    );
    elsewhere.get("/User/details").await.ok();
    // A renewed token belongs to the ended session.
    let renewed = client.with_token(app.idp.token_for(&client.user_key));
    renewed.get("/User/details").await.refused(401, "session_ended");
}

#[tokio::test]
async fn sign_out_ends_a_session_that_was_never_used() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    assert_eq!(client.delete("/Session/me").await.ok(), json!(false));
    client.get("/User/details").await.refused(401, "session_ended");
    let unknown = app.anonymous().with_token(app.idp.token_for("nobody"));
    assert_eq!(unknown.delete("/Session/me").await.ok(), json!(false));
    app.anonymous()
        .delete("/Session/me")
        .await
        .refused(401, "unauthenticated");
    assert_eq!(app.number("SELECT count(*) FROM user_session").await, 1);
}

#[tokio::test]
async fn session_ends_after_twelve_hours() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    client.get("/User/details").await.ok();
    app.execute("UPDATE user_session SET created_at = now() - interval '11 hours 59 minutes'")
        .await;
    client.get("/User/details").await.ok();
    app.execute("UPDATE user_session SET created_at = now() - interval '12 hours'")
        .await;
    wait_until("the session is over", async || {
        let reply = client.get("/User/details").await;
        (reply.status == 401).then(|| reply.refused(401, "session_ended"))
    })
    .await;
    assert_eq!(client.delete("/Session/me").await.ok(), json!(false));
}

/// The time limit also applies to sessions in the cache.
#[tokio::test]
async fn cached_session_ends_at_its_time_limit() {
    let app = TestApp::with(|config, _| config.session_limit = Duration::from_secs(1)).await;
    let client = app.admin().await;
    client.get("/User/details").await.ok();
    wait_until("the session is over", async || {
        let reply = client.get("/User/details").await;
        (reply.status == 401).then(|| reply.refused(401, "session_ended"))
    })
    .await;
}

/// An identity provider may reuse the `sid` of a browser after a new sign-in.
#[tokio::test]
async fn new_sign_in_starts_a_session_and_a_renewed_token_does_not() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let at = |seconds| signed_in_at(&app, &client, Some("browser"), seconds);
    at(now() - 60).get("/User/details").await.ok();
    let page = at(now() - 60).as_loaded_page().await;
    at(now() - 60).delete("/Session/me").await.ok();
    for earlier in [now() - 60, now() - 5] {
        at(earlier)
            .get("/User/details")
            .await
            .refused(401, "session_ended");
    }
    let again = at(now() + 5);
    again.get("/User/details").await.ok();
    assert_eq!(
        again.delete("/Session/me").await.ok(),
        json!(true),
        "the session is active"
    );
    // A page of the earlier session is rejected in the new session.
    let again = at(now() + 10);
    again.get("/User/details").await.ok();
    let old_page = page.with_token(again.token.clone().unwrap());
    old_page
        .get("/User/details")
        .await
        .refused(409, "account_changed");
}

/// `auth_time` is in whole seconds: a sign-in at 10.9 has `auth_time` 10, although it is after an end at
/// 10.3.
#[tokio::test]
async fn sign_in_within_the_second_of_the_end_starts_a_session() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let end = now() - 5;
    let again = signed_in_at(&app, &client, Some("browser"), end);
    signed_in_at(&app, &client, Some("browser"), end - 60)
        .delete("/Session/me")
        .await
        .ok();
    let lasted = async |from: f64, to: f64| {
        app.execute(&format!(
            "UPDATE user_session SET created_at = to_timestamp({}), ended_at = to_timestamp({})",
            end as f64 + from,
            end as f64 + to
        ))
        .await;
    };
    // The ended session may have started within the same second.
    lasted(0.1, 0.3).await;
    again.get("/User/details").await.refused(401, "session_ended");
    lasted(-0.1, 0.3).await;
    again.get("/User/details").await.ok();
}

/// Without a `sid`, a token issued after the end starts a new session.
#[tokio::test]
async fn token_without_sid_is_valid_if_issued_after_the_end() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let old = signed_in_at(&app, &client, None, now() - 60);
    old.get("/User/details").await.ok();
    old.delete("/Session/me").await.ok();
    old.get("/User/details").await.refused(401, "session_ended");
    signed_in_at(&app, &client, None, now() + 5)
        .get("/User/details")
        .await
        .ok();
}

#[tokio::test]
async fn concurrent_first_requests_create_one_session() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let replies = futures_util::future::join_all((0..8).map(|_| client.get("/User/details"))).await;
    let accounts: Vec<Value> = replies
        .iter()
        .map(|reply| reply.ok()["account"].clone())
        .collect();
    assert!(
        accounts.iter().all(|account| *account == accounts[0]),
        "{accounts:?}"
    );
    assert_eq!(app.number("SELECT count(*) FROM user_session").await, 1);
}

#[tokio::test]
async fn concurrent_first_requests_after_a_new_sign_in_create_one_session() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let at = |seconds| signed_in_at(&app, &client, Some("browser"), seconds);
    at(now() - 60).get("/User/details").await.ok();
    at(now() - 60).delete("/Session/me").await.ok();
    let again = at(now() + 5);
    // Both requests read the ended session before either can start a new one.
    app.execute("BEGIN; LOCK TABLE user_session IN SHARE MODE").await;
    let first = tokio::spawn({
        let again = again.clone();
        async move { again.get("/User/details").await }
    });
    let second = tokio::spawn(async move { again.get("/User/details").await });
    wait_until("both requests wait for the lock", async || {
        (app.blocked_statements().await == 2).then_some(())
    })
    .await;
    app.execute("COMMIT").await;
    let (first, second) = (first.await.unwrap().ok(), second.await.unwrap().ok());
    assert_eq!(first["account"], second["account"]);
}
