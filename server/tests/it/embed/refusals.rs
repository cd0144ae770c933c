//! All cases in which a key, a client secret or an access token is rejected.

use super::{ORIGIN, Partner, new_key, open, partner, policies};
use crate::reports::report;
use crate::routes::concrete_path;
use crate::support::{Client, FIRM, OTHER_FIRM, TestApp};
use http::Method;
use serde_json::{Value, json};
use server::auth::Access;
use server::config::Rate;
use server::routes::table;
use shared::embed::Widget;
use shared::permission::FirmUserType;
use std::num::NonZeroU32;
use std::time::Duration;
use uuid::Uuid;

/// Names and SQL statements of events that end sessions.
const ENDINGS: [(&str, &str); 6] = [
    (
        "expired",
        "UPDATE embed_session SET expires_at = '2026-11-21T17:00:00Z'",
    ),
    ("revoked key", "UPDATE partner_key SET revoked_at = now()"),
    ("inactive partner", "UPDATE partner SET is_active = false"),
    (
        "removed origin",
        "UPDATE partner SET origins = '{https://other.bank.example}'",
    ),
    (
        "user left the firm",
        "UPDATE firm_assignment SET is_active = false",
    ),
    ("inactive firm", "UPDATE firm SET is_active = false"),
];

#[tokio::test]
async fn a_backend_cannot_create_sessions_beyond_its_partner() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let user = app.admin().await;
    let foreign_user = app.other_firm_admin().await;
    let foreign = app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let hidden = app.agent("Ida Hidden").insert().await;
    let advisor = app.advisor().await;
    let contact = |uuid: Uuid| json!({ "contactType": 1, "contactUuid": uuid });
    for (name, change, code) in [
        (
            "other origin",
            json!({ "origin": "https://evil.example" }),
            "origin_not_allowed",
        ),
        (
            "subdomain",
            json!({ "origin": "https://a.www.bank.example" }),
            "origin_not_allowed",
        ),
        ("unknown user", json!({ "userKey": "nobody" }), "user_not_allowed"),
        (
            "user of another firm",
            json!({ "userKey": foreign_user.user_key }),
            "user_not_allowed",
        ),
        (
            "contact of another firm",
            contact(foreign.uuid),
            "contact_not_allowed",
        ),
        ("unknown contact", contact(Uuid::now_v7()), "contact_not_allowed"),
    ] {
        let mut session = Partner::session_of(&user);
        for (field, value) in change.as_object().unwrap() {
            session[field] = value.clone();
        }
        let reply = partner.backend.post("/Embed/session", session).await;
        assert_eq!(reply.refused(403, code)["code"], code, "{name}");
    }
    let mut session = Partner::session_of(&advisor);
    session["contactType"] = json!(1);
    session["contactUuid"] = json!(hidden.uuid);
    let reply = partner.backend.post("/Embed/session", session).await;
    reply.refused(403, "contact_not_allowed");
    assert_eq!(app.number("SELECT count(*) FROM embed_session").await, 0);
}

#[tokio::test]
async fn invalid_keys_create_no_sessions() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let key = partner.backend.token.clone().unwrap();
    let session = Partner::session_of(&partner.admin);
    for forged in [
        format!("{key}x"),
        key.replace("fbp_1-", "fbp_2-"),
        key.replace("fbp_", "fbw_"),
        "fbp_1-".to_owned(),
        "fbp_x-y".to_owned(),
    ] {
        let forged = app.anonymous().with_token(forged);
        forged
            .post("/Embed/session", session.clone())
            .await
            .refused(401, "unauthenticated");
    }
    for (name, end) in &ENDINGS[1..3] {
        let app = TestApp::new().await;
        let partner = super::partner(&app).await;
        app.execute(end).await;
        let reply = partner
            .backend
            .post("/Embed/session", Partner::session_of(&partner.admin))
            .await;
        assert_eq!(reply.status, 401, "{name}");
    }
}

#[tokio::test]
async fn a_client_secret_works_once() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let secret = partner.secret(&app, Partner::session_of(&partner.admin)).await;
    open(&secret).await.ok();
    open(&secret).await.refused(401, "unauthenticated");
}

/// Only one of several concurrent requests gets a token.
#[tokio::test]
async fn a_client_secret_works_once_under_concurrency() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let secret = partner.secret(&app, Partner::session_of(&partner.admin)).await;
    let replies = futures_util::future::join_all((0..4).map(|_| open(&secret))).await;
    let opened = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(opened, 1);
}

#[tokio::test]
async fn a_client_secret_becomes_invalid_if_another_page_presents_it() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    for (page, code) in [
        (
            json!({ "widget": "policyList", "origin": "https://evil.example" }),
            "origin_not_allowed",
        ),
        // Another origin of the same partner.
        (
            json!({ "widget": "policyList", "origin": "https://other.bank.example" }),
            "origin_not_allowed",
        ),
    ] {
        let secret = partner.secret(&app, Partner::session_of(&partner.admin)).await;
        secret.post("/Embed/token", page).await.refused(403, code);
        open(&secret).await.refused(401, "unauthenticated");
    }
    let secret = partner.secret(&app, Partner::session_of(&partner.admin)).await;
    let page = json!({ "widget": "notifications", "origin": ORIGIN });
    secret
        .post("/Embed/token", page)
        .await
        .refused(403, "widget_not_allowed");
    open(&secret).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn secrets_and_tokens_end_with_their_session() {
    for (name, end) in ENDINGS {
        let app = TestApp::new().await;
        let partner = partner(&app).await;
        let session = Partner::session_of(&partner.admin);
        let secret = partner.secret(&app, session.clone()).await;
        let widget = partner.widget(&app, session).await;
        assert_eq!(policies(&widget).await, [""; 0], "{name}");
        app.execute(end).await;
        let reply = widget.post("/allpolicy/search", json!({})).await;
        assert_eq!(reply.status, 401, "{name}: {}", reply.text());
        // The exchange does not check the user and the firm. The token's first use does.
        if !["user left the firm", "inactive firm"].contains(&name) {
            assert_eq!(open(&secret).await.status, 401, "{name}");
        }
    }
}

