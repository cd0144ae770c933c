//! Saved reports, their sharing, subscriptions and totals.

mod access;
mod changes;
mod export;
mod list;
mod remove;
mod save;
mod subscription;
mod take_over;
mod totals;

use super::{Access, Read, Route, SignedIn, Write};
use crate::auth::{Embedded, Viewer};
use crate::error::{ApiError, ApiResult};
use crate::list::XLSX;
use crate::records::report::{self, Saved};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use shared::permission::Feature::{
    self, ContactReports, ExportData, ManageUsers, PolicyReports, ShareReports,
};
use shared::report::{Report, ReportAccess, ReportChanges, ReportTotalsAnswer, Reports, SharedReports};
use uuid::Uuid;

const GROUP: &str = "Reports";
const FEATURES: &[Feature] = &[PolicyReports, ContactReports];

pub fn routes() -> Vec<Route> {
    let (read, write) = (Access::AnyOf(FEATURES, Read), Access::AnyOf(FEATURES, Write));
    let report = "/report/{reportUuid}";
    vec![
        Route::get("/report", read, list::list)
            .says(
                GROUP,
                "Lists the reports that the viewer owns or that are shared with the viewer, by name",
            )
            .gives::<Reports>(StatusCode::OK, "Reports with their last computed totals"),
        Route::post("/report", write, save::create)
            .says(GROUP, "Creates a report from a list query")
            .gives::<Report>(StatusCode::CREATED, "The new report")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::get("/report/shared", SignedIn, list::shared)
            .says(GROUP, "Lists the reports that are shared with an outside advisor. `reportUuid` in a list query shows one")
            .gives::<SharedReports>(StatusCode::OK, "Reports by name. Empty for other users"),
        Route::get(report, read, list::get)
            .says(GROUP, "Returns one report and marks it as opened")
            .gives::<Report>(StatusCode::OK, "The report"),
        Route::put(report, write, save::change)
            .says(
                GROUP,
                "Updates a report of the viewer. Its totals become stale",
            )
            .gives::<Report>(StatusCode::OK, "The saved report")
            .refuses(
                StatusCode::CONFLICT,
                "The report has been changed since. `current` is the latest version",
            )
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::delete(report, write, remove::delete)
            .says(
                GROUP,
                "Deletes a report for all its users. User managers can delete reports whose owner left the firm",
            )
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(
                StatusCode::CONFLICT,
                "The report has been changed since. `current` is the latest version",
            ),
        Route::put(format!("{report}/owner"), Access::Feature(ManageUsers, Write), take_over::take_over)
            .says(
                GROUP,
                "Transfers a report whose owner left the firm to the caller. Outside advisors lose access",
            )
            .gives::<Report>(StatusCode::OK, "The updated report")
            .refuses(
                StatusCode::CONFLICT,
                "The report has been changed since. `current` is the latest version",
            )
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::post(format!("{report}/totals"), read, totals::totals)
            .queries()
            .says(
                GROUP,
                "Returns the totals of the report over all rows visible to the viewer",
            )
            .gives::<ReportTotalsAnswer>(StatusCode::OK, "The totals. Those that do not apply to the report type are null")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`report_problem`"),
        Route::get(
            format!("{report}/access"),
            Access::Feature(ShareReports, Read),
            access::get,
        )
        .says(
            GROUP,
            "Lists the users of the firm and their access to the viewer's report",
        )
        .gives::<ReportAccess>(StatusCode::OK, "Users by name, without the owner"),
        Route::post(
            format!("{report}/access"),
            Access::Feature(ShareReports, Write),
            access::share,
        )
        .says(
            GROUP,
            "Replaces the list of users that the viewer's report is shared with",
        )
        .gives::<ReportAccess>(StatusCode::OK, "The updated access"),
        Route::put(format!("{report}/subscription"), write, subscription::set)
            .says(
                GROUP,
                "Subscribes users to changes of the report, immediately or in the digest",
            )
            .gives::<Report>(StatusCode::OK, "The report with its number of subscribers"),
        Route::get(format!("{report}/changes"), read, changes::changes)
            .says(GROUP, "Returns the changes of the report since the subscriber was last notified")
            .gives::<ReportChanges>(StatusCode::OK, "Changed rows and totals"),
        Route::post(format!("{report}/export"), Access::Feature(ExportData, Write), export::export)
            .says(
                GROUP,
                "Exports all rows of the report visible to the viewer. Also requires read access to the report",
            )
            .gives_file(["text/csv", XLSX], "CSV or XLSX, streamed")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`report_problem`, `too_many_rows`, `too_many_files`"),
    ]
}

/// Looks up a report that the viewer can access and whose type they may read. A widget only finds the report of its
/// session.
pub(super) async fn readable(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Saved> {
    let is_other = |embedded: &Embedded| embedded.report != Some(uuid);
    if viewer.embedded.as_ref().is_some_and(is_other) {
        return Err(ApiError::NotFound("report"));
    }
    let saved = report::find(connection, viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("report"))?;
    viewer.may_read(saved.report_type.feature())?;
    Ok(saved)
}

/// Returns `true` if the owner has left the firm and the viewer may manage the report instead.
fn is_inherited(viewer: &Viewer, shown: &Report) -> bool {
    !shown.is_owner && !shown.is_owner_active && report::inherits(viewer)
}

/// Looks up a report that the viewer owns and may change.
async fn owned(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> ApiResult<Saved> {
    let saved = readable(connection, viewer, uuid).await?;
    viewer.may_write(saved.report_type.feature())?;
    if saved.owner_key == viewer.user_key {
        Ok(saved)
    } else {
        Err(ApiError::Forbidden)
    }
}
