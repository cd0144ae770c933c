//! Lists of cohorts and single cohorts.

use super::count;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::{self, Page};
use crate::records::cohort;
use crate::routes::list_query;
use crate::routes::{Body, Params, PathParams, csv_file};
use axum::{Json, extract::State, response::Response};
use serde::Deserialize;
use shared::cohort::Cohort;
use shared::contact::ContactKind;
use shared::list::column::descriptors_by_label;
use shared::list::{ColumnDescriptor, ListName, ListQuery};
use shared::permission::Feature::Cohorts;
use utoipa::IntoParams;
use uuid::Uuid;

pub(super) async fn columns() -> Json<Vec<ColumnDescriptor>> {
    Json(descriptors_by_label(ListName::Cohorts.columns()))
}

pub(super) async fn search(
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    let query = list_query::prepare(&app, &viewer, ListName::Cohorts, query).await?;
    list::page(&app.db, &viewer, &query).await
}

pub(super) async fn export(
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Response> {
    viewer.may_read(Cohorts)?;
    csv_file(&app, &viewer, ListName::Cohorts, query, "Cohorts.csv").await
}

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
