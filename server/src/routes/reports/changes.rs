//! Changes in a report since the state that the subscriber was last notified of.

use super::readable;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::report::subscription;
use crate::report::state;
use crate::routes::PathParams;
use axum::{Json, extract::State};
use shared::report::ReportChanges;
use uuid::Uuid;

pub(super) async fn changes(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ReportChanges>> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let saved = readable(&mut transaction, &viewer, uuid).await?;
    let known = subscription::baseline(&mut transaction, firm_id, uuid, &viewer.user_key)
        .await?
        .ok_or(ApiError::NotFound("subscription"))?;
    let before = match known {
        Some(known) => state::find(&mut transaction, firm_id, known).await?,
        None => None,
    };
    transaction.finish();
    let Some(before) = before else {
        return Ok(Json(ReportChanges {
            since: app.clock.now(),
            rows_in: 0,
            rows_out: 0,
            came: Vec::new(),
            went: Vec::new(),
            totals: Vec::new(),
        }));
    };
    let sight = viewer.row_sight();
    let after = state::take(&app.db, app.clock, &sight, &saved).await?;
    let changes = state::changes(&app.db, &sight, &saved, &before, &after).await;
    let mut transaction = app.db.begin(firm_id).await?;
    state::forget(&mut transaction, firm_id, &after).await?;
    transaction.commit().await?;
    Ok(Json(changes?))
}
