//! How a sign-in ends: by its user, by somebody else, and by itself.

use crate::support::{Client, TestApp, until};
use serde_json::{Value, json};
use server::clock::Clock;
use std::time::Duration;

fn now() -> i64 {
    Clock::System.now().as_second()
}

/// A token of the client's sign-in whose user signed in at this time.
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
async fn whoever_signs_out_is_out_at_once_in_this_sign_in_alone() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let elsewhere = app.elsewhere(&client, "another sign-in");
    client.get("/User/details").await.ok();
    elsewhere.get("/User/details").await.ok();
    assert_eq!(client.delete("/Session/me").await.ok(), json!(true));
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
        "there is nothing left to end"
    );
    elsewhere.get("/User/details").await.ok();
    // Renewed tokens of the sign-in are tokens of the sign-in.
    let renewed = client.with_token(app.idp.token_for(&client.user_key));
    renewed.get("/User/details").await.refused(401, "session_ended");
}

#[tokio::test]
async fn a_sign_in_that_was_never_used_is_over_all_the_same() {
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
async fn a_sign_in_lasts_no_longer_than_it_may() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    client.get("/User/details").await.ok();
    app.execute("UPDATE user_session SET created_at = now() - interval '11 hours 59 minutes'")
        .await;
    client.get("/User/details").await.ok();
    app.execute("UPDATE user_session SET created_at = now() - interval '12 hours'")
        .await;
    until("the session is over", async || {
        let reply = client.get("/User/details").await;
        (reply.status == 401).then(|| reply.refused(401, "session_ended"))
    })
    .await;
    assert_eq!(client.delete("/Session/me").await.ok(), json!(false));
}

/// What is remembered of a sign-in does not outlive it.
#[tokio::test]
async fn a_sign_in_that_is_in_use_ends_when_its_time_is_over() {
    let app = TestApp::with(|config, _| config.session_limit = Duration::from_secs(1)).await;
    let client = app.admin().await;
    client.get("/User/details").await.ok();
    until("the session is over", async || {
        let reply = client.get("/User/details").await;
        (reply.status == 401).then(|| reply.refused(401, "session_ended"))
    })
    .await;
}

/// A provider may keep the name of a browser's sign-in when its user proves anew who they are.
#[tokio::test]
async fn who_signs_in_anew_begins_anew_and_who_only_renews_a_token_does_not() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let at = |seconds| signed_in_at(&app, &client, Some("browser"), seconds);
    at(now() - 60).get("/User/details").await.ok();
    let page = at(now() - 60).in_a_tab().await;
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
        "it is live again"
    );
    // What an earlier page was loaded for is not what the new sign-in works in.
    let again = at(now() + 10);
    again.get("/User/details").await.ok();
    let old_page = page.with_token(again.token.clone().unwrap());
    old_page
        .get("/User/details")
        .await
        .refused(409, "account_changed");
}

/// Tokens tell the time of a sign-in in whole seconds: 10.9 is told as 10, which is not before an end at 10.3.
#[tokio::test]
async fn who_signs_in_anew_in_the_second_of_the_end_begins_anew() {
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
    // It may be the very sign-in that has ended.
    lasted(0.1, 0.3).await;
    again.get("/User/details").await.refused(401, "session_ended");
    lasted(-0.1, 0.3).await;
    again.get("/User/details").await.ok();
}

/// Without a name of the sign-in a token stands for itself: one that was issued after the end begins anew.
#[tokio::test]
async fn a_token_without_a_sign_in_holds_unless_it_is_older_than_the_end() {
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
async fn two_first_calls_at_once_make_one_session() {
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
async fn two_first_calls_after_signing_in_anew_begin_one_session() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    let at = |seconds| signed_in_at(&app, &client, Some("browser"), seconds);
    at(now() - 60).get("/User/details").await.ok();
    at(now() - 60).delete("/Session/me").await.ok();
    let again = at(now() + 5);
    // Both have seen the session that is over before either can begin it anew.
    app.execute("BEGIN; LOCK TABLE user_session IN SHARE MODE").await;
    let first = tokio::spawn({
        let again = again.clone();
        async move { again.get("/User/details").await }
    });
    let second = tokio::spawn(async move { again.get("/User/details").await });
    until("both calls wait", async || {
        (app.lock_waits().await == 2).then_some(())
    })
    .await;
    app.execute("COMMIT").await;
    let (first, second) = (first.await.unwrap().ok(), second.await.unwrap().ok());
    assert_eq!(first["account"], second["account"]);
}
