//! The viewer's notification preferences.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::notification_preference;
use crate::routes::Body;
use axum::{Json, extract::State};
use serde_json::json;
use shared::notification::Preferences;

pub(super) async fn get(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Preferences>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let preferences =
        notification_preference::find(&mut transaction, viewer.firm.id, &viewer.user_key).await?;
    transaction.finish();
    Ok(Json(preferences))
}

pub(super) async fn save(
    State(app): State<App>,
    viewer: Viewer,
    Body(preferences): Body<Preferences>,
) -> ApiResult<Json<Preferences>> {
    let faults = preferences.faults();
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let (firm_id, user_key) = (viewer.firm.id, viewer.user_key.as_str());
    if firm_id == 0 {
        return Err(ApiError::no_firm());
    }
    let mut transaction = app.db.begin(firm_id).await?;
    notification_preference::save(&mut transaction, firm_id, user_key, &preferences).await?;
    let saved = notification_preference::find(&mut transaction, firm_id, user_key).await?;
    let details = json!({ "fields": ["notificationPreferences"] });
    audit::record(&mut transaction, &viewer, "change", ("user", user_key), details).await?;
    transaction.commit().await?;
    Ok(Json(saved))
}
