//! Saved reports: what they ask, who may open them, what they add up to.

mod access;
mod changes;
mod export;
mod list;
mod remove;
mod save;
mod subscription;
mod take_over;
mod totals;

use super::{Access, Read, Route, Write};
use crate::auth::Viewer;
use crate::db::models::report::{self, Saved};
use crate::error::{ApiError, ApiResult};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use serde::Deserialize;
use shared::permission::Feature::{
    self, ContactReports, ExportData, ManageUsers, PolicyReports, ShareReports,
};
use shared::problem::Findings;
use shared::report::{
    NewReport, Report, ReportAccess, ReportAccessInput, ReportChanges, ReportExport, ReportInput,
    ReportTotalsAnswer, Reports, SubscriptionInput,
};
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
                "The viewer's own reports and those shared with the viewer, by name",
            )
            .asks(
                "reportType",
                "1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner",
            )
            .asks(
                "stale",
                "`true` instead of a type: those that nobody opened for 90 days or that cannot be run, and for who manages users those whose owner left the firm",
            )
            .gives::<Reports>(StatusCode::OK, "Reports with what was last counted"),
        Route::post("/report", write, save::create)
            .says(GROUP, "Saves a question about a list as a report")
            .takes::<NewReport>()
            .gives::<Report>(StatusCode::CREATED, "The new report")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`name_taken`, `idempotency_key_reused`",
            ),
        Route::get(report, read, list::get)
            .says(GROUP, "One report; marks it as opened")
            .gives::<Report>(StatusCode::OK, "The report"),
        Route::put(report, write, save::change)
            .says(
                GROUP,
                "Changes a report of the viewer; its totals are to be counted anew",
            )
            .takes::<ReportInput>()
            .gives::<Report>(StatusCode::OK, "The report as saved")
            .refuses(
                StatusCode::CONFLICT,
                "Somebody saved first: `current` is the report as it stands",
            )
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::delete(report, write, remove::delete)
            .says(
                GROUP,
                "Deletes a report of the viewer, or one whose owner left for who manages users, for everybody it is shared with",
            )
            .asks("version", "The version that was read")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted")
            .refuses(
                StatusCode::CONFLICT,
                "Somebody saved first: `current` is the report as it stands",
            ),
        Route::put(format!("{report}/owner"), Access::Feature(ManageUsers, Write), take_over::take_over)
            .says(
                GROUP,
                "Makes a report whose owner left the firm the caller's own; outside advisors lose it",
            )
            .asks("version", "The version that was read")
            .gives::<Report>(StatusCode::OK, "The report as it is now")
            .refuses(
                StatusCode::CONFLICT,
                "Somebody saved first: `current` is the report as it stands",
            )
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`name_taken`"),
        Route::post(format!("{report}/totals"), read, totals::totals)
            .says(
                GROUP,
                "What the report adds up to over every row that the viewer may see",
            )
            .gives::<ReportTotalsAnswer>(StatusCode::OK, "The totals; those of another kind are null")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`report_problem`"),
        Route::get(
            format!("{report}/access"),
            Access::Feature(ShareReports, Read),
            access::get,
        )
        .says(
            GROUP,
            "The users of the firm, and who of them may open the viewer's report",
        )
        .gives::<ReportAccess>(StatusCode::OK, "Users, by name; the owner is none of them"),
        Route::post(
            format!("{report}/access"),
            Access::Feature(ShareReports, Write),
            access::share,
        )
        .says(
            GROUP,
            "Shares the viewer's report with these users and nobody else",
        )
        .takes::<ReportAccessInput>()
        .gives::<ReportAccess>(StatusCode::OK, "As it is now"),
        Route::put(format!("{report}/subscription"), write, subscription::set)
            .says(
                GROUP,
                "Who is told of changes of the report, at once or in the digest",
            )
            .takes::<SubscriptionInput>()
            .gives::<Report>(StatusCode::OK, "The report with its number of subscribers"),
        Route::get(format!("{report}/changes"), read, changes::changes)
            .says(GROUP, "What a subscriber was told last, and what came since")
            .gives::<ReportChanges>(StatusCode::OK, "Rows and totals that are different"),
        Route::post(format!("{report}/export"), Access::Feature(ExportData, Write), export::export)
            .says(
                GROUP,
                "Every row of the report that the viewer may see, as a file; needs the right to read the report too",
            )
            .takes::<ReportExport>()
            .gives_file("text/csv", "CSV or XLSX, streamed")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "`report_problem`, `too_many_rows`, `too_many_files`"),
    ]
}

/// A report that the viewer owns or that is shared with them, and whose type they may read.
async fn readable(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> ApiResult<Saved> {
    let saved = report::find(connection, viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("report"))?;
    viewer.may_read(saved.report_type.feature())?;
    Ok(saved)
}

/// The version of a record as a call names it that has no body.
#[derive(Deserialize)]
struct VersionRead {
    version: Option<i32>,
}

impl VersionRead {
    fn required(self) -> ApiResult<i32> {
        self.version.ok_or_else(|| {
            let mut findings = Findings::default();
            findings.fault("version", "required", "Say which version of the report was read.");
            ApiError::Invalid(findings.0)
        })
    }
}

/// Whether the viewer decides over a report whose owner left the firm.
fn is_inherited(viewer: &Viewer, shown: &Report) -> bool {
    !shown.is_owner && !shown.is_owner_active && report::inherits(viewer)
}

/// A report of the viewer's own, to change it.
async fn owned(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> ApiResult<Saved> {
    let saved = readable(connection, viewer, uuid).await?;
    viewer.may_write(saved.report_type.feature())?;
    if saved.owner_key == viewer.user_key {
        Ok(saved)
    } else {
        Err(ApiError::Forbidden)
    }
}
