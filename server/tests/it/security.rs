//! What no call may be talked into, whatever stands around it.

use crate::routes::concrete;
use crate::support::{Client, FIRM, OTHER_FIRM, Reply, TestApp};
use http::{Method, header};
use serde_json::json;
use server::auth::Access;
use server::routes::{Route, table};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn call(client: &Client, route: &Route) -> Reply {
    let path = concrete(&route.path, FIRM, Uuid::nil(), Uuid::nil());
    let body = (route.method != Method::GET).then(|| "{}".into());
    client.send(route.method.clone(), path, body).await
}

/// Every call that is about an account, with the level that it asks for.
fn guarded() -> impl Iterator<Item = Route> {
    table()
        .into_iter()
        .filter(|route| !matches!(route.access, Access::Public | Access::Token))
}

/// A browser sends cookies by itself, also for somebody else's page. They open nothing here, so that no page of
/// another site can do anything in a user's name.
#[tokio::test]
async fn only_the_authorization_header_authorises() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let token = admin.token.clone().unwrap();
    for route in table().into_iter().filter(|route| route.access != Access::Public) {
        for (name, value) in [
            (
                "cookie",
                format!("access_token={token}; token={token}; session={token}; Authorization=Bearer {token}"),
            ),
            ("x-access-token", token.clone()),
            ("proxy-authorization", format!("Bearer {token}")),
            ("x-authorization", format!("Bearer {token}")),
        ] {
            let client = app.anonymous().with_header(name, &value);
            call(&client, &route).await.refused(401, "unauthenticated");
        }
    }
    app.anonymous()
        .get(format!("/User/details?access_token={token}"))
        .await
        .refused(401, "unauthenticated");
    let reply = admin.get("/User/details").await;
    reply.ok();
    assert!(!reply.headers.contains_key(header::SET_COOKIE));
}

/// No other site's page may read an answer, or send more than a form could.
#[tokio::test]
async fn pages_of_other_sites_are_told_nothing() {
    let app = TestApp::new().await;
    let admin = app.admin().await.with_header("origin", "https://evil.example");
    for reply in [
        admin.get("/User/details").await,
        admin.get("/openapi.json").await,
        admin.send(Method::OPTIONS, "/FirmAgent/search", None).await,
    ] {
        let allowed = reply
            .headers
            .keys()
            .find(|name| name.as_str().starts_with("access-control-"));
        assert_eq!(allowed, None);
    }
    // A form sends no JSON.
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ] {
        let mut request = admin.request(Method::POST, "/FirmAgent/search", Some("{}".into()));
        request
            .headers_mut()
            .insert(header::CONTENT_TYPE, kind.parse().unwrap());
        admin.run(request).await.refused(400, "not_json");
    }
}

#[tokio::test]
async fn every_call_of_a_page_that_was_loaded_for_another_account_is_refused() {
    let app = TestApp::new().await;
    let stale = app.admin().await.with_header("x-firmbook-account", "another one");
    for route in guarded() {
        call(&stale, &route).await.refused(409, "account_changed");
    }
}

#[tokio::test]
async fn without_an_account_nothing_is_answered_but_what_is_there_to_choose() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    app.assign(&client.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    for route in guarded() {
        let client = app.elsewhere(&client, &format!("{} {}", route.method, route.path));
        let reply = call(&client, &route).await;
        if route.access == Access::User {
            assert_ne!(reply.status, 409, "{}", route.path);
        } else {
            reply.refused(409, "choose_account");
        }
    }
}

#[tokio::test]
async fn every_call_of_a_session_that_is_over_is_refused() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    client.get("/User/details").await.ok();
    client.delete("/Session/me").await.ok();
    for route in guarded() {
        call(&client, &route).await.refused(401, "session_ended");
    }
}

/// Nothing is asked of a firm before it is known whose the call is: a page of another account reads no row.
#[tokio::test]
async fn a_refused_page_reads_no_row() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    admin.get("/User/details").await.ok();
    let stale = admin.with_header("x-firmbook-account", "another one");
    app.execute("BEGIN; LOCK TABLE contact, policy, annuity, firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    for path in ["/FirmAgent/search", "/FirmAgent/totals", "/allpolicy/search"] {
        stale.post(path, json!({})).await.refused(409, "account_changed");
    }
    assert_eq!(app.lock_waits().await, 0);
    app.execute("ROLLBACK").await;
}
