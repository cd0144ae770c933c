//! A widget's page, its scripts, and calls from its sandboxed frame.

use super::{PARTNERS, Partner, partner, policies};
use crate::support::{Client, Reply, TestApp};
use crate::web::{app_with_dist, fetch};
use http::Method;
use serde_json::json;

#[tokio::test]
async fn only_the_partners_origins_can_frame_the_page() {
    let (app, _dist) = app_with_dist().await;
    let partner = partner(&app).await;
    let path = format!("/embed/1-{}/policy-list", partner.uuid);
    let page = fetch(&app, Method::GET, &path).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let policy = page.header("content-security-policy");
    let frames = "frame-ancestors https://www.bank.example https://other.bank.example; sandbox allow-scripts \
                  allow-forms allow-downloads";
    assert!(policy.ends_with(frames), "{policy}");
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"),
        "{policy}"
    );
    assert_eq!(page.header("x-frame-options"), "");
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(page.header("set-cookie"), "");
    let text = page.text();
    assert!(
        text.contains(r#"content="https://www.bank.example https://other.bank.example""#),
        "{text}"
    );
    assert!(text.contains(r#"content="policyList""#), "{text}");
    for other in [
        path.replace("/embed/1-", "/embed/2-"),
        path.replace("/embed/1-", "/embed/x-"),
        path.replace("policy-list", "accounts"),
        format!("/embed/1-{}/policy-list", uuid::Uuid::now_v7()),
        "/embed/1/policy-list".to_owned(),
    ] {
        let missing = fetch(&app, Method::GET, &other).await;
        missing.refused(404, "not_found");
        assert!(
            missing
                .header("content-security-policy")
                .contains("frame-ancestors 'none'")
        );
        assert_eq!(missing.header("x-frame-options"), "DENY");
    }
    app.execute("UPDATE partner SET is_active = false").await;
    fetch(&app, Method::GET, &path).await.refused(404, "not_found");
}

#[tokio::test]
async fn other_pages_cannot_be_framed() {
    let (app, _dist) = app_with_dist().await;
    let partner = partner(&app).await;
    for path in [
        "/",
        "/settings/embedding",
        "/widget.html",
        "/embed/v1.js",
        "/api/openapi.json",
    ] {
        let reply = fetch(&app, Method::GET, path).await;
        let policy = reply.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(reply.header("x-frame-options"), "DENY", "{path}");
    }
    let listed = partner.admin.get(PARTNERS).await;
    assert!(
        listed
            .header("content-security-policy")
            .contains("frame-ancestors 'none'")
    );
}

#[tokio::test]
async fn other_sites_and_sandboxed_frames_can_load_the_scripts() {
    let (app, _dist) = app_with_dist().await;
    for path in ["/embed/v1.js", "/assets/app-1a2b.js"] {
        let script = fetch(&app, Method::GET, path).await;
        assert_eq!(script.status, 200);
        assert_eq!(script.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(
            script.header("cross-origin-resource-policy"),
            "cross-origin",
            "{path}"
        );
    }
    assert_eq!(
        fetch(&app, Method::GET, "/embed/v1.js")
            .await
            .header("cache-control"),
        "no-cache"
    );
    let page = fetch(&app, Method::GET, "/").await;
    assert_eq!(page.header("access-control-allow-origin"), "");
    assert_eq!(page.header("cross-origin-resource-policy"), "same-origin");
}

async fn preflight(client: &Client, method: &str, path: &str) -> Reply {
    client
        .with_header("access-control-request-method", method)
        .send(Method::OPTIONS, path, None)
        .await
}

#[tokio::test]
async fn only_widget_calls_allow_sandboxed_frames() {
    let app = TestApp::new().await;
    let partner = partner(&app).await;
    let allowed = "access-control-allow-origin";
    let sandboxed = app.anonymous().with_header("origin", "null");
    let reply = preflight(&sandboxed, "POST", "/allpolicy/search").await;
    assert_eq!(reply.status, 204);
    assert_eq!(reply.header(allowed), "null");
    assert_eq!(reply.header("access-control-allow-methods"), "POST");
    assert_eq!(
        reply.header("access-control-allow-headers"),
        "authorization, content-type, x-requested-with"
    );
    assert_eq!(reply.header("access-control-allow-credentials"), "");
    assert_eq!(
        preflight(&sandboxed, "POST", "/Embed/token")
            .await
            .header(allowed),
        "null"
    );
    for (method, path) in [
        ("POST", "/report/01936d0e-0000-7000-8000-000000000001/totals"),
        ("POST", "/notify/negotiate"),
        (
            "GET",
            "/Cohort/bulk/01936d0e-0000-7000-8000-000000000001/rejected",
        ),
    ] {
        let reply = preflight(&sandboxed, method, path).await;
        assert_eq!(reply.header(allowed), "null", "{method} {path}");
    }
    for (method, path) in [
        ("GET", "/allpolicy/search"),
        ("POST", "/report/01936d0e-0000-7000-8000-000000000001/export"),
        ("POST", "/allpolicy/export"),
        ("POST", "/Embed/session"),
        ("GET", "/Embed/partners"),
        ("GET", "/User/details"),
    ] {
        let reply = preflight(&sandboxed, method, path).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header(allowed)),
            (405, ""),
            "{method} {path}"
        );
    }
    for origin in ["https://www.bank.example", "https://evil.example", "nullx"] {
        let other = app.anonymous().with_header("origin", origin);
        let reply = preflight(&other, "POST", "/allpolicy/search").await;
        assert_eq!(
            (reply.status.as_u16(), reply.header(allowed)),
            (405, ""),
            "{origin}"
        );
    }
    // A widget's page can also read errors.
    let widget = partner.widget(&app, Partner::session_of(&partner.admin)).await;
    let widget = widget.with_header("origin", "null");
    assert_eq!(policies(&widget).await, [""; 0]);
    let invalid = widget
        .post("/allpolicy/search", json!({ "selectColumns": ["nothing"] }))
        .await;
    assert_eq!((invalid.status.as_u16(), invalid.header(allowed)), (400, "null"));
    assert_eq!(widget.get("/User/details").await.header(allowed), "");
}
