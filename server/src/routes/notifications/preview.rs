//! Previews the notifications that the rules would create between two dates.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::notify::preview;
use crate::routes::Body;
use axum::{Json, extract::State};
use shared::notification::preview::{PreviewQuestion, RulesPreview};

pub(super) async fn ask(
    State(app): State<App>,
    viewer: Viewer,
    Body(question): Body<PreviewQuestion>,
) -> ApiResult<Json<RulesPreview>> {
    let faults = question.faults();
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let preview = preview::preview(&mut transaction, viewer.firm.id, question).await?;
    transaction.finish();
    Ok(Json(preview))
}