#[tokio::test]
async fn a_widget_can_end_its_session() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let widget = partner.widget(&app, Partner::session_of(&partner.admin)).await;
    assert_eq!(widget.delete("/Embed/token").await.status, 204);
    widget
        .post("/allpolicy/search", json!({}))
        .await
        .refused(401, "unauthenticated");
}

async fn call(client: &Client, method: &Method, path: &str) -> u16 {
    let path = concrete_path(path, FIRM, Uuid::nil(), Uuid::nil());
    let body = (*method != Method::GET).then(|| "{}".into());
    client.send(method.clone(), path, body).await.status.as_u16()
}

/// Returns the request body for a session of the partner's administrator.
async fn session_with(partner: &Partner, widget: Widget) -> Value {
    let mut session = Partner::session_of(&partner.admin);
    session["widget"] = json!(widget);
    match widget {
        Widget::ReportTotals => {
            let saved = report(&partner.admin, 2, "All", json!({})).await;
            session["reportUuid"] = saved["uuid"].clone();
        }
        Widget::Import => session["scopes"] = json!(["importAgents"]),
        Widget::PolicyList | Widget::Notifications => {}
    }
    session
}

#[tokio::test]
async fn a_widget_token_is_rejected_on_every_call_of_other_widgets_and_the_portal() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    for own in Widget::ALL {
        let session = session_with(&partner, *own).await;
        let widget = partner.widget(&app, session).await;
        let mut allowed = Vec::new();
        for route in table().into_iter().filter(|route| route.access != Access::Public) {
            let call_of = format!("{} {}", route.method, route.path);
            if own.may_call(route.method.as_str(), &route.path) {
                allowed.push(call_of);
                continue;
            }
            let status = call(&widget, &route.method, &route.path).await;
            assert_eq!(status, 403, "{own:?} {call_of}");
        }
        allowed.sort();
        let calls = own.calls();
        let mut named: Vec<String> = calls.map(|(method, path)| format!("{method} {path}")).collect();
        named.sort();
        assert_eq!(allowed, named, "every call of the widget is in the route table");
    }
    let denied = "SELECT count(*) FROM audit_log WHERE action = 'denied'";
    assert!(app.number(denied).await > 10);
}

#[tokio::test]
async fn keys_and_client_secrets_are_rejected_on_all_other_calls() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let secret = partner.secret(&app, Partner::session_of(&partner.admin)).await;
    for route in table().into_iter().filter(|route| route.access != Access::Public) {
        let (method, path) = (&route.method, &route.path);
        // A key can only create sessions, and a client secret can only be exchanged.
        if route.access != Access::Partner {
            assert_eq!(call(&partner.backend, method, path).await, 403, "{method} {path}");
        }
        if route.access != Access::ClientSecret {
            assert_eq!(call(&secret, method, path).await, 401, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn portal_tokens_do_not_work_as_keys_secrets_or_widget_tokens() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    admin
        .post("/Embed/session", Partner::session_of(&admin))
        .await
        .refused(403, "forbidden");
    open(&admin).await.refused(403, "forbidden");
    admin.delete("/Embed/token").await.refused(403, "forbidden");
}

#[tokio::test]
async fn users_without_the_feature_get_no_session() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    for role in FirmUserType::ALL {
        let user = app.as_role(*role).await;
        let reply = partner
            .backend
            .post("/Embed/session", Partner::session_of(&user))
            .await;
        // Every role can read policies.
        assert_eq!(reply.status, 201, "{role:?}");
    }
    app.execute("UPDATE firm_assignment SET firm_user_type = 99")
        .await;
    let reply = partner
        .backend
        .post("/Embed/session", Partner::session_of(&partner.admin))
        .await;
    reply.refused(403, "user_not_allowed");
}

#[tokio::test]
async fn limits_sessions_by_key_and_refused_secrets_by_address() {
    let few = Rate {
        burst: NonZeroU32::new(2).unwrap(),
        period: Duration::from_secs(3600),
    };
    let app = TestApp::with(|config, _| {
        config.embed_sessions = few;
        config.refused_tokens = few;
    })
    .await;
    let partner = partner(&app).await;
    let session = Partner::session_of(&partner.admin);
    for _ in 0..2 {
        partner.backend.post("/Embed/session", session.clone()).await.ok();
    }
    let limited = partner.backend.post("/Embed/session", session).await;
    limited.refused(429, "too_many_requests");
    let forged = app
        .anonymous()
        .with_token("fbs_1-forged")
        .at_address("198.51.100.1");
    for _ in 0..2 {
        open(&forged).await.refused(401, "unauthenticated");
    }
    open(&forged).await.refused(429, "too_many_requests");
    // Each key has a separate limit.
    let other = new_key(&partner.admin, &partner.uuid).await;
    let other = app.anonymous().with_token(other);
    let session = Partner::session_of(&partner.admin);
    other.post("/Embed/session", session).await.ok();
}
