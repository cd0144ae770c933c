//! A firm's logos, served under URLs that change with the image.

use super::request_host;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::branding::{self, change};
use crate::routes::{Params, PathParams, Raw};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing::get};
use diesel_async::AsyncPgConnection;
use http::{HeaderMap, Uri, header};
use serde::Deserialize;
use serde_json::json;
use shared::branding::{BrandingSettings, MAX_LOGO_BYTES, host_name};
use shared::image_type::image_type;
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams)]
pub(super) struct LogoParams {
    /// Host name. Default: the host name of the request
    host: Option<String>,
}

/// Checks the logo name in the path: `app` or `full`.
fn kind(name: &str) -> ApiResult<&str> {
    match name {
        "app" | "full" => Ok(name),
        _ => Err(ApiError::NotFound("logo")),
    }
}

/// Returns the host name from the query, or else from the request.
fn host(params: &LogoParams, uri: &Uri, headers: &HeaderMap) -> ApiResult<String> {
    match &params.host {
        Some(named) => host_name(named),
        None => request_host(uri, headers),
    }
    .ok_or(ApiError::NotFound("host name"))
}

pub(super) async fn put(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Params(params): Params<LogoParams>,
    uri: Uri,
    headers: HeaderMap,
    Raw(bytes): Raw<MAX_LOGO_BYTES>,
) -> ApiResult<Json<BrandingSettings>> {
    let kind = kind(&name)?;
    let media_type = image_type(&bytes).ok_or_else(|| ApiError::BadRequest {
        code: "not_a_picture",
        message: "Upload a PNG, JPEG or WebP image.".into(),
    })?;
    let host = host(&params, &uri, &headers)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    touch(&mut transaction, viewer.firm.id, &host).await?;
    let logo = (host.as_str(), kind);
    change::save_logo(&mut transaction, viewer.firm.id, logo, media_type, &bytes).await?;
    finish(transaction, &viewer, &host, kind).await
}

pub(super) async fn remove(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Params(params): Params<LogoParams>,
    uri: Uri,
    headers: HeaderMap,
) -> ApiResult<Json<BrandingSettings>> {
    let kind = kind(&name)?;
    let host = host(&params, &uri, &headers)?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    touch(&mut transaction, viewer.firm.id, &host).await?;
    change::remove_logo(&mut transaction, viewer.firm.id, (&host, kind)).await?;
    finish(transaction, &viewer, &host, kind).await
}

/// Increments the version of the branding. Fails if the host does not belong to the firm.
async fn touch(connection: &mut AsyncPgConnection, firm_id: i32, host: &str) -> ApiResult<()> {
    if change::touch(connection, firm_id, host).await? {
        Ok(())
    } else {
        Err(ApiError::NotFound("host name"))
    }
}

async fn finish(
    mut transaction: crate::db::Transaction,
    viewer: &Viewer,
    host: &str,
    kind: &str,
) -> ApiResult<Json<BrandingSettings>> {
    let row = branding::find(&mut transaction, viewer.firm.id, host)
        .await?
        .ok_or(ApiError::NotFound("host name"))?;
    let field = if kind == "app" { "appLogo" } else { "fullLogo" };
    let details = json!({ "host": host, "fields": [field], "version": row.version });
    audit::record(&mut transaction, viewer, "change", ("branding", None), details).await?;
    transaction.commit().await?;
    Ok(Json(row.into()))
}

/// Serves `/branding/{hash}`, the images themselves, without authentication.
pub fn logos(app: &App) -> Router {
    Router::new()
        .route("/branding/{hash}", get(picture))
        .with_state(app.clone())
}

async fn picture(State(app): State<App>, PathParams(hash): PathParams<String>) -> ApiResult<Response> {
    let is_hash = hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if !is_hash {
        return Err(ApiError::NotFound("logo"));
    }
    let logo = branding::logo(&app.db, &hash)
        .await?
        .ok_or(ApiError::NotFound("logo"))?;
    let extension = logo.media_type.trim_start_matches("image/");
    let headers = [
        (header::CONTENT_TYPE, logo.media_type.clone()),
        (
            header::CONTENT_DISPOSITION,
            format!("inline; filename=\"logo.{extension}\""),
        ),
        (
            header::CACHE_CONTROL,
            "public, max-age=31536000, immutable".to_owned(),
        ),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox".to_owned(),
        ),
    ];
    Ok((headers, logo.bytes).into_response())
}
