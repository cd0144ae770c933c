//! All firms, for staff.

use super::{Access, Params, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::firm;
use axum::{Json, extract::State};
use serde::Deserialize;
use shared::firm::FirmEntry;
use shared::permission::Feature;
use shared::problem::Findings;
use utoipa::IntoParams;

const MAX_FIRMS: i64 = 200;
const MAX_TEXT_CHARS: usize = 120;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/Firm", Access::Feature(Feature::Firms, Read), firms)
            .says(
                "Firm",
                "Lists the firms of the platform by name, up to 200 matches",
            )
            .gives_all::<FirmEntry>("Firms"),
    ]
}

#[derive(Deserialize, IntoParams)]
struct FirmsParams {
    /// Part of the name, case- and accent-insensitive
    #[serde(default)]
    #[param(max_length = 120)]
    text: String,
}

/// Lists firms across tenants. Row-level security lets staff read only the three tables used here.
async fn firms(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<FirmsParams>,
) -> ApiResult<Json<Vec<FirmEntry>>> {
    let mut findings = Findings::default();
    let text = findings.bounded_text(Some(&params.text), "text", MAX_TEXT_CHARS);
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let firms = firm::list(&mut transaction, &text.unwrap_or_default(), MAX_FIRMS).await?;
    transaction.commit().await?;
    Ok(Json(firms.into_iter().map(FirmEntry::from).collect()))
}
