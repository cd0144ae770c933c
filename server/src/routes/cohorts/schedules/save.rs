//! Adds and updates schedules.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::records::deliverable;
use crate::records::keyed_request::KeyedRecord;
use crate::records::schedule::change::{NewSchedule, NextSend};
use crate::records::schedule::{self, Schedule};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::repeated::{must_repeat, repeats};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use jiff::tz::TimeZone;
use serde_json::json;
use shared::cohort::Cohort;
use shared::cohort::schedule::{Checked, CohortSchedule, Plan, ScheduleInput, ScheduleStatus, check};
use shared::permission::Feature::Deliverables;
use shared::problem::Findings;
use uuid::Uuid;

/// Adds or updates a schedule. An `Idempotency-Key` becomes the uuid of a new schedule, so that a repeated
/// request adds only one.
pub(super) async fn save(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
    IdempotencyKey(key): IdempotencyKey,
    Body(input): Body<ScheduleInput>,
) -> ApiResult<(StatusCode, Json<CohortSchedule>)> {
    must_repeat([
        ("firmId", repeats(input.firm_id, viewer.firm.id)),
        ("cohortUuid", repeats(input.cohort_uuid, cohort)),
    ])?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = match input.schedule_id {
        Some(uuid) => {
            let (cohort, before) = schedule::get(&mut transaction, &viewer, (cohort, uuid)).await?;
            let saved = change(&app, &mut transaction, &viewer, &cohort, &before, &input).await?;
            (StatusCode::OK, saved)
        }
        None => {
            let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
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
) -> ApiResult<(Checked, NextSend)> {
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

/// Checks that the viewer may generate the book that the schedule attaches, and that its template exists. A schedule
/// whose template was deleted can still be paused or ended.
async fn must_allow_book(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    checked: &Checked,
) -> ApiResult<()> {
    let Some(book) = checked.book else {
        return Ok(());
    };
    viewer.may_write(Deliverables)?;
    let template = deliverable::template(connection, viewer.firm.id, book.kind, book.template).await?;
    if template.is_none() && checked.status == ScheduleStatus::Active {
        let mut findings = Findings::default();
        let message = "This template was deleted. Choose another one.";
        findings.fault("templateUuid", "not_a_choice", message);
        return Err(ApiError::Invalid(findings.0));
    }
    Ok(())
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
    must_allow_book(connection, viewer, &new).await?;
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let request = json!([viewer.user_key, cohort.uuid, input]).to_string();
    let request_hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    idempotency::hold(connection, key).await?;
    let row = NewSchedule {
        uuid,
        cohort: cohort.uuid,
        checked: &new,
        next,
        request_hash: request_hash.as_deref(),
        now: app.clock.now(),
    };
    let is_new = schedule::change::insert(connection, viewer, row).await?;
    if !is_new {
        let of_firm = (viewer.firm.id, uuid);
        let hash = request_hash.as_deref();
        idempotency::must_match(connection, KeyedRecord::CohortSchedule, of_firm, hash).await?;
    }
    let saved = schedule::find(connection, viewer.firm.id, cohort.uuid, uuid).await?;
    let saved = saved.ok_or(ApiError::NotFound("schedule"))?.shown;
    if is_new {
        note(connection, viewer, cohort, "addSchedule", &saved).await?;
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
    must_allow_book(connection, viewer, &new).await?;
    let read = (before, input.version.unwrap_or(0));
    let now = app.clock.now();
    let is_saved = schedule::change::update(connection, viewer, read, (&new, next), now).await?;
    let after = schedule::find(connection, viewer.firm.id, cohort.uuid, before.shown.schedule_id).await?;
    let after = after.ok_or(ApiError::NotFound("schedule"))?.shown;
    if !is_saved {
        return Err(ApiError::Conflict(Box::new(json!(after))));
    }
    note(connection, viewer, cohort, "changeSchedule", &after).await?;
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
