//! Lists of reports and single reports, with cached totals.

use super::{FEATURES, readable};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::report::{self, ReportSelection, sharing};
use crate::report::stale;
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use serde::Deserialize;
use shared::permission::Feature::StaleReports;
use shared::problem::Findings;
use shared::report::{Report, ReportType, Reports, SharedReports};
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListParams {
    /// 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
    #[param(value_type = Option<u8>, minimum = 1, maximum = 6)]
    report_type: Option<String>,
    /// `true` instead of a type: reports not opened for 90 days or that cannot run. User managers also get reports
    /// whose owner left the firm
    stale: Option<bool>,
}

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<ListParams>,
) -> ApiResult<Json<Reports>> {
    let wants_stale = params.stale == Some(true);
    let which = if wants_stale {
        viewer.may_read(StaleReports)?;
        ReportSelection::All
    } else {
        let report_type = report_type(params.report_type.as_deref())?;
        viewer.may_read(report_type.feature())?;
        ReportSelection::OfType(report_type)
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    stale::settle(&mut transaction, viewer.firm.id).await?;
    let mut data = report::load(&mut transaction, &viewer, app.clock, which).await?;
    transaction.commit().await?;
    if wants_stale {
        let now = app.clock.now();
        let inherits = report::inherits(&viewer);
        data.retain(|one| report::is_stale(one, now) || inherits && !one.is_owner_active);
    }
    let total = i64::try_from(data.len()).unwrap_or(i64::MAX);
    Ok(Json(Reports { data, total }))
}

pub(super) async fn shared(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<SharedReports>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let data = sharing::shared_with_advisor(&mut transaction, &viewer).await?;
    transaction.finish();
    Ok(Json(SharedReports { data }))
}

/// Parses the report type of a request.
fn report_type(number: Option<&str>) -> ApiResult<ReportType> {
    let known = number
        .and_then(|number| number.parse().ok())
        .and_then(ReportType::from_number);
    known.ok_or_else(|| {
        let mut findings = Findings::default();
        findings.fault("reportType", "not_a_choice", "Select a report type (1 to 6).");
        ApiError::Invalid(findings.0)
    })
}

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Report>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    stale::settle(&mut transaction, viewer.firm.id).await?;
    match readable(&mut transaction, &viewer, uuid).await {
        Ok(saved) => _ = report::opened(&mut transaction, &viewer, app.clock, &saved).await?,
        // A report that cannot run can still be opened for repair.
        Err(ApiError::Refused { .. }) => {}
        Err(error) => return Err(error),
    }
    let report = one(&mut transaction, &app, &viewer, uuid).await?;
    transaction.commit().await?;
    Ok(Json(report))
}

/// Loads a report as shown to the viewer.
pub(super) async fn one(
    connection: &mut AsyncPgConnection,
    app: &App,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Report> {
    let mut found = report::load(connection, viewer, app.clock, ReportSelection::One(uuid)).await?;
    match found.pop() {
        Some(report) => Ok(report),
        None if FEATURES
            .iter()
            .all(|feature| viewer.permissions.can_read(*feature)) =>
        {
            Err(ApiError::NotFound("report"))
        }
        None => Err(ApiError::Forbidden),
    }
}
