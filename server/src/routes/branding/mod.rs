//! A firm's looks: for everybody by the host name, and as settings of the firm that has the host.

mod logo;
mod save;

pub use logo::logos;

use super::{Access, Public, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::branding::{self, BrandingRow};
use crate::error::ApiResult;
use axum::{Json, extract::State};
use http::{HeaderMap, StatusCode, Uri, header};
use serde::Serialize;
use shared::branding::{BrandingInput, PLATFORM_NAME, host_name};
use shared::permission::Feature::FirmSettings;
use utoipa::ToSchema;

/// How the portal looks under the host name of the request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Branding {
    /// Small, for the header; null for the product's own.
    app_logo_url: Option<String>,
    /// For pages of its own.
    full_logo_url: Option<String>,
    platform_name: String,
    support_url: Option<String>,
    /// As it is stored: `+14155550100x12`
    contact_phone_number: Option<String>,
    /// `#rrggbb`; null for the product's own. `brandColors` of the wasm module makes it readable.
    primary_color: Option<String>,
}

impl Default for Branding {
    fn default() -> Self {
        Self {
            app_logo_url: None,
            full_logo_url: None,
            platform_name: PLATFORM_NAME.into(),
            support_url: None,
            contact_phone_number: None,
            primary_color: None,
        }
    }
}

impl From<BrandingRow> for Branding {
    fn from(row: BrandingRow) -> Self {
        let address = |hash: String| format!("/branding/{hash}");
        Self {
            app_logo_url: row.app_logo.map(address),
            full_logo_url: row.full_logo.map(address),
            platform_name: row.platform_name,
            support_url: row.support_url,
            contact_phone_number: row.contact_phone_number,
            primary_color: row.primary_color,
        }
    }
}

/// The looks of one of the firm's host names, to be changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandingSettings {
    host: String,
    version: i32,
    #[serde(flatten)]
    branding: Branding,
}

impl From<BrandingRow> for BrandingSettings {
    fn from(row: BrandingRow) -> Self {
        Self {
            host: row.host.clone(),
            version: row.version,
            branding: row.into(),
        }
    }
}

pub fn routes() -> Vec<Route> {
    let (read, write) = (
        Access::Feature(FirmSettings, Read),
        Access::Feature(FirmSettings, Write),
    );
    vec![
        Route::get("/Branding", Public, of_host)
            .says(
                "Branding",
                "How the portal looks under the host name of the request",
            )
            .gives::<Branding>(
                StatusCode::OK,
                "The looks; the product's own for a host that no firm has",
            ),
        Route::get("/Branding/settings", read, settings)
            .says("Branding", "The looks of every host name of the firm")
            .gives_all::<BrandingSettings>("By host name"),
        Route::put("/Branding", write, save::save)
            .says("Branding", "Changes the looks of one host name of the firm")
            .takes::<BrandingInput>()
            .gives::<BrandingSettings>(StatusCode::OK, "As saved")
            .refuses(StatusCode::NOT_FOUND, "The firm has no such host name")
            .refuses(
                StatusCode::CONFLICT,
                "Somebody changed it meanwhile; `current` is how it stands now",
            ),
        Route::put("/Branding/logo/{logo}", write, logo::put)
            .says("Branding", "Sets the logo `app` or `full` of a host name")
            .asks("host", "The host name; that of the request if not given")
            .takes_file("image/*")
            .gives::<BrandingSettings>(StatusCode::OK, "As saved")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "More than 200 KB"),
        Route::delete("/Branding/logo/{logo}", write, logo::remove)
            .says("Branding", "Takes the logo `app` or `full` of a host name away")
            .asks("host", "The host name; that of the request if not given")
            .gives::<BrandingSettings>(StatusCode::OK, "As saved"),
    ]
}

async fn of_host(State(app): State<App>, uri: Uri, headers: HeaderMap) -> ApiResult<Json<Branding>> {
    let row = match request_host(&uri, &headers) {
        Some(host) => branding::of_host(&app.db, &host).await?,
        None => None,
    };
    Ok(Json(row.map(Into::into).unwrap_or_default()))
}

async fn settings(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<BrandingSettings>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let rows = branding::of_firm(&mut transaction, viewer.firm.id).await?;
    transaction.commit().await?;
    Ok(Json(rows.into_iter().map(Into::into).collect()))
}

/// The host name that the client asked; none for what is no name.
pub fn request_host(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let header = || headers.get(header::HOST)?.to_str().ok();
    host_name(uri.host().or_else(header)?)
}
