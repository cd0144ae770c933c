//! Single contacts, picker options and the origin of a record.

use crate::app::App;
use crate::auth::Viewer;
use crate::db::schema::contact as columns;
use crate::error::{ApiError, ApiResult};
use crate::records::{contact, upload};
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::Deserialize;
use shared::contact::custom::CustomField;
use shared::contact::{ContactKind, ContactOption, ContactRecord, ContactSource};
use shared::list::column::descriptors_by_label;
use shared::list::{ColumnDescriptor, ListName, ListQuery, check};
use utoipa::IntoParams;
use uuid::Uuid;

pub(super) fn columns(kind: ContactKind) -> Json<Vec<ColumnDescriptor>> {
    Json(descriptors_by_label(ListName::of_contacts(kind).columns()))
}

pub(super) async fn get(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContactRecord>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let found = contact::find(&mut transaction, &viewer, kind, uuid).await?;
    transaction.finish();
    found
        .map(|row| Json(row.into()))
        .ok_or(ApiError::NotFound(kind.noun()))
}

/// Lists the names of the firm's custom fields.
pub(super) async fn custom_fields(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
) -> ApiResult<Json<Vec<CustomField>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let names = upload::custom_fields(&mut transaction, viewer.firm.id, kind).await?;
    transaction.finish();
    Ok(Json(names.into_iter().map(|name| CustomField { name }).collect()))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct OptionsParams {
    /// Must be the viewer's firm if given
    firm_id: Option<i32>,
    /// Words of the name or number to search for
    search_text: Option<String>,
    /// Default: 50
    #[param(minimum = 1, maximum = 500)]
    row_count: Option<i64>,
}

/// Returns the first contacts that match the search text.
pub(super) async fn options(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<OptionsParams>,
) -> ApiResult<Json<Vec<ContactOption>>> {
    viewer.must_be_in(params.firm_id.unwrap_or(viewer.firm.id))?;
    let mut query = ListQuery {
        search_text: params.search_text,
        ..ListQuery::default()
    };
    query.limit.row_count = params.row_count.unwrap_or(50);
    let detail = if kind == ContactKind::Agent {
        "npn"
    } else {
        "email"
    };
    query.select_columns = vec!["name".into(), detail.into(), "city".into()];
    let query =
        check(ListName::of_contacts(kind), &query, viewer.today(app.clock)).map_err(ApiError::Invalid)?;
    let mut options = Vec::new();
    crate::list::for_each_row(&app.db, &viewer, &query, |uuid, cells| {
        let mut texts = cells.into_iter();
        let display_name = texts.next().flatten().unwrap_or_default();
        options.push(ContactOption {
            uuid,
            display_name,
            detail: texts.flatten().next(),
        });
    })
    .await?;
    Ok(Json(options))
}

#[derive(Queryable)]
struct SourceRow {
    source: String,
    file_name: Option<String>,
    file_row: Option<i32>,
    by: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    at: jiff::Timestamp,
}

pub(super) async fn source(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContactSource>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let row: SourceRow = contact::visible(&viewer, kind)
        .filter(columns::uuid.eq(uuid))
        .select((
            columns::source,
            columns::source_file,
            columns::source_row,
            columns::created_by,
            columns::created_at,
        ))
        .first(&mut *transaction)
        .await
        .optional()?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    transaction.finish();
    let SourceRow {
        source,
        file_name,
        file_row,
        by,
        at,
    } = row;
    let source_label = shared::contract::RecordSource::label_of(&source);
    Ok(Json(ContactSource {
        source,
        source_label,
        file_name,
        file_row,
        by,
        at,
    }))
}
