//! Single contacts, picker options and the origin of a record.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::contact::{self, source};
use crate::records::custom_field;
use crate::records::resolution::tree;
use crate::routes::{Params, PathParams};
use axum::response::{IntoResponse, Response};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use http::header::{CACHE_CONTROL, LOCATION};
use serde::Deserialize;
use shared::contact::custom::CustomField;
use shared::contact::{ContactKind, ContactOption, ContactRecord, ContactSource};
use shared::list::{ListName, ListQuery, check};
use shared::resolution::merge::MovedContact;
use utoipa::IntoParams;
use uuid::Uuid;

pub(super) async fn get(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Response> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let found = contact::find(&mut transaction, &viewer, kind, uuid).await?;
    let response = match found {
        Some(row) => Json(ContactRecord::from(row)).into_response(),
        None => moved(&mut transaction, &viewer, kind, uuid).await?,
    };
    transaction.finish();
    Ok(response)
}

/// Redirects to the contact that a merged contact was merged into. Undoing the merge ends the redirect, so it must
/// not be cached.
async fn moved(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    uuid: Uuid,
) -> ApiResult<Response> {
    let not_found = ApiError::NotFound(kind.noun());
    let holder = tree::holder(connection, viewer.firm.id, kind, uuid).await?;
    let Some(holder) = holder.filter(|holder| *holder != uuid) else {
        return Err(not_found);
    };
    contact::find(connection, viewer, kind, holder)
        .await?
        .ok_or(not_found)?;
    let headers = [(LOCATION, holder.to_string()), (CACHE_CONTROL, "no-store".into())];
    let body = Json(MovedContact { uuid: holder });
    Ok((StatusCode::MOVED_PERMANENTLY, headers, body).into_response())
}

/// Lists the firm's custom fields. Viewers of shared reports get those that a report shows as columns.
pub(super) async fn custom_fields(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
) -> ApiResult<Json<Vec<CustomField>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let fields = custom_field::visible(&mut transaction, &viewer, ListName::of_contacts(kind)).await?;
    transaction.finish();
    Ok(Json(fields))
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

/// Returns the first contacts that match the search text and that the viewer can open.
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
    let is_owner = kind == ContactKind::Owner;
    query.select_columns = vec!["name".into(), detail.into(), "city".into()];
    query.select_columns.extend(is_owner.then(|| "ownerType".into()));
    let query =
        check(ListName::of_contacts(kind), &query, viewer.today(app.clock)).map_err(ApiError::Invalid)?;
    let mut options = Vec::new();
    crate::list::for_each_row(&app.db, &viewer, &query, |uuid, cells| {
        let mut texts = cells.into_iter();
        let mut next = || texts.next().flatten();
        let (display_name, detail, city) = (next().unwrap_or_default(), next(), next());
        options.push(ContactOption {
            uuid,
            display_name,
            detail: detail.or(city),
            owner_type_id: next().and_then(|code| code.parse().ok()),
        });
    })
    .await?;
    Ok(Json(options))
}

pub(super) async fn source(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<ContactSource>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let source = source::find(&mut transaction, &viewer, kind, uuid).await?;
    transaction.finish();
    source.map(Json).ok_or(ApiError::NotFound(kind.noun()))
}
