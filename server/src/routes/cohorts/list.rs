//! Lists of cohorts and single cohorts.

use super::count;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list;
use crate::records::cohort;
use crate::records::schedule::{self, ScheduleSelection};
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use serde::Deserialize;
use shared::cohort::{Cohort, CohortDetails};
use shared::contact::ContactKind;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct FirmParams {
    /// 1 Agent, 2 Owner. Default: both
    #[param(minimum = 1, maximum = 2)]
    contact_type: Option<u8>,
}

/// Lists the cohorts without counting the members of rule-based ones, because there may be many.
pub(super) async fn of_firm(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(firm_id): PathParams<i32>,
    Params(params): Params<FirmParams>,
) -> ApiResult<Json<Vec<Cohort>>> {
    viewer.must_be_in(firm_id)?;
    let contact_type = params
        .contact_type
        .and_then(|kind| ContactKind::try_from(kind).ok());
    let mut transaction = app.db.begin(firm_id).await?;
    let cohorts = cohort::all(&mut transaction, &viewer, contact_type).await?;
    transaction.finish();
    Ok(Json(cohorts))
}

/// Default and maximum number of contacts per response.
const CONTACTS: u32 = 500;
const MAX_CONTACTS: u32 = 5_000;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactsParams {
    /// Number of contacts to skip. Default: 0
    contact_offset: Option<u32>,
    /// Number of contacts to return, up to 5,000. Default: 500
    #[param(maximum = 5000)]
    contact_row_count: Option<u32>,
}

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(page): Params<ContactsParams>,
) -> ApiResult<Json<CohortDetails>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let mut cohort = cohort::get(&mut transaction, &viewer, uuid).await?;
    let selection = ScheduleSelection::OfCohort(cohort.uuid);
    let schedules = schedule::load(&mut transaction, viewer.firm.id, selection).await?;
    transaction.finish();
    cohort.contact_count = count::of_one(&app, &viewer, &cohort).await?;
    Ok(Json(CohortDetails {
        contact_uuids: contacts(&app, &viewer, &cohort, page).await?,
        schedules: schedules.into_iter().map(|schedule| schedule.shown).collect(),
        cohort,
    }))
}

/// Returns a page of the contacts visible to the viewer. There are none if the cohort's rule is no longer valid.
async fn contacts(app: &App, viewer: &Viewer, cohort: &Cohort, page: ContactsParams) -> ApiResult<Vec<Uuid>> {
    let mut uuids = Vec::new();
    let row_count = page.contact_row_count.unwrap_or(CONTACTS).min(MAX_CONTACTS);
    if let Some(mut question) = count::members(app, viewer, cohort)
        && row_count > 0
    {
        question.query.offset = page.contact_offset.map_or(0, u64::from);
        question.query.row_count = row_count;
        list::for_each_row(&app.db, viewer, &question.query, |uuid, _| uuids.push(uuid)).await?;
    }
    Ok(uuids)
}
