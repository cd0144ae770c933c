//! Deletes and restores schedules.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::records::schedule;
use crate::routes::cohorts::remove::{DeleteParams, version_of};
use crate::routes::{Params, PathParams};
use crate::sends;
use axum::{Json, extract::State};
use diesel::sql_types::{Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use http::StatusCode;
use serde_json::json;
use shared::cohort::schedule::CohortSchedule;
use uuid::Uuid;

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(path): PathParams<(Uuid, Uuid)>,
    Params(params): Params<DeleteParams>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (cohort, schedule) = schedule::get(&mut transaction, &viewer, path).await?;
    let deleted = diesel::sql_query(
        "UPDATE cohort_schedule SET deleted_at = $4, version = version + 1, updated_at = $4, updated_by = $5
         WHERE firm_id = $1 AND uuid = $2 AND version = $3 AND deleted_at IS NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(path.1)
    .bind::<Integer, _>(version_of(&params, "schedule")?)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(app.clock.now()))
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    if deleted == 0 {
        let (_, current) = schedule::get(&mut transaction, &viewer, path).await?;
        return Err(ApiError::Conflict(Box::new(json!(current.shown))));
    }
    let details = json!({ "schedule": schedule.shown.name });
    let subject = ("cohort", Some(cohort.uuid));
    audit::record(&mut transaction, &viewer, "delete", subject, details).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn restore(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((cohort, uuid)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Json<CohortSchedule>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
    let now = app.clock.now();
    let restored = diesel::sql_query(
        "UPDATE cohort_schedule SET deleted_at = NULL, version = version + 1, updated_at = $4, updated_by = $5
         WHERE firm_id = $1 AND cohort_uuid = $2 AND uuid = $3 AND deleted_at IS NOT NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(cohort.uuid)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    if restored == 0 {
        return Err(ApiError::NotFound("schedule"));
    }
    sends::reckon(&mut transaction, &cohort, now).await?;
    let schedule = schedule::find(&mut transaction, viewer.firm.id, cohort.uuid, uuid).await?;
    let schedule = schedule.ok_or(ApiError::NotFound("schedule"))?.shown;
    let details = json!({ "schedule": schedule.name });
    let subject = ("cohort", Some(cohort.uuid));
    audit::record(&mut transaction, &viewer, "restore", subject, details).await?;
    transaction.commit().await?;
    Ok(Json(schedule))
}
