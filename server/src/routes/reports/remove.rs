//! Deletes reports.

use super::is_inherited;
use super::list::one;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::document;
use crate::records::report::change;
use crate::routes::version_read::VersionRead;
use crate::routes::{Params, PathParams};
use axum::extract::State;
use http::StatusCode;
use serde_json::json;
use shared::report::ReportType;
use uuid::Uuid;

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(params): Params<VersionRead>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let report = one(&mut transaction, &app, &viewer, uuid).await?;
    if let Some(report_type) = ReportType::from_number(report.report_type) {
        viewer.may_write(report_type.feature())?;
    }
    if !report.is_owner && !is_inherited(&viewer, &report) {
        return Err(ApiError::Forbidden);
    }
    let version = params.required()?;
    if !change::delete(&mut transaction, viewer.firm.id, (uuid, version)).await? {
        let current = one(&mut transaction, &app, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    document::delete_of_report(&mut transaction, viewer.firm.id, uuid).await?;
    let details = json!({ "name": report.name, "subscribers": report.subscription_count,
                          "shared": report.shared_count });
    audit::record(
        &mut transaction,
        &viewer,
        "delete",
        ("report", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    if report.shared_count > 0 {
        app.viewers.forget();
    }
    Ok(StatusCode::NO_CONTENT)
}
