//! Static files, the page of the web app, and their headers.

use crate::support::{Reply, TestApp};
use axum::body::Body;
use http::{Method, Request};
use serde_json::json;
use server::config::ErrorReporting;
use std::path::PathBuf;

/// A minimal web app build. Removed when dropped.
pub struct Dist(PathBuf);

impl Dist {
    fn build() -> Self {
        let name = format!("web-dist-{}", server::ids::new_uuid().simple());
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        for folder in ["assets", "embed"] {
            std::fs::create_dir_all(dir.join(folder)).unwrap();
        }
        let page =
            "<!doctype html><meta property=\"csp-nonce\" nonce=\"__CSP_NONCE__\"><title>Firmbook</title>";
        std::fs::write(dir.join("index.html"), page).unwrap();
        std::fs::write(dir.join("assets/app-1a2b.js"), "export {}").unwrap();
        std::fs::write(dir.join("assets/app-1a2b.js.br"), "compressed").unwrap();
        std::fs::write(dir.join("favicon.svg"), "<svg/>").unwrap();
        let widget = "<meta name=\"partner-origins\" content=\"__PARTNER_ORIGINS__\"><meta name=\"widget\" content=\"__WIDGET__\">";
        std::fs::write(dir.join("widget.html"), widget).unwrap();
        std::fs::write(dir.join("embed/v1.js"), "(() => {})()").unwrap();
        Self(dir)
    }
}

impl Drop for Dist {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

pub async fn fetch(app: &TestApp, method: Method, path: &str) -> Reply {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .body(Body::empty())
        .unwrap();
    app.anonymous().run(request).await
}

pub async fn app_with_dist() -> (TestApp, Dist) {
    let dist = Dist::build();
    let dir = dist.0.clone();
    (TestApp::with(|config, _| config.web_dir = dir).await, dist)
}

#[tokio::test]
async fn serves_the_page_with_a_fresh_nonce_for_every_app_route() {
    let (app, _dist) = app_with_dist().await;
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
            "frame-ancestors 'none'",
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
async fn sets_cache_and_security_headers() {
    let (app, _dist) = app_with_dist().await;
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
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), value, "{path} {name}");
        }
    }
}

