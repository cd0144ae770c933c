//! The lists of all policies and all annuities of the firm.

use super::contacts::ListPage;
use super::{Access, Body, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::{self, Page};
use axum::{Json, extract::State};
use http::StatusCode;
use shared::list::column::descriptors_by_label;
use shared::list::{ColumnDescriptor, ListName, ListQuery};
use shared::permission::Feature::{AllPolicies, Annuities};

pub fn routes() -> Vec<Route> {
    [
        ("allpolicy", ListName::Policies, AllPolicies),
        ("allannuity", ListName::Annuities, Annuities),
    ]
    .into_iter()
    .flat_map(|(resource, list, feature)| {
        let read = Access::Feature(feature, Read);
        let plural = list.as_str();
        [
            Route::get(format!("/{resource}/columns"), read, async move || {
                Json(descriptors_by_label(list.columns()))
            })
            .says(
                "Contracts",
                format!("The columns of the list of {plural}, by label"),
            )
            .gives_all::<ColumnDescriptor>("Columns"),
            Route::post(
                format!("/{resource}/search"),
                read,
                async move |app, viewer, body| search(list, app, viewer, body).await,
            )
            .says("Contracts", format!("A page of all {plural}"))
            .takes::<ListQuery>()
            .gives::<ListPage>(StatusCode::OK, "The page"),
        ]
    })
    .collect()
}

async fn search(
    name: ListName,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    let query = list::prepare(&app, &viewer, name, query).await?;
    list::page(&app.db, &viewer, &query).await
}
