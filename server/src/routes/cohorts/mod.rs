//! Cohorts, their members and their schedules.

mod count;
mod list;
mod members;
mod of_contact;
mod remove;
mod save;
mod schedules;

use super::{Access, Read, Route, Write};
use http::StatusCode;
use shared::cohort::{Cohort, CohortChange, CohortCount, CohortDetails, Membership};
use shared::contact::ContactKind;
use shared::permission::Feature::Cohorts;

const GROUP: &str = "Cohorts";

pub fn routes() -> Vec<Route> {
    let (read, write) = (Access::Feature(Cohorts, Read), Access::Feature(Cohorts, Write));
    let cohort = "/Cohort/{cohortUuid}";
    let contact = format!("{cohort}/contact");
    let conflict = "The cohort has been changed since. `current` is the latest version";
    let mut routes = vec![
        Route::get("/Cohort/firm/{firmId}", read, list::of_firm)
            .says(GROUP, "Lists the firm's cohorts visible to the viewer, by name")
            .gives_all::<Cohort>("Cohorts"),
        Route::post("/Cohort/counts", read, count::of_several)
            .queries()
            .says(GROUP, "Counts the current contacts of several cohorts")
            .gives_all::<CohortCount>("Counts of the visible cohorts, in no particular order"),
        Route::post("/Cohort", write, save::create)
            .says(GROUP, "Creates a cohort with its first contacts or its rule")
            .gives::<Cohort>(StatusCode::CREATED, "The new cohort")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`name_taken`, `too_many_contacts`",
            ),
        Route::get(cohort, read, list::get)
            .queries()
            .says(
                GROUP,
                "Returns one cohort with a page of its contacts and its schedules",
            )
            .gives::<CohortDetails>(StatusCode::OK, "The cohort"),
        Route::put(cohort, write, save::change)
            .says(GROUP, "Updates the name, description or rule of a cohort")
            .gives::<Cohort>(StatusCode::OK, "The saved cohort")
            .refuses(StatusCode::CONFLICT, conflict)
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`name_taken`, `too_many_contacts`",
            ),
        Route::delete(cohort, write, remove::delete)
            .says(GROUP, "Deletes a cohort. Its contacts are not deleted")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(StatusCode::CONFLICT, conflict),
        Route::post(format!("{cohort}/restore"), write, remove::restore)
            .says(GROUP, "Restores a deleted cohort with its contacts")
            .gives::<Cohort>(StatusCode::OK, "The cohort")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::post(&contact, write, members::add)
            .says(GROUP, "Adds contacts to a static cohort")
            .gives::<CohortChange>(StatusCode::OK, "The added contacts")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`by_rule`, `too_many_contacts`"),
        Route::delete(&contact, write, members::remove_named)
            .says(GROUP, "Removes contacts from a static cohort")
            .asks::<members::NamedParams>()
            .gives::<CohortChange>(StatusCode::OK, "The removed contacts")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`by_rule`"),
        Route::post(format!("{contact}/removal"), write, members::remove)
            .says(
                GROUP,
                "Removes contacts from a static cohort, given in the request body",
            )
            .gives::<CohortChange>(StatusCode::OK, "The removed contacts")
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
                format!(
                    "Lists the cohorts of an {}, with the reasons for each membership",
                    kind.noun()
                ),
            )
            .gives_all::<Membership>("Memberships, by cohort name"),
        );
    }
    routes.extend(schedules::routes());
    routes
}
