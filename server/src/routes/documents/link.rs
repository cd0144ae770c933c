//! One-time download links, so that the browser downloads a file itself. A link works once and for one minute, while
//! the session lasts, and only in the browser that requested it and received its cookie.

use super::one;
use crate::app::App;
use crate::auth::Viewer;
use crate::auth::secret::{hash, random};
use crate::auth::token::Claims;
use crate::error::{ApiError, ApiResult};
use crate::records::document_link::{self, DocumentLink, SECONDS};
use crate::request::RequestInfo;
use crate::routes::PathParams;
use anyhow::Context as _;
use axum::extract::{Request, State};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode, header};
use jiff::SignedDuration;
use shared::document::DownloadLink;
use uuid::Uuid;

const PATH: &str = "/download";
/// Each link has its own cookie, so that several downloads can run in parallel.
const COOKIE: &str = "firmbook-download-";

pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    Extension(claims): Extension<Claims>,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Response> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    one::find(&mut transaction, &viewer, uuid, false).await?;
    let (token, secret) = (random()?, random()?);
    let now = app.clock.now();
    let link = DocumentLink {
        firm_id: viewer.firm.id,
        token_hash: hash(&token),
        cookie_hash: hash(&secret),
        document_uuid: uuid,
        claims: serde_json::to_value(&claims).context("cannot store the sign-in of a link")?,
        account: viewer.account.clone(),
        expires_at: now + SignedDuration::from_secs(SECONDS),
    };
    document_link::insert(&mut transaction, link, now).await?;
    transaction.commit().await?;
    let is_https = app.config.public_url.starts_with("https:");
    let cookie = format!(
        "{}={secret}; Path={PATH}; Max-Age={SECONDS}; HttpOnly; SameSite=Strict{}",
        cookie_name(&token),
        if is_https { "; Secure" } else { "" }
    );
    let url = format!("{PATH}/{token}");
    let cookie = AppendHeaders([(header::SET_COOKIE, cookie)]);
    Ok((StatusCode::CREATED, cookie, Json(DownloadLink { url })).into_response())
}

/// Serves the links. They need no access token.
pub fn downloads(app: &App) -> Router {
    Router::new()
        .route(&format!("{PATH}/{{token}}"), get(download))
        .with_state(app.clone())
}

async fn download(
    State(app): State<App>,
    PathParams(token): PathParams<String>,
    request: Request,
) -> ApiResult<Response> {
    let expired = || ApiError::NotFound("download link");
    let (parts, _) = request.into_parts();
    let secret = cookie(&parts.headers, &cookie_name(&token)).ok_or_else(expired)?;
    let link = document_link::take(&app.db, &hash(&token)).await?;
    let link = link
        .filter(|link| link.expires_at > app.clock.now() && link.cookie_hash == hash(secret))
        .ok_or_else(expired)?;
    let claims: Claims = serde_json::from_value(link.claims).context("cannot read the sign-in of a link")?;
    let info = RequestInfo::of(&parts, &app.config.trusted_proxies, app.clock);
    let viewer = app.gate.resume(&claims, &link.account, info).await?;
    one::send(&app, &viewer, link.document_uuid).await
}

/// Derives the cookie's name from the token without revealing the token.
fn cookie_name(token: &str) -> String {
    let hash = hash(token);
    format!("{COOKIE}{}", URL_SAFE_NO_PAD.encode(&hash[..9]))
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}
