//! Pages and totals of the contact lists.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::{self, Page};
use crate::routes::list_query;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use shared::contact::{ContactKind, Totals};
use shared::list::{ListName, ListQuery};
use uuid::Uuid;

pub(super) async fn search(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    list_query::search(&app, &viewer, ListName::of_contacts(kind), query).await
}

pub(super) async fn totals(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Json<Totals>> {
    let query = list_query::prepare(&app, &viewer, ListName::of_contacts(kind), query).await?;
    Ok(Json(list::totals(&app.db, &viewer, &query).await?))
}

/// Searches the agents of a cohort.
pub(super) async fn cohort(
    app: State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    let query = ListQuery {
        cohort_uuid: Some(cohort),
        ..query
    };
    search(ContactKind::Agent, app, viewer, Body(query)).await
}
