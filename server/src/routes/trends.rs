//! Trends of the book, for the Insights page.

use super::{Access, Params, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::trend;
use axum::{Json, extract::State};
use http::StatusCode;
use serde::Deserialize;
use shared::permission::Feature;
use shared::problem::Findings;
use shared::trend::{RANGES, Trends};
use utoipa::IntoParams;

const DEFAULT_MONTHS: u8 = 24;

pub fn route() -> Route {
    Route::get("/Insights/trends", Access::Feature(Feature::Insights, Read), read)
        .queries()
        .says(
            "Analytics",
            "Returns policies in force, values, lapses and persistency by month. Also requires read access to `analytics` and `allPolicies`",
        )
        .asks::<TrendParams>()
        .gives::<Trends>(StatusCode::OK, "The trends of the policies that the viewer can open")
}

#[derive(Deserialize, IntoParams)]
struct TrendParams {
    /// Number of months up to the current one: 12, 24 (default), 36 or 60
    months: Option<u8>,
}

async fn read(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<TrendParams>,
) -> ApiResult<Json<Trends>> {
    viewer.may_read(Feature::Analytics)?;
    viewer.may_read(Feature::AllPolicies)?;
    let months = params.months.unwrap_or(DEFAULT_MONTHS);
    if !RANGES.contains(&months) {
        let mut findings = Findings::default();
        findings.fault("months", "not_a_choice", "Choose 12, 24, 36 or 60 months.");
        return Err(ApiError::Invalid(findings.0));
    }
    let asked = (months, viewer.permissions.can_read(Feature::Annuities));
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let trends = trend::find(&mut transaction, &viewer, asked, viewer.today(app.clock)).await?;
    transaction.finish();
    Ok(Json(trends))
}
