//! Security properties that hold for every route.

use crate::routes::concrete_path;
use crate::support::{Client, FIRM, OTHER_FIRM, Reply, TestApp};
use http::{Method, header};
use serde_json::json;
use server::auth::Access;
use server::routes::{Route, table};
use shared::permission::FirmUserType;
use uuid::Uuid;

async fn call(client: &Client, route: &Route) -> Reply {
    let path = concrete_path(&route.path, FIRM, Uuid::nil(), Uuid::nil());
    let body = (route.method != Method::GET).then(|| "{}".into());
    client.send(route.method.clone(), path, body).await
}

/// Returns the routes that require an account. Excludes public routes and routes that require only a token.
fn guarded_routes() -> impl Iterator<Item = Route> {
    table()
        .into_iter()
        .filter(|route| !matches!(route.access, Access::Public | Access::Token))
}

/// Browsers send cookies with cross-site requests too. No route accepts them, so CSRF is not possible.
#[tokio::test]
async fn only_the_authorization_header_authenticates() {
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

/// Pages of other sites can neither read responses nor send JSON.
#[tokio::test]
async fn cross_origin_requests_get_no_cors_headers_or_form_access() {
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
    // Forms cannot send JSON.
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
async fn every_route_rejects_a_page_of_another_account() {
    let app = TestApp::new().await;
    let stale = app.admin().await.with_header("x-firmbook-account", "another one");
    for route in guarded_routes() {
        call(&stale, &route).await.refused(409, "account_changed");
    }
}

#[tokio::test]
async fn routes_require_a_chosen_account_except_user_routes() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    app.assign(&client.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    for route in guarded_routes() {
        let client = app.in_another_session(&client, &format!("{} {}", route.method, route.path));
        let reply = call(&client, &route).await;
        if route.access == Access::User {
            assert_ne!(reply.status, 409, "{}", route.path);
        } else {
            reply.refused(409, "choose_account");
        }
    }
}

#[tokio::test]
async fn every_route_rejects_an_ended_session() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    client.get("/User/details").await.ok();
    client.delete("/Session/me").await.ok();
    for route in guarded_routes() {
        call(&client, &route).await.refused(401, "session_ended");
    }
}

/// The account is checked before any row of the firm is read.
#[tokio::test]
async fn rejected_page_reads_no_rows() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    admin.get("/User/details").await.ok();
    let stale = admin.with_header("x-firmbook-account", "another one");
    app.execute("BEGIN; LOCK TABLE contact, policy, annuity, firm_list_total IN ACCESS EXCLUSIVE MODE")
        .await;
    for path in ["/FirmAgent/search", "/FirmAgent/totals", "/allpolicy/search"] {
        stale.post(path, json!({})).await.refused(409, "account_changed");
    }
    assert_eq!(app.blocked_statements().await, 0);
    app.execute("ROLLBACK").await;
}
