//! Branding of a firm: public by host name, and editable in the firm's settings.

mod logo;
mod save;

pub use logo::logos;

use super::{Access, Public, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::branding::{self, BrandingRow};
use axum::{Json, extract::State};
use http::{HeaderMap, StatusCode, Uri, header};
use serde::Serialize;
use shared::branding::{PLATFORM_NAME, host_name};
use shared::permission::Feature::FirmSettings;
use utoipa::ToSchema;

/// Branding of the portal for the host name of the request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Branding {
    /// Small logo for the header. Null for the default logo.
    app_logo_url: Option<String>,
    /// Large logo for pages without the app header. Null for the default logo.
    full_logo_url: Option<String>,
    platform_name: String,
    support_url: Option<String>,
    /// In stored form, such as `+14155550100x12`
    contact_phone_number: Option<String>,
    /// `#rrggbb`, or null for the default color. `brandColors` of the wasm module derives accessible shades.
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

/// Editable branding of one of the firm's host names.
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
                "Returns the branding for the host name of the request",
            )
            .gives::<Branding>(StatusCode::OK, "The branding. Unknown host names get the default"),
        Route::get("/Branding/settings", read, settings)
            .says("Branding", "Lists the branding of all host names of the firm")
            .gives_all::<BrandingSettings>("Branding, by host name"),
        Route::put("/Branding", write, save::save)
            .says("Branding", "Updates the branding of one host name of the firm")
            .gives::<BrandingSettings>(StatusCode::OK, "The saved branding")
            .refuses(StatusCode::NOT_FOUND, "The host name does not belong to the firm")
            .refuses(
                StatusCode::CONFLICT,
                "The branding has been changed since. `current` is the latest version",
            ),
        Route::put("/Branding/logo/{logo}", write, logo::put)
            .says("Branding", "Sets the `app` or `full` logo of a host name")
            .takes_file("image/*")
            .gives::<BrandingSettings>(StatusCode::OK, "The saved branding")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "The image exceeds 200 KB"),
        Route::delete("/Branding/logo/{logo}", write, logo::remove)
            .says("Branding", "Removes the `app` or `full` logo of a host name")
            .gives::<BrandingSettings>(StatusCode::OK, "The saved branding"),
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

/// Returns the host name of the request, or `None` if it is missing or invalid.
pub fn request_host(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let header = || headers.get(header::HOST)?.to_str().ok();
    host_name(uri.host().or_else(header)?)
}
