//! Adds and updates schedules.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::records::schedule::{self, Schedule};
use crate::routes::{Body, PathParams, idempotency};
use axum::{Json, extract::State};
use diesel::sql_types::{
    Binary, Bool, Date as SqlDate, Integer, Nullable, Text, Time as SqlTime, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::json;
use shared::cohort::Cohort;
use shared::cohort::schedule::{Checked, CohortSchedule, Plan, ScheduleInput, ScheduleStatus, check};
use uuid::Uuid;

/// Adds or updates a schedule. An `Idempotency-Key` becomes the uuid of a new schedule, so that a repeated
/// request adds only one.
pub(super) async fn save(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
    headers: HeaderMap,
    Body(input): Body<ScheduleInput>,
) -> ApiResult<(StatusCode, Json<CohortSchedule>)> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = match input.schedule_id {
        Some(uuid) => {
            let (cohort, before) = schedule::get(&mut transaction, &viewer, (cohort, uuid)).await?;
            let saved = change(&app, &mut transaction, &viewer, &cohort, &before, &input).await?;
            (StatusCode::OK, saved)
        }
        None => {
            let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
            let key = idempotency::key(&headers)?;
            let saved = add(&app, &mut transaction, &viewer, &cohort, &input, key).await?;
            (StatusCode::CREATED, saved)
        }
    };
    transaction.commit().await?;
    Ok((saved.0, Json(saved.1)))
}

/// Validates the schedule and computes its next send.
fn checked(
    app: &App,
    cohort: &Cohort,
    input: &ScheduleInput,
    before: Option<Plan>,
) -> ApiResult<(Checked, Option<(Date, Timestamp)>)> {
    let now = app.clock.now();
    let zone = TimeZone::get(input.time_zone.trim());
    let clock = now.to_zoned(zone.clone().unwrap_or(TimeZone::UTC)).datetime();
    let (checked, mut findings) = check(input, cohort.contact_type, clock, before);
    if zone.is_err() && !findings.has_fault("timeZone") {
        findings.fault("timeZone", "not_a_choice", "Select a valid time zone.");
    }
    match (checked, zone) {
        (Some(checked), Ok(zone)) => {
            let is_active = checked.status == ScheduleStatus::Active;
            let next = is_active.then(|| checked.plan.next_after(now, &zone)).flatten();
            Ok((checked, next))
        }
        _ => Err(ApiError::Invalid(findings.0)),
    }
}

async fn add(
    app: &App,
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    cohort: &Cohort,
    input: &ScheduleInput,
    key: Option<Uuid>,
) -> ApiResult<CohortSchedule> {
    let (new, next) = checked(app, cohort, input, None)?;
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let request = json!([viewer.user_key, cohort.uuid, input]).to_string();
    let request_hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    idempotency::hold(connection, key).await?;
    let added = diesel::sql_query(
        "INSERT INTO cohort_schedule (firm_id, uuid, cohort_uuid, name, frequency, first_send_date, send_time, time_zone,
           send_to, subject, message, includes_annuities, status, next_send_date, next_send_at, owner_key,
           request_hash, created_at, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $16)
         ON CONFLICT (firm_id, uuid) DO NOTHING",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<SqlUuid, _>(cohort.uuid)
    .bind::<Text, _>(&new.name)
    .bind::<Text, _>(new.plan.frequency.code())
    .bind::<SqlDate, _>(jiff_diesel::Date::from(new.plan.first))
    .bind::<SqlTime, _>(jiff_diesel::Time::from(new.plan.time))
    .bind::<Text, _>(&new.time_zone)
    .bind::<Text, _>(new.send_to.code())
    .bind::<Text, _>(&new.subject)
    .bind::<Text, _>(&new.message)
    .bind::<Bool, _>(new.include_annuities)
    .bind::<Text, _>(new.status.code())
    .bind::<Nullable<SqlDate>, _>(next.map(|(day, _)| jiff_diesel::Date::from(day)))
    .bind::<Nullable<Timestamptz>, _>(next.map(|(_, at)| jiff_diesel::Timestamp::from(at)))
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Nullable<Binary>, _>(&request_hash)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(app.clock.now()))
    .execute(connection)
    .await?;
    if added == 0
        && idempotency::known(connection, "cohort_schedule", viewer.firm.id, uuid).await? != request_hash
    {
        return Err(idempotency::reused());
    }
    let saved = schedule::find(connection, viewer.firm.id, cohort.uuid, uuid).await?;
    let saved = saved.ok_or(ApiError::NotFound("schedule"))?.shown;
    if added == 1 {
        note(connection, viewer, cohort, "add", &saved).await?;
    }
    Ok(saved)
}

/// Updates a schedule. If its owner has left the firm, the viewer becomes the owner.
async fn change(
    app: &App,
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    cohort: &Cohort,
    before: &Schedule,
    input: &ScheduleInput,
) -> ApiResult<CohortSchedule> {
    let is_same_zone = input.time_zone.trim() == before.shown.time_zone;
    let (new, next) = checked(app, cohort, input, is_same_zone.then_some(before.plan))?;
    let saved = diesel::sql_query(
        "UPDATE cohort_schedule SET name = $4, frequency = $5, first_send_date = $6, send_time = $7, time_zone = $8,
           send_to = $9, subject = $10, message = $11, includes_annuities = $12, status = $13, next_send_date = $14,
           next_send_at = $15, owner_key = CASE WHEN $16 THEN $17 ELSE owner_key END, paused_because = NULL,
           version = version + 1, updated_at = $18, updated_by = $17
         WHERE firm_id = $1 AND uuid = $2 AND version = $3 AND deleted_at IS NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(before.shown.schedule_id)
    .bind::<Integer, _>(input.version.unwrap_or(0))
    .bind::<Text, _>(&new.name)
    .bind::<Text, _>(new.plan.frequency.code())
    .bind::<SqlDate, _>(jiff_diesel::Date::from(new.plan.first))
    .bind::<SqlTime, _>(jiff_diesel::Time::from(new.plan.time))
    .bind::<Text, _>(&new.time_zone)
    .bind::<Text, _>(new.send_to.code())
    .bind::<Text, _>(&new.subject)
    .bind::<Text, _>(&new.message)
    .bind::<Bool, _>(new.include_annuities)
    .bind::<Text, _>(new.status.code())
    .bind::<Nullable<SqlDate>, _>(next.map(|(day, _)| jiff_diesel::Date::from(day)))
    .bind::<Nullable<Timestamptz>, _>(next.map(|(_, at)| jiff_diesel::Timestamp::from(at)))
    .bind::<Bool, _>(before.shown.is_abandoned)
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(app.clock.now()))
    .execute(connection)
    .await?;
    let after = schedule::find(connection, viewer.firm.id, cohort.uuid, before.shown.schedule_id).await?;
    let after = after.ok_or(ApiError::NotFound("schedule"))?.shown;
    if saved == 0 {
        return Err(ApiError::Conflict(Box::new(json!(after))));
    }
    note(connection, viewer, cohort, "change", &after).await?;
    Ok(after)
}

async fn note(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    cohort: &Cohort,
    action: &str,
    saved: &CohortSchedule,
) -> ApiResult<()> {
    let details = json!({ "schedule": saved.name, "status": saved.status, "frequency": saved.frequency,
                          "version": saved.version });
    Ok(audit::record(connection, viewer, action, ("cohort", Some(cohort.uuid)), details).await?)
}
