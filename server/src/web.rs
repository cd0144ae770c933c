//! Serves the web app: static files, `config.json`, the page, and the pages of widgets.

mod widget;

use crate::config::Config;
use crate::db::Db;
use crate::error::ApiError;
use crate::headers::{self, Framed};
use crate::records::branding;
use crate::routes::request_host;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderValue, Request, StatusCode, header};
use reqwest::Url;
use serde_json::json;
use std::{path::PathBuf, sync::Arc, time::Duration};
use tower::ServiceExt;
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

#[derive(Clone)]
struct Web {
    dir: PathBuf,
    config: Arc<Config>,
    db: Db,
}

/// Builds the router for everything outside `/api`: static files, and `index.html` for the app's routes.
pub fn router(config: &Arc<Config>, db: &Db) -> Router {
    let web = Web {
        dir: config.web_dir.clone(),
        config: config.clone(),
        db: db.clone(),
    };
    Router::new()
        .route("/config.json", get(settings))
        .route(widget::PATH, get(widget::page))
        .merge(
            utoipa_swagger_ui::SwaggerUi::new("/docs/api")
                .config(utoipa_swagger_ui::Config::from("/api/openapi.json")),
        )
        .fallback(file_or_page)
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CONTENT_SECURITY_POLICY,
            headers::of_file(),
        ))
        .with_state(web)
}

async fn settings(State(web): State<Web>) -> Response {
    let config = &web.config;
    let oidc = &config.oidc;
    let body = Json(json!({
        "platformName": "Firmbook",
        "issuer": oidc.issuer,
        "clientId": oidc.client_id,
        "audience": oidc.audience,
        "scope": "openid profile email offline_access",
        "idle": { "seconds": config.idle.seconds, "warningSeconds": config.idle.warning_seconds },
        "errorReporting": config.error_reporting.as_ref().map(|reporting| json!({
            "dsn": reporting.dsn.as_str(), "environment": reporting.environment })),
        "analyticsUrl": config.analytics_url.as_ref().map(Url::as_str),
        "notificationDays": config.notification_days,
        "realTime": config.real_time,
        "sendsEmail": config.mail.is_some(),
    }));
    ([(header::CACHE_CONTROL, "no-store")], body).into_response()
}

async fn file_or_page(State(web): State<Web>, request: Request<axum::body::Body>) -> Response {
    let path = request.uri().path().to_owned();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::NotFound("address").into_response();
    }
    let host = request_host(request.uri(), request.headers());
    let is_asset = path.starts_with("/assets/");
    if path != "/" && !path.ends_with("/index.html") {
        let files = ServeDir::new(&web.dir).precompressed_br().precompressed_gzip();
        if let Ok(mut response) = files.oneshot(request).await
            && response.status() != StatusCode::NOT_FOUND
        {
            // Asset names contain a content hash.
            let caching = if is_asset {
                "public, max-age=31536000, immutable"
            } else {
                "no-cache"
            };
            let headers = response.headers_mut();
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
            // Partner sites load the scripts, and widget pages have an opaque origin.
            if is_asset || path.starts_with(widget::SCRIPTS) {
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
                headers.insert(widget::RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
            }
            return response.into_response();
        }
        let last = path.rsplit('/').next().unwrap_or_default();
        if is_asset || last.contains('.') {
            return ApiError::NotFound("file").into_response();
        }
    }
    let framed = if path == "/login/silent" {
        Framed::ByOurselves
    } else {
        Framed::Never
    };
    page(&web, framed, host).await
}

/// Timeout for looking up the platform name. After that, the page shows the default name.
const NAME_DEADLINE: Duration = Duration::from_secs(1);

/// Returns the platform name that a firm configured for this host, HTML-escaped.
async fn platform_name(web: &Web, host: Option<String>) -> Option<String> {
    let host = host?;
    let row = tokio::time::timeout(NAME_DEADLINE, branding::of_host(&web.db, &host)).await;
    let name = row.ok()?.ok()??.platform_name;
    Some(
        name.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;"),
    )
}

/// Returns the app's page with a new style nonce.
async fn page(web: &Web, framed: Framed, host: Option<String>) -> Response {
    let Ok(mut html) = tokio::fs::read_to_string(web.dir.join("index.html")).await else {
        return ApiError::Refused {
            code: "no_web_app",
            message: "The web app has not been built. Run `cargo xtask run`.".into(),
        }
        .into_response();
    };
    let mut random = [0; 16];
    if aws_lc_rs::rand::fill(&mut random).is_err() {
        return ApiError::Internal(anyhow::anyhow!("the system provides no random bytes")).into_response();
    }
    if let Some(name) = platform_name(web, host).await {
        html = html.replace("<title>Firmbook</title>", &format!("<title>{name}</title>"));
    }
    let nonce = STANDARD.encode(random);
    let policy = headers::of_page(&web.config, &nonce, framed);
    let mut response = Html(html.replace("__CSP_NONCE__", &nonce)).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if framed == Framed::ByOurselves {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    }
    response
}
