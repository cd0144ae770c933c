//! The web app: its files, its configuration, and the headers that keep a page to itself.

use crate::config::Config;
use crate::error::ApiError;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderName, HeaderValue, Request, StatusCode, header};
use serde_json::json;
use std::{path::PathBuf, sync::Arc};
use tower::ServiceExt;
use tower_http::services::ServeDir;

#[derive(Clone)]
struct Web {
    dir: PathBuf,
    config: Arc<Config>,
}

/// Everything outside `/api`: files of the build, and `index.html` for the app's own routes.
pub fn router(config: &Arc<Config>) -> Router {
    let web = Web {
        dir: config.web_dir.clone(),
        config: config.clone(),
    };
    Router::new()
        .route("/config.json", get(settings))
        .merge(
            utoipa_swagger_ui::SwaggerUi::new("/docs/api")
                .config(utoipa_swagger_ui::Config::from("/api/openapi.json")),
        )
        .fallback(file_or_page)
        .with_state(web)
}

async fn settings(State(web): State<Web>) -> Response {
    let oidc = &web.config.oidc;
    let body = Json(json!({
        "platformName": "Firmbook",
        "issuer": oidc.issuer,
        "clientId": oidc.client_id,
        "audience": oidc.audience,
        "scope": "openid profile email offline_access",
    }));
    ([(header::CACHE_CONTROL, "no-store")], body).into_response()
}

async fn file_or_page(State(web): State<Web>, request: Request<axum::body::Body>) -> Response {
    let path = request.uri().path().to_owned();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::NotFound("address").into_response();
    }
    let is_asset = path.starts_with("/assets/");
    if path != "/" && !path.ends_with("/index.html") {
        let files = ServeDir::new(&web.dir).precompressed_br().precompressed_gzip();
        if let Ok(mut response) = files.oneshot(request).await
            && response.status() != StatusCode::NOT_FOUND
        {
            // Names of assets change with their content.
            let caching = if is_asset {
                "public, max-age=31536000, immutable"
            } else {
                "no-cache"
            };
            response
                .headers_mut()
                .insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
            return response.into_response();
        }
        let last = path.rsplit('/').next().unwrap_or_default();
        if is_asset || last.contains('.') {
            return ApiError::NotFound("file").into_response();
        }
    }
    page(&web).await
}

/// The one page of the app, with a fresh nonce for its styles.
async fn page(web: &Web) -> Response {
    let Ok(html) = tokio::fs::read_to_string(web.dir.join("index.html")).await else {
        return ApiError::Refused {
            code: "no_web_app",
            message: "The web app is not built. Run `cargo xtask run`.".into(),
        }
        .into_response();
    };
    let mut random = [0; 16];
    if aws_lc_rs::rand::fill(&mut random).is_err() {
        return ApiError::Internal(anyhow::anyhow!("the system gives no random bytes")).into_response();
    }
    let nonce = STANDARD.encode(random);
    let issuer = &web.config.oidc.issuer;
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data:; connect-src 'self' {issuer}; frame-src 'self' {issuer}; object-src 'none'; \
         base-uri 'none'; form-action 'self' {issuer}; frame-ancestors 'self'"
    );
    let mut response = Html(html.replace("__CSP_NONCE__", &nonce)).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// What every answer tells a browser, whoever gives it.
pub async fn safe_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
