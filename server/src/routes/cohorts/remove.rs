//! Deletes and restores cohorts.

use super::save::name_taken;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::routes::{Params, PathParams};
use crate::sends::reckon;
use axum::{Json, extract::State};
use diesel::sql_types::{Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
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
    if !turn(&mut transaction, &app, &viewer, uuid, Some(version)).await? {
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
    if !turn(&mut transaction, &app, &viewer, uuid, None).await? {
        return Err(ApiError::NotFound("cohort"));
    }
    let cohort = cohort::get(&mut transaction, &viewer, uuid).await?;
    reckon(&mut transaction, &cohort, app.clock.now()).await?;
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

/// Deletes the given version, or restores the deleted cohort if `delete` is `None`. Returns whether a row was
/// updated.
async fn turn(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    uuid: Uuid,
    delete: Option<i32>,
) -> ApiResult<bool> {
    let turned = diesel::sql_query(
        "UPDATE cohort SET deleted_at = CASE WHEN $4 THEN $5 END, version = version + 1, updated_at = $5,
           updated_by = $6
         WHERE firm_id = $1 AND uuid = $2 AND ($3 IS NULL OR version = $3) AND (deleted_at IS NULL) = $4",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Nullable<Integer>, _>(delete)
    .bind::<Bool, _>(delete.is_some())
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(app.clock.now()))
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut **transaction)
    .await
    .map_err(name_taken)?;
    Ok(turned == 1)
}
