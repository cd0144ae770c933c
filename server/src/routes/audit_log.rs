//! The audit log of the firm.

use super::{Access, Body, Read, Route, Write, csv_file};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::{self, Page};
use crate::routes::list_query;
use axum::{Json, extract::State, response::Response};
use http::StatusCode;
use shared::list::column::descriptors_by_label;
use shared::list::{ColumnDescriptor, ListName, ListPage, ListQuery};
use shared::permission::Feature::{AuditLog, ExportData};

const READ: Access = Access::Feature(AuditLog, Read);

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/AuditLog/columns", READ, async || {
            Json(descriptors_by_label(ListName::AuditLog.columns()))
        })
        .says("Audit log", "Lists the columns of the audit log, by label")
        .gives_all::<ColumnDescriptor>("Columns"),
        Route::post("/AuditLog/search", READ, search)
            .says(
                "Audit log",
                "Searches the audit log, newest entry first by default",
            )
            .gives::<ListPage>(StatusCode::OK, "The page"),
        Route::post("/AuditLog/export", Access::Feature(ExportData, Write), export)
            .says(
                "Audit log",
                "Exports all matching entries as CSV. Also requires read access to `auditLog`",
            )
            .gives_rows(),
    ]
}

async fn search(State(app): State<App>, viewer: Viewer, Body(query): Body<ListQuery>) -> ApiResult<Page> {
    let query = list_query::prepare(&app, &viewer, ListName::AuditLog, query).await?;
    list::page(&app.db, &viewer, &query).await
}

async fn export(State(app): State<App>, viewer: Viewer, Body(query): Body<ListQuery>) -> ApiResult<Response> {
    viewer.may_read(AuditLog)?;
    csv_file(&app, &viewer, ListName::AuditLog, query, "AuditLog.csv").await
}
