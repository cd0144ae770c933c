//! The routes of every list: columns, search, totals and export.

use super::exported_file::ExportedFile;
use super::list_query::{prepare, search};
use super::{Access, Body, Params, Read, Route, Write};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list;
use crate::records::custom_field;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use serde::Deserialize;
use shared::contact::Totals;
use shared::list::column::descriptors_by_label;
use shared::list::{
    CheckedQuery, Column, ColumnDescriptor, ExportFormat, ListName, ListPage, ListQuery, ListSpec,
    ListSubject, Private,
};
use shared::permission::Feature::ExportData;
use shared::report::ReportType;
use utoipa::IntoParams;

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
            async move |State(app): State<App>, viewer: Viewer| columns(&app, &viewer, list).await,
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
            async move |State(app): State<App>,
                        viewer: Viewer,
                        Params(params): Params<ExportParams>,
                        Body(query): Body<ListQuery>| {
                export(&app, &viewer, list, params.format, query).await
            },
        )
        .says(
            group,
            format!(
                "Exports all matching {rows}. Also requires read access to `{}`",
                feature.name()
            ),
        )
        .asks::<ExportParams>()
        .gives_rows()
        .refuses(
            StatusCode::UNPROCESSABLE_ENTITY,
            "`private_filter`: the filter uses a private column, which exports leave out",
        ),
    );
    routes
}

async fn columns(app: &App, viewer: &Viewer, list: ListName) -> ApiResult<Json<Vec<ColumnDescriptor>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let custom_fields = custom_field::visible(&mut transaction, viewer, list).await?;
    transaction.finish();
    let shown = viewer.scopes.rows.shown(list);
    let private = Private::ReadableBy(&viewer.permissions);
    Ok(Json(descriptors_by_label(
        list,
        shown.as_ref(),
        private,
        &custom_fields,
    )))
}

async fn totals(app: &App, viewer: &Viewer, list: ListName, query: ListQuery) -> ApiResult<Json<Totals>> {
    let query = prepare(app, viewer, list, query).await?;
    Ok(Json(list::totals(&app.db, viewer, &query).await?))
}

#[derive(Deserialize, IntoParams)]
struct ExportParams {
    /// Default: `csv`.
    #[serde(default)]
    format: ExportFormat,
}

/// Exports all rows that match the query.
///
/// # Errors
/// Returns `ApiError::Refused` if the user has too many exports running, and the errors of [`prepare`].
async fn export(
    app: &App,
    viewer: &Viewer,
    list: ListName,
    format: ExportFormat,
    query: ListQuery,
) -> ApiResult<Response> {
    let spec = list.spec();
    viewer.may_read(spec.feature)?;
    let slot = app.exports.reserve_slot(viewer)?;
    let mut query = prepare(app, viewer, list, query).await?;
    leave_out_private_columns(&mut query.query)?;
    let file = ExportedFile {
        name: spec.export_file,
        format,
        subject: (list.as_str(), None),
        page: ReportType::ALL
            .iter()
            .find(|report_type| report_type.list() == list)
            .map(|report_type| report_type.list_page().to_owned()),
    };
    file.respond(app, viewer, slot, query).await
}

/// Removes the private columns of an export.
///
/// # Errors
/// Returns `ApiError::Refused` if the filter uses one, because the rows would reveal its values.
fn leave_out_private_columns(query: &mut CheckedQuery) -> ApiResult<()> {
    let is_private = |column: &Column| column.feature.is_some();
    let conditions = query.filter.iter().flatten();
    if let Some(private) = conditions
        .map(|condition| condition.column)
        .find(|column| is_private(column))
    {
        return Err(ApiError::Refused {
            code: "private_filter",
            message: format!(
                "{} cannot be exported. Remove it from the filter, then export.",
                private.label
            ),
        });
    }
    query.columns.retain(|column| !is_private(column));
    query.sort.retain(|(column, _)| !is_private(column));
    let (first, direction) = query.list.default_sort();
    if query.columns.is_empty() {
        query.columns.push(first);
    }
    if query.sort.is_empty() {
        query.sort.push((first, direction));
    }
    Ok(())
}
