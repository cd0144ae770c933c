//! When something is sent to a cohort, what was sent of it, and what would be.

mod archive;
mod next;
mod past;
mod remove;
mod save;

use super::{GROUP, seen};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::schedule::{self, Schedule, Which};
use crate::error::{ApiError, ApiResult};
use crate::routes::{Access, PathParams, Read, Route, Write};
use crate::sends;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use shared::cohort::Cohort;
use shared::cohort::schedule::{CohortSchedule, DryRun, NextSend, PastSend, ScheduleInput, SendDetails};
use shared::permission::Feature::{Cohorts, ExportData};
use uuid::Uuid;

pub(super) fn routes() -> Vec<Route> {
    let (read, write) = (Access::Feature(Cohorts, Read), Access::Feature(Cohorts, Write));
    let all = "/Cohort/{cohortUuid}/schedule";
    let one = format!("{all}/{{scheduleUuid}}");
    let conflict = "Somebody saved first: `current` is the schedule as it stands";
    vec![
        Route::get(all, read, list)
            .says(GROUP, "The schedules of a cohort, by name")
            .gives_all::<CohortSchedule>("Schedules with their last and next day"),
        Route::post(all, write, save::save)
            .says(
                GROUP,
                "Adds a schedule, or changes the one that `scheduleId` names",
            )
            .takes::<ScheduleInput>()
            .gives::<CohortSchedule>(StatusCode::CREATED, "The new schedule")
            .gives::<CohortSchedule>(StatusCode::OK, "The schedule as saved")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`idempotency_key_reused`"),
        Route::get(format!("{all}/past"), read, past::list)
            .says(GROUP, "What was sent to a cohort, the last first")
            .gives_all::<PastSend>("Sends, with how many contacts got something"),
        Route::delete(&one, write, remove::delete)
            .says(
                GROUP,
                "Deletes a schedule; what it has sent is kept, what still waits is not sent",
            )
            .asks("version", "The version that was read")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::post(format!("{one}/restore"), write, remove::restore)
            .says(
                GROUP,
                "Brings a deleted schedule back; days that went by meanwhile are not made up for",
            )
            .gives::<CohortSchedule>(StatusCode::OK, "The schedule"),
        Route::get(format!("{one}/dryRun"), read, dry_run)
            .says(
                GROUP,
                "Who would get something if the schedule sent now, and who would not, and why",
            )
            .gives::<DryRun>(StatusCode::OK, "One line for each contact"),
        Route::get(format!("{one}/send/{{sendDate}}"), read, past::details)
            .says(GROUP, "One send: what was said, to whom, and what became of it")
            .gives::<SendDetails>(StatusCode::OK, "The send"),
        Route::get(
            format!("{one}/document"),
            Access::Feature(ExportData, Write),
            archive::download,
        )
        .says(
            GROUP,
            "What was sent, or would be, as it is attached for each contact; needs `cohorts` to read too",
        )
        .asks(
            "sendDate",
            "Of which send; what would be sent if not given, or the last send of a schedule that has ended",
        )
        .gives_file("application/zip", "Files by contact, with a list of recipients")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`no_owner`, `cohort_problem`, `too_many_contacts`",
        ),
        Route::get(
            "/Cohort/FirmAgent/{uuid}/nextCohortScheduleSendDate",
            read,
            next::next_send,
        )
        .says(
            GROUP,
            "The first day on which any cohort that an agent is in is sent something",
        )
        .gives::<NextSend>(StatusCode::OK, "The day; null for none"),
    ]
}

/// A schedule of a cohort that the viewer sees.
async fn found(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (cohort, schedule): (Uuid, Uuid),
) -> ApiResult<(Cohort, Schedule)> {
    let cohort = seen(connection, viewer, cohort).await?;
    let schedule = schedule::find(connection, viewer.firm.id, cohort.uuid, schedule).await?;
    Ok((cohort, schedule.ok_or(ApiError::NotFound("schedule"))?))
}

async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
) -> ApiResult<Json<Vec<CohortSchedule>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = seen(&mut transaction, &viewer, cohort).await?;
    let schedules = schedule::load(&mut transaction, viewer.firm.id, Which::OfCohort(cohort.uuid)).await?;
    transaction.finish();
    Ok(Json(schedules.into_iter().map(|one| one.shown).collect()))
}

async fn dry_run(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(path): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Json<DryRun>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (cohort, schedule) = found(&mut transaction, &viewer, path).await?;
    transaction.finish();
    Ok(Json(sends::dry_run(&app, &schedule, &cohort).await?))
}
