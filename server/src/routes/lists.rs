//! The routes that every list has: columns, search, totals and export.

use super::list_query::{prepare, search};
use super::{Access, Body, Read, Route, Write};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list;
use crate::upload::exported;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use serde_json::json;
use shared::contact::Totals;
use shared::list::column::descriptors_by_label;
use shared::list::{ColumnDescriptor, ListName, ListPage, ListQuery, ListSpec, ListSubject};
use shared::permission::Feature::ExportData;

/// Routes of a list. Reading requires the feature of the list.
pub(super) fn routes(list: ListName) -> Vec<Route> {
    let ListSpec {
        resource,
        group,
        rows,
        feature,
        ..
    } = *list.spec();
    let read = Access::Feature(feature, Read);
    let mut routes = vec![
        Route::get(
            format!("/{resource}/columns"),
            read,
            async move |viewer: Viewer| {
                let shown = viewer.scopes.rows.shown(list);
                Json(descriptors_by_label(list, shown.as_ref()))
            },
        )
        .says(
            group,
            format!("Lists the columns of the list of {rows} that the viewer sees, by label"),
        )
        .gives_all::<ColumnDescriptor>("Columns"),
        Route::post(
            format!("/{resource}/search"),
            read,
            async move |State(app): State<App>, viewer: Viewer, Body(query): Body<ListQuery>| {
                search(&app, &viewer, list, query).await
            },
        )
        .queries()
        .says(group, format!("Searches {rows}"))
        .gives::<ListPage>(StatusCode::OK, "The page"),
    ];
    let totals_of = match list.subject() {
        ListSubject::Contact(_) => Some("Totals"),
        ListSubject::Contract(_) => Some("Totals. Those of the other line are zero"),
        ListSubject::Other => None,
    };
    routes.extend(totals_of.map(|totals_of| {
        Route::post(
            format!("/{resource}/totals"),
            read,
            async move |State(app): State<App>, viewer: Viewer, Body(query): Body<ListQuery>| {
                totals(&app, &viewer, list, query).await
            },
        )
        .queries()
        .says(
            group,
            format!("Returns the totals of all matching {rows}. Each contract counts once"),
        )
        .gives::<Totals>(StatusCode::OK, totals_of)
    }));
    routes.push(
        Route::post(
            format!("/{resource}/export"),
            Access::Feature(ExportData, Write),
            async move |State(app): State<App>, viewer: Viewer, Body(query): Body<ListQuery>| {
                export(&app, &viewer, list, query).await
            },
        )
        .says(
            group,
            format!(
                "Exports all matching {rows} as CSV. Also requires read access to `{}`",
                feature.name()
            ),
        )
        .gives_rows(),
    );
    routes
}

async fn totals(app: &App, viewer: &Viewer, list: ListName, query: ListQuery) -> ApiResult<Json<Totals>> {
    let query = prepare(app, viewer, list, query).await?;
    Ok(Json(list::totals(&app.db, viewer, &query).await?))
}

/// Streams all rows that match the query as CSV, after writing an audit entry with the exported columns.
///
/// # Errors
/// Returns `ApiError::Refused` if the user has too many exports running, and the errors of [`prepare`].
async fn export(app: &App, viewer: &Viewer, list: ListName, query: ListQuery) -> ApiResult<Response> {
    viewer.may_read(list.spec().feature)?;
    let slot = app.exports.reserve_slot(viewer)?;
    let mut query = prepare(app, viewer, list, query).await?;
    exported::add_record_id(viewer, &mut query);
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let details = json!({ "columns": query.columns.iter().map(|column| column.key).collect::<Vec<_>>() });
    exported::remember(&mut transaction, viewer.firm.id, &query).await?;
    audit::record(&mut transaction, viewer, "export", (list.as_str(), None), details).await?;
    transaction.commit().await?;
    let firm_id = viewer.firm.id;
    let body = slot.write(move |db| async move { list::csv(&db, firm_id, query).await });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}\"", list.spec().export_file),
        ),
    ];
    Ok((headers, body.await?).into_response())
}
