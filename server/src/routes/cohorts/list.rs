//! Lists of cohorts and single cohorts.

use super::count;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::cohort;
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use serde::Deserialize;
use shared::cohort::Cohort;
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

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Cohort>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let mut cohort = cohort::get(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    cohort.contact_count = count::of_one(&app, &viewer, &cohort).await?;
    Ok(Json(cohort))
}
