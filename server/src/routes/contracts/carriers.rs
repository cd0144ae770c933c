//! Carriers to choose from.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::carrier;
use axum::{Json, extract::State};
use shared::contract::contracts::Carrier;

pub(super) async fn carriers(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<Carrier>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let carriers = carrier::active(&mut transaction).await?;
    transaction.finish();
    Ok(Json(carriers))
}
