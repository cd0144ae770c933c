//! Deletes a report.

use super::list::one;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::audit;
use crate::error::{ApiError, ApiResult};
use crate::routes::{Params, PathParams};
use axum::extract::State;
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::problem::Findings;
use shared::report::ReportType;
use uuid::Uuid;

#[derive(Deserialize)]
pub(super) struct DeleteParams {
    version: Option<i32>,
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(params): Params<DeleteParams>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let report = one(&mut transaction, &app, &viewer, uuid).await?;
    if let Some(report_type) = ReportType::from_number(report.report_type) {
        viewer.may_write(report_type.feature())?;
    }
    if !report.is_owner {
        return Err(ApiError::Forbidden);
    }
    let Some(version) = params.version else {
        let mut findings = Findings::default();
        findings.fault("version", "required", "Say which version of the report was read.");
        return Err(ApiError::Invalid(findings.0));
    };
    let deleted = diesel::sql_query("DELETE FROM report WHERE firm_id = $1 AND uuid = $2 AND version = $3")
        .bind::<Integer, _>(viewer.firm.id)
        .bind::<SqlUuid, _>(uuid)
        .bind::<Integer, _>(version)
        .execute(&mut *transaction)
        .await?;
    if deleted == 0 {
        let current = one(&mut transaction, &app, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
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
    Ok(StatusCode::NO_CONTENT)
}