#[tokio::test]
async fn missing_files_are_404_and_path_traversal_is_blocked() {
    let (app, _dist) = app_with_dist().await;
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
async fn config_json_contains_only_public_settings() {
    let (app, _dist) = app_with_dist().await;
    let reply = fetch(&app, Method::GET, "/config.json").await;
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(
        reply.json(),
        json!({ "platformName": "Firmbook", "issuer": app.idp.issuer, "clientId": "firmbook-web",
                "audience": "firmbook-api", "scope": "openid profile email offline_access",
                "idle": { "seconds": 1200, "warningSeconds": 30 }, "errorReporting": null, "analyticsUrl": null,
                "notificationDays": 30, "realTime": true, "sendsEmail": false })
    );
}

#[tokio::test]
async fn csp_allows_only_configured_services() {
    let dist = Dist::build();
    let dir = dist.0.clone();
    let app = TestApp::with(|config, _| {
        config.web_dir = dir;
        config.error_reporting = Some(ErrorReporting {
            dsn: "https://key@errors.example/7".parse().unwrap(),
            environment: "staging".into(),
        });
        config.analytics_url = Some("https://count.example:8443/hits".parse().unwrap());
        config.oidc.issuer = "https://id.example/realms/firmbook".into();
    })
    .await;
    let settings = fetch(&app, Method::GET, "/config.json").await.json();
    assert_eq!(
        settings["errorReporting"],
        json!({ "dsn": "https://key@errors.example/7", "environment": "staging" })
    );
    assert_eq!(settings["analyticsUrl"], "https://count.example:8443/hits");
    let page = fetch(&app, Method::GET, "/").await;
    let policy = page.header("content-security-policy");
    let connect = policy
        .split("; ")
        .find(|part| part.starts_with("connect-src"))
        .unwrap();
    assert_eq!(
        connect,
        "connect-src 'self' https://id.example https://errors.example https://count.example:8443"
    );
}

/// Silent renewal runs in a hidden frame of the app.
#[tokio::test]
async fn only_the_silent_renewal_page_can_be_framed() {
    let (app, _dist) = app_with_dist().await;
    for (path, ancestors, option) in [
        ("/", "'none'", "DENY"),
        ("/login/callback", "'none'", "DENY"),
        ("/login/silent/", "'none'", "DENY"),
        ("/login/silent", "'self'", "SAMEORIGIN"),
        ("/login/silent?code=x", "'self'", "SAMEORIGIN"),
        ("/docs/api/", "'none'", "DENY"),
        ("/api/openapi.json", "'none'", "DENY"),
        ("/assets/app-1a2b.js", "'none'", "DENY"),
        ("/missing.png", "'none'", "DENY"),
        ("/healthz", "'none'", "DENY"),
    ] {
        let reply = fetch(&app, Method::GET, path).await;
        let policy = reply.header("content-security-policy");
        assert!(
            policy.ends_with(&format!("frame-ancestors {ancestors}")),
            "{path}: {policy}"
        );
        assert_eq!(reply.header("x-frame-options"), option, "{path}");
    }
}

#[tokio::test]
async fn sends_hsts_only_with_an_https_public_url() {
    for (url, expected) in [
        ("https://portal.example", "max-age=31536000"),
        ("http://localhost:4000", ""),
    ] {
        let app = TestApp::with(|config, _| config.public_url = url.into()).await;
        for path in ["/config.json", "/api/User/details", "/healthz", "/nowhere"] {
            let reply = fetch(&app, Method::GET, path).await;
            assert_eq!(reply.header("strict-transport-security"), expected, "{url}{path}");
        }
    }
}

#[tokio::test]
async fn missing_web_app_build_returns_advice() {
    let app = TestApp::new().await;
    let reply = fetch(&app, Method::GET, "/").await;
    let body = reply.refused(422, "no_web_app");
    assert!(body["message"].as_str().unwrap().contains("cargo xtask run"));
}

#[tokio::test]
async fn serves_the_api_documentation() {
    let (app, _dist) = app_with_dist().await;
    let reply = fetch(&app, Method::GET, "/docs/api/").await;
    assert_eq!(reply.status, 200);
    assert!(reply.text().contains("swagger"), "{}", reply.text());
}

/// The content security policy allows no inline scripts, styles or event handlers.
#[tokio::test]
async fn pages_contain_no_inline_scripts_or_styles() {
    let (app, _dist) = app_with_dist().await;
    for path in ["/", "/docs/api/", "/docs/api/index.html"] {
        let reply = fetch(&app, Method::GET, path).await;
        let policy = reply.header("content-security-policy");
        for refused in ["unsafe-inline", "'unsafe-eval'", "*", "http:", "https:"] {
            let without_issuer = policy.replace(&app.idp.issuer, "");
            assert!(!without_issuer.contains(refused), "{path}: {policy}");
        }
        let html = reply.text().to_lowercase();
        for (i, _) in html.match_indices("<script") {
            let element = &html[i..];
            let (head, rest) = element.split_once('>').unwrap();
            assert!(head.contains(" src=\""), "{path}: {head}");
            assert_eq!(rest.split_once("</script").unwrap().0.trim(), "", "{path}");
        }
        assert!(!html.contains("<style"), "{path}");
        for inline in [" style=", " onload=", " onclick=", "javascript:"] {
            assert!(!html.contains(inline), "{path}: {inline}");
        }
    }
}

#[tokio::test]
async fn page_title_is_the_platform_name_of_the_host() {
    let (app, _dist) = app_with_dist().await;
    app.execute("INSERT INTO branding (firm_id, host, platform_name) VALUES (1, 'alder.example', 'A & <B>')")
        .await;
    let at = async |host: &str| {
        let request = Request::get("/people/agents").header("host", host);
        let reply = app.anonymous().run(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status, 200);
        reply.text()
    };
    assert!(
        at("alder.example:4000")
            .await
            .contains("<title>A &amp; &lt;B&gt;</title>")
    );
    assert!(at("nobody.example").await.contains("<title>Firmbook</title>"));
    // The page is served without branding if the database does not respond.
    app.execute("BEGIN; LOCK TABLE branding IN ACCESS EXCLUSIVE MODE")
        .await;
    assert!(at("alder.example").await.contains("<title>Firmbook</title>"));
    app.execute("ROLLBACK").await;
}
