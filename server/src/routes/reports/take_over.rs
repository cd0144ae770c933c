//! Transfers a report of a user who left the firm to the caller.

use super::is_inherited;
use super::list::one;
use super::save::name_taken;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::report::change;
use crate::routes::version_read::VersionRead;
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use serde_json::json;
use shared::activity::field_changes;
use shared::report::{Report, ReportType};
use uuid::Uuid;

/// Transfers the report. Outside advisors lose access, because they would see the rows of the new owner, who
/// has not shared them.
pub(super) async fn take_over(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(params): Params<VersionRead>,
) -> ApiResult<Json<Report>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = one(&mut transaction, &app, &viewer, uuid).await?;
    if let Some(report_type) = ReportType::from_number(before.report_type) {
        viewer.may_write(report_type.feature())?;
    }
    if !is_inherited(&viewer, &before) {
        return Err(ApiError::Forbidden);
    }
    let read = (uuid, params.required()?);
    let is_taken = change::set_owner(&mut transaction, &viewer, read, app.clock.now())
        .await
        .map_err(name_taken)?;
    if !is_taken {
        let current = one(&mut transaction, &app, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    let owners = (before.owner_key.as_str(), viewer.user_key.as_str());
    change::withdraw_after_transfer(&mut transaction, viewer.firm.id, uuid, owners).await?;
    let after = one(&mut transaction, &app, &viewer, uuid).await?;
    let details = json!({
        "fields": ["owner"],
        "changes": field_changes(&json!({ "owner": before.owner_name }), &json!({ "owner": after.owner_name })),
        "version": after.version,
    });
    audit::record(
        &mut transaction,
        &viewer,
        "change",
        ("report", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    if after.shared_count > 0 {
        app.viewers.forget();
    }
    Ok(Json(after))
}
