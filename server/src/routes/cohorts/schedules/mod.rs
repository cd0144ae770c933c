//! Schedules of a cohort, their past sends and previews of the next one.

mod archive;
mod next;
mod past;
mod remove;
mod save;

use super::GROUP;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::cohort;
use crate::records::schedule::{self, ScheduleSelection};
use crate::routes::{Access, PathParams, Read, Route, Write};
use crate::sends;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::cohort::schedule::{CohortSchedule, DryRun, NextSend, PastSend, SendDetails};
use shared::permission::Feature::{Cohorts, ExportData};
use uuid::Uuid;

pub(super) fn routes() -> Vec<Route> {
    let (read, write) = (Access::Feature(Cohorts, Read), Access::Feature(Cohorts, Write));
    let all = "/Cohort/{cohortUuid}/schedule";
    let one = format!("{all}/{{scheduleUuid}}");
    let conflict = "The schedule has been changed since. `current` is the latest version";
    vec![
        Route::get(all, read, list)
            .says(GROUP, "Lists the schedules of a cohort, by name")
            .gives_all::<CohortSchedule>("Schedules with their last and next send dates"),
        Route::post(all, write, save::save)
            .says(
                GROUP,
                "Creates a schedule, or updates the one given by `scheduleId`",
            )
            .gives::<CohortSchedule>(StatusCode::CREATED, "The new schedule")
            .gives::<CohortSchedule>(StatusCode::OK, "The saved schedule")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::get(format!("{all}/past"), read, past::list)
            .says(GROUP, "Lists the past sends of a cohort, newest first")
            .gives_all::<PastSend>("Sends with delivery counts"),
        Route::delete(&one, write, remove::delete)
            .says(
                GROUP,
                "Deletes a schedule. Past sends are kept, and pending messages are not sent",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::post(format!("{one}/restore"), write, remove::restore)
            .says(
                GROUP,
                "Restores a deleted schedule. Sends missed in the meantime are not made up",
            )
            .gives::<CohortSchedule>(StatusCode::OK, "The schedule"),
        Route::get(format!("{one}/dryRun"), read, dry_run)
            .says(
                GROUP,
                "Previews a send: which contacts would get a message, and why others would not",
            )
            .gives::<DryRun>(StatusCode::OK, "The expected delivery to each contact"),
        Route::get(format!("{one}/send/{{sendDate}}"), read, past::details)
            .says(GROUP, "Returns one send with its message and deliveries")
            .gives::<SendDetails>(StatusCode::OK, "The send"),
        Route::get(
            format!("{one}/document"),
            Access::Feature(ExportData, Write),
            archive::download,
        )
        .says(
            GROUP,
            "Downloads the documents attached for each contact. Also requires read access to `cohorts`",
        )
        .gives_file(["application/zip"], "Files by contact, and a list of recipients")
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`no_owner`, `cohort_problem`, `too_many_contacts`",
        ),
        Route::get(
            "/Cohort/FirmAgent/{uuid}/nextCohortScheduleSendDate",
            read,
            next::next_send,
        )
        .says(GROUP, "Returns the date of the next cohort send to an agent")
        .gives::<NextSend>(StatusCode::OK, "The date, or null if no send is scheduled"),
    ]
}

async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
) -> ApiResult<Json<Vec<CohortSchedule>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
    let schedules = schedule::load(
        &mut transaction,
        viewer.firm.id,
        ScheduleSelection::OfCohort(cohort.uuid),
    )
    .await?;
    transaction.finish();
    Ok(Json(schedules.into_iter().map(|one| one.shown).collect()))
}

async fn dry_run(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(path): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Json<DryRun>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (cohort, schedule) = schedule::get(&mut transaction, &viewer, path).await?;
    transaction.finish();
    Ok(Json(sends::dry_run(&app.sends, &schedule, &cohort).await?))
}
