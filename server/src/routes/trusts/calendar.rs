//! The calendar of premium gifts.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::gift_calendar::calendar;
use crate::routes::Params;
use axum::{Json, extract::State};
use serde::Deserialize;
use shared::contract::gift::calendar::{GiftCalendar, range};
use shared::problem::Findings;
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams)]
pub(super) struct Days {
    /// First day, `YYYY-MM-DD`
    #[serde(default)]
    #[param(required = true)]
    from: String,
    /// Last day, `YYYY-MM-DD`. At most 366 days
    #[serde(default)]
    #[param(required = true)]
    to: String,
}

/// Returns the calendar. Viewers of shared reports have none, because no report shows all gifts.
pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    Params(days): Params<Days>,
) -> ApiResult<Json<GiftCalendar>> {
    if viewer.sees_shared_only() {
        return Err(ApiError::Forbidden);
    }
    let mut findings = Findings::default();
    let Some(days) = range(&days.from, &days.to, &mut findings) else {
        return Err(ApiError::Invalid(findings.0));
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let found = calendar(&mut transaction, &viewer.sight(), days, viewer.today(app.clock)).await?;
    transaction.finish();
    Ok(Json(found))
}
