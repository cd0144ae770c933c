//! The agents of a cohort.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list::Page;
use crate::routes::list_query;
use crate::routes::{Body, PathParams};
use axum::extract::State;
use shared::list::{ListName, ListQuery};
use uuid::Uuid;

pub(super) async fn agents(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    let query = ListQuery {
        cohort_uuid: Some(cohort),
        ..query
    };
    list_query::search(&app, &viewer, ListName::Agents, query).await
}
