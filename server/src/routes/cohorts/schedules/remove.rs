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
    let version = version_of(&params, "schedule")?;
    let now = app.clock.now();
    if !schedule::change::delete(&mut transaction, &viewer, (path.1, version), now).await? {
        let (_, current) = schedule::get(&mut transaction, &viewer, path).await?;
        return Err(ApiError::Conflict(Box::new(json!(current.shown))));
    }
    let details = json!({ "schedule": schedule.shown.name });
    let subject = ("cohort", Some(cohort.uuid));
    audit::record(&mut transaction, &viewer, "deleteSchedule", subject, details).await?;
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
    if !schedule::change::restore(&mut transaction, &viewer, (cohort.uuid, uuid), now).await? {
        return Err(ApiError::NotFound("schedule"));
    }
    sends::reschedule(&mut transaction, &cohort, now).await?;
    let schedule = schedule::find(&mut transaction, viewer.firm.id, cohort.uuid, uuid).await?;
    let schedule = schedule.ok_or(ApiError::NotFound("schedule"))?.shown;
    let details = json!({ "schedule": schedule.name });
    let subject = ("cohort", Some(cohort.uuid));
    audit::record(&mut transaction, &viewer, "restoreSchedule", subject, details).await?;
    transaction.commit().await?;
    Ok(Json(schedule))
}
