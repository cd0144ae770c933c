//! The web app's files, its one page and the headers around them.

use crate::support::{Reply, TestApp};
use axum::body::Body;
use http::{Method, Request};
use serde_json::json;
use std::path::PathBuf;

/// A built web app, as small as can be; gone with the test.
struct Dist(PathBuf);

impl Dist {
    fn build() -> Self {
        let name = format!("it-dist-{}", server::db::new_uuid().simple());
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(dir.join("assets")).unwrap();
        let page =
            "<!doctype html><meta property=\"csp-nonce\" nonce=\"__CSP_NONCE__\"><title>Firmbook</title>";
        std::fs::write(dir.join("index.html"), page).unwrap();
        std::fs::write(dir.join("assets/app-1a2b.js"), "export {}").unwrap();
        std::fs::write(dir.join("assets/app-1a2b.js.br"), "compressed").unwrap();
        std::fs::write(dir.join("favicon.svg"), "<svg/>").unwrap();
        Self(dir)
    }
}

impl Drop for Dist {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn fetch(app: &TestApp, method: Method, path: &str) -> Reply {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .body(Body::empty())
        .unwrap();
    app.anonymous().run(request).await
}

async fn with_web_app() -> (TestApp, Dist) {
    let dist = Dist::build();
    let dir = dist.0.clone();
    (TestApp::with(|config, _| config.web_dir = dir).await, dist)
}

#[tokio::test]
async fn every_address_of_the_app_is_the_page_with_a_nonce_of_its_own() {
    let (app, _dist) = with_web_app().await;
    let mut nonces = Vec::new();
    for path in [
        "/",
        "/agents",
        "/agents/01a1fbe7-aa1e-71d1-b835-62831e614e3e/policies",
        "/callback?code=x&state=y",
        "/index.html",
    ] {
        let reply = fetch(&app, Method::GET, path).await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.header("content-type").starts_with("text/html"));
        assert_eq!(reply.header("cache-control"), "no-store");
        let policy = reply.header("content-security-policy").to_owned();
        let nonce = policy
            .split("'nonce-")
            .nth(1)
            .and_then(|rest| rest.split('\'').next())
            .unwrap()
            .to_owned();
        assert!(reply.text().contains(&format!("nonce=\"{nonce}\"")));
        let script = policy
            .split(';')
            .find(|part| part.trim().starts_with("script-src"))
            .unwrap();
        assert!(
            !script.contains("unsafe-inline") && !script.contains("'unsafe-eval'") && !script.contains('*'),
            "{policy}"
        );
        for part in [
            "default-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'self'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(
            policy.contains(&format!("connect-src 'self' {}", app.idp.issuer)),
            "{policy}"
        );
        nonces.push(nonce);
    }
    nonces.sort_unstable();
    nonces.dedup();
    assert_eq!(nonces.len(), 5);
}

#[tokio::test]
async fn files_are_kept_by_name_and_every_answer_has_the_safe_headers() {
    let (app, _dist) = with_web_app().await;
    let asset = fetch(&app, Method::GET, "/assets/app-1a2b.js").await;
    assert_eq!(
        (asset.text().as_str(), asset.header("cache-control")),
        ("export {}", "public, max-age=31536000, immutable")
    );
    let icon = fetch(&app, Method::GET, "/favicon.svg").await;
    assert_eq!(
        (icon.header("content-type"), icon.header("cache-control")),
        ("image/svg+xml", "no-cache")
    );
    let request = Request::get("/assets/app-1a2b.js")
        .header("accept-encoding", "br")
        .body(Body::empty())
        .unwrap();
    let packed = app.anonymous().run(request).await;
    assert_eq!(
        (packed.text().as_str(), packed.header("content-encoding")),
        ("compressed", "br")
    );
    let api = app.admin().await.get("/User/details").await;
    assert_eq!(
        (api.header("x-content-type-options"), api.header("cache-control")),
        ("nosniff", "no-store")
    );
    let refusal = app.anonymous().get("/User/details").await;
    assert_eq!(
        (
            refusal.header("x-content-type-options"),
            refusal.header("cache-control")
        ),
        ("nosniff", "no-store")
    );
    for path in [
        "/",
        "/agents",
        "/assets/app-1a2b.js",
        "/config.json",
        "/missing.js",
        "/docs/api/",
        "/api/",
        "/healthz",
    ] {
        let reply = fetch(&app, Method::GET, path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "SAMEORIGIN"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), value, "{path} {name}");
        }
    }
}

#[tokio::test]
async fn a_missing_file_is_no_page_and_nothing_outside_is_served() {
    let (app, _dist) = with_web_app().await;
    for path in ["/assets/gone-1.js", "/missing.png", "/.env", "/assets/"] {
        let reply = fetch(&app, Method::GET, path).await;
        assert_eq!(reply.status, 404, "{path}: {}", reply.text());
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/index.html",
    ] {
        let reply = fetch(&app, Method::GET, path).await;
        assert!(
            !reply.text().contains("[package]") && !reply.text().contains("__CSP_NONCE__"),
            "{path}"
        );
    }
    let posted = fetch(&app, Method::POST, "/assets/app-1a2b.js").await;
    assert!(matches!(posted.status.as_u16(), 404 | 405), "{}", posted.status);
}

#[tokio::test]
async fn the_configuration_names_the_issuer_and_no_secret() {
    let (app, _dist) = with_web_app().await;
    let reply = fetch(&app, Method::GET, "/config.json").await;
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(
        reply.json(),
        json!({ "platformName": "Firmbook", "issuer": app.idp.issuer, "clientId": "firmbook-web",
                "audience": "firmbook-api", "scope": "openid profile email offline_access" })
    );
}

#[tokio::test]
async fn without_a_build_the_page_says_what_to_do() {
    let app = TestApp::new().await;
    let reply = fetch(&app, Method::GET, "/").await;
    let body = reply.refused(422, "no_web_app");
    assert!(body["message"].as_str().unwrap().contains("cargo xtask run"));
}

#[tokio::test]
async fn the_documentation_has_its_page() {
    let (app, _dist) = with_web_app().await;
    let reply = fetch(&app, Method::GET, "/docs/api/").await;
    assert_eq!(reply.status, 200);
    assert!(reply.text().contains("swagger"), "{}", reply.text());
}
