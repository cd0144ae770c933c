//! Cohorts: what they are called, who is in them, and which of them a contact is in.

mod count;
mod list;
mod members;
mod of_contact;
mod remove;
mod save;
mod schedules;

use super::contacts::ListPage;
use super::{Access, Read, Route, Write};
use crate::auth::Viewer;
use crate::db::models::cohort;
use crate::error::{ApiError, ApiResult};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use shared::cohort::{
    Cohort, CohortChange, CohortContacts, CohortCount, CohortInput, CohortsToCount, Membership, NewCohort,
};
use shared::contact::ContactKind;
use shared::list::{ColumnDescriptor, ListQuery};
use shared::permission::Feature::{Cohorts, ExportData};
use uuid::Uuid;

const GROUP: &str = "Cohorts";

pub fn routes() -> Vec<Route> {
    let (read, write) = (Access::Feature(Cohorts, Read), Access::Feature(Cohorts, Write));
    let cohort = "/Cohort/{cohortUuid}";
    let contact = format!("{cohort}/contact");
    let conflict = "Somebody saved first: `current` is the cohort as it stands";
    let mut routes = vec![
        Route::get("/Cohort/columns", read, list::columns)
            .says(GROUP, "The columns of the list of cohorts, by label")
            .gives_all::<ColumnDescriptor>("Columns"),
        Route::post("/Cohort/search", read, list::search)
            .says(GROUP, "A page of the cohorts that the viewer sees")
            .takes::<ListQuery>()
            .gives::<ListPage>(StatusCode::OK, "The page"),
        Route::post("/Cohort/export", Access::Feature(ExportData, Write), list::export)
            .says(
                GROUP,
                "All cohorts that match, as a file; needs `cohorts` to read too",
            )
            .takes::<ListQuery>()
            .gives_rows(),
        Route::get("/Cohort/firm/{firmId}", read, list::of_firm)
            .says(GROUP, "The cohorts of the firm that the viewer sees, by name")
            .asks("contactType", "1 Agent, 2 Owner; both if not given")
            .gives_all::<Cohort>("Cohorts"),
        Route::post("/Cohort/counts", read, count::of_several)
            .says(GROUP, "How many contacts are in each of several cohorts now")
            .takes::<CohortsToCount>()
            .gives_all::<CohortCount>("Of those that the viewer sees, in no order"),
        Route::post("/Cohort", write, save::create)
            .says(GROUP, "Adds a cohort, with its first contacts or its rule")
            .takes::<NewCohort>()
            .gives::<Cohort>(StatusCode::CREATED, "The new cohort")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`name_taken`, `too_many_contacts`, `idempotency_key_reused`",
            ),
        Route::get(cohort, read, list::get)
            .says(GROUP, "One cohort, with how many contacts are in it now")
            .gives::<Cohort>(StatusCode::OK, "The cohort"),
        Route::put(cohort, write, save::change)
            .says(GROUP, "Changes the name, the description or the rule of a cohort")
            .takes::<CohortInput>()
            .gives::<Cohort>(StatusCode::OK, "The cohort as saved")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`name_taken`, `too_many_contacts`",
            ),
        Route::delete(cohort, write, remove::delete)
            .says(GROUP, "Deletes a cohort; its contacts stay as they are")
            .asks("version", "The version that was read")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::post(format!("{cohort}/restore"), write, remove::restore)
            .says(GROUP, "Brings a deleted cohort back, with its contacts")
            .gives::<Cohort>(StatusCode::OK, "The cohort")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::post(&contact, write, members::add)
            .says(GROUP, "Adds contacts to a cohort by selection")
            .takes::<CohortContacts>()
            .gives::<CohortChange>(StatusCode::OK, "Who was added")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`by_rule`, `too_many_contacts`"),
        Route::delete(&contact, write, members::remove_named)
            .says(GROUP, "Removes contacts from a cohort by selection")
            .asks("contactUuids", "Whom to remove; repeated")
            .gives::<CohortChange>(StatusCode::OK, "Who was removed")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`by_rule`"),
        Route::post(format!("{contact}/removal"), write, members::remove)
            .says(GROUP, "The same for more contacts than an address holds")
            .takes::<CohortContacts>()
            .gives::<CohortChange>(StatusCode::OK, "Who was removed")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`by_rule`"),
    ];
    for (kind, resource) in [
        (ContactKind::Agent, "FirmAgent"),
        (ContactKind::Owner, "FirmOwner"),
    ] {
        routes.push(
            Route::get(
                format!("/Cohort/{resource}/{{uuid}}"),
                read,
                async move |app, viewer, path| of_contact::memberships(kind, app, viewer, path).await,
            )
            .says(
                GROUP,
                format!("The cohorts that an {} is in, and why", kind.noun()),
            )
            .gives_all::<Membership>("Memberships, by the name of the cohort"),
        );
    }
    routes.extend(schedules::routes());
    routes
}

/// The cohort, if the viewer sees it.
async fn seen(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> ApiResult<Cohort> {
    cohort::find(connection, viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("cohort"))
}
