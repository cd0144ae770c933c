//! Pages and totals of a list of contacts.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, Page};
use crate::routes::Body;
use axum::{Json, extract::State};
use shared::contact::{ContactKind, Totals};
use shared::list::{ListName, ListQuery, check};

pub(super) async fn search(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    let query = check(ListName::of_contacts(kind), &query, viewer.today(app.clock)).map_err(ApiError::Invalid)?;
    list::page(&app.db, &viewer, &query).await
}

pub(super) async fn totals(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Json<Totals>> {
    let query = check(ListName::of_contacts(kind), &query, viewer.today(app.clock)).map_err(ApiError::Invalid)?;
    Ok(Json(list::totals(&app.db, &viewer, &query).await?))
}
