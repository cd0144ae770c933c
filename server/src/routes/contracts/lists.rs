//! Pages, totals and exports of the policy and annuity lists.

use super::names::names;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::{self, Page};
use crate::routes::list_query;
use crate::routes::{Body, csv_file};
use axum::response::Response;
use axum::{Json, extract::State};
use shared::contact::Totals;
use shared::contract::Line;
use shared::list::column::descriptors_by_label;
use shared::list::{ColumnDescriptor, ListQuery};

pub(super) fn columns(line: Line) -> Json<Vec<ColumnDescriptor>> {
    Json(descriptors_by_label(names(line).list.columns()))
}

pub(super) async fn search(
    line: Line,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    list_query::search(&app, &viewer, names(line).list, query).await
}

pub(super) async fn totals(
    line: Line,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Json<Totals>> {
    let query = list_query::prepare(&app, &viewer, names(line).list, query).await?;
    Ok(Json(list::totals(&app.db, &viewer, &query).await?))
}

pub(super) async fn export(
    line: Line,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Response> {
    let names = names(line);
    viewer.may_read(names.feature)?;
    csv_file(&app, &viewer, names.list, query, names.export_file).await
}
