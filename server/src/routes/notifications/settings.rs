//! The firm's settings for the notification rules.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::firm;
use crate::routes::Body;
use axum::{Json, extract::State};
use serde_json::json;
use shared::notification::settings::RuleSettings;

pub(super) async fn get(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<RuleSettings>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let settings = firm::rule_settings(&mut transaction, viewer.firm.id).await?;
    transaction.finish();
    Ok(Json(settings.unwrap_or_default()))
}

pub(super) async fn save(
    State(app): State<App>,
    viewer: Viewer,
    Body(settings): Body<RuleSettings>,
) -> ApiResult<Json<RuleSettings>> {
    let faults = settings.faults();
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let before = firm::rule_settings(&mut transaction, firm_id).await?;
    let before = before.ok_or_else(ApiError::no_firm)?;
    if before == settings {
        transaction.finish();
        return Ok(Json(settings));
    }
    firm::save_rule_settings(&mut transaction, firm_id, settings, app.clock.now()).await?;
    let change = json!({ "field": "premiumReminderDays", "from": before.premium_reminder_days.to_string(),
                         "to": settings.premium_reminder_days.to_string() });
    let details = json!({ "fields": ["premiumReminderDays"], "changes": [change] });
    audit::record(&mut transaction, &viewer, "change", ("firm", None), details).await?;
    transaction.commit().await?;
    Ok(Json(settings))
}
