//! Endpoint of the quick search box in the page header.

use super::{Access, Params, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::quick::quick;
use axum::{Json, extract::State};
use http::StatusCode;
use serde::Deserialize;
use shared::permission::Feature::ShowQuickSearch;
use shared::quick_search::{QuickFindings, QuickText};
use utoipa::IntoParams;

pub fn route() -> Route {
    Route::get("/QuickSearch", Access::Feature(ShowQuickSearch, Read), search)
        .queries()
        .says(
            "Quick search",
            "Finds people, policies and annuities by name, number, NPN or email, up to six of each",
        )
        .gives::<QuickFindings>(StatusCode::OK, "The best matches")
}

#[derive(Deserialize, IntoParams)]
struct QuickParams {
    /// 2 to 100 characters. A shorter text has no results
    #[serde(default)]
    #[param(max_length = 100)]
    text: String,
}

async fn search(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<QuickParams>,
) -> ApiResult<Json<QuickFindings>> {
    Ok(Json(
        match QuickText::read(&params.text).map_err(ApiError::Invalid)? {
            Some(text) => quick(&app.db, &viewer, &text).await?,
            None => QuickFindings::default(),
        },
    ))
}
