//! Deletes and restores cohorts.

use super::save::name_taken;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::routes::{Params, PathParams};
use crate::sends::reschedule;
use axum::{Json, extract::State};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::cohort::Cohort;
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
pub(super) struct DeleteParams {
    /// The version last read by the caller
    #[param(value_type = i32, required = true)]
    version: Option<i32>,
}

/// # Errors
/// Returns `ApiError::Invalid` if the request has no version.
pub(super) fn version_of(params: &DeleteParams, what: &str) -> ApiResult<i32> {
    params.version.ok_or_else(|| {
        let mut findings = Findings::default();
        findings.fault(
            "version",
            "required",
            format!("Send the version of the {what} that you last read."),
        );
        ApiError::Invalid(findings.0)
    })
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(params): Params<DeleteParams>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, uuid).await?;
    let version = version_of(&params, "cohort")?;
    let now = app.clock.now();
    if !cohort::change::delete(&mut transaction, &viewer, (uuid, version), now).await? {
        let current = cohort::get(&mut transaction, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    let details = json!({ "name": cohort.name, "contacts": cohort.contact_count });
    audit::record(
        &mut transaction,
        &viewer,
        "delete",
        ("cohort", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted cohort. A viewer who could not see it gets the same 404 as for an unknown uuid.
pub(super) async fn restore(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Cohort>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let now = app.clock.now();
    let is_restored = cohort::change::restore(&mut transaction, &viewer, uuid, now)
        .await
        .map_err(name_taken)?;
    if !is_restored {
        return Err(ApiError::NotFound("cohort"));
    }
    let cohort = cohort::get(&mut transaction, &viewer, uuid).await?;
    reschedule(&mut transaction, &cohort, now).await?;
    audit::record(
        &mut transaction,
        &viewer,
        "restore",
        ("cohort", Some(uuid)),
        json!({}),
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(cohort))
}
