//! Branding of a firm: public by host name, and editable in the firm's settings.

mod logo;
mod save;

pub use logo::logos;

use super::{Access, Public, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::branding;
use axum::{Json, extract::State};
use http::{HeaderMap, StatusCode, Uri, header};
use shared::branding::{Branding, BrandingSettings, host_name};
use shared::permission::Feature::FirmSettings;

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
            .takes_file(["image/png", "image/jpeg", "image/webp"])
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
