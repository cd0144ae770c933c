//! Policies and annuities of a contact.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, Page};
use crate::records::contact;
use crate::routes::list_query;
use crate::routes::{Body, PathParams};
use axum::extract::State;
use shared::contact::ContactKind;
use shared::list::{ListName, ListQuery};
use uuid::Uuid;

pub(super) async fn policies(
    kind: ContactKind,
    app: State<App>,
    viewer: Viewer,
    path: PathParams<Uuid>,
    body: Body<ListQuery>,
) -> ApiResult<Page> {
    page(ListName::Policies, kind, app, viewer, path, body).await
}

pub(super) async fn annuities(
    kind: ContactKind,
    app: State<App>,
    viewer: Viewer,
    path: PathParams<Uuid>,
    body: Body<ListQuery>,
) -> ApiResult<Page> {
    page(ListName::Annuities, kind, app, viewer, path, body).await
}

async fn page(
    name: ListName,
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(query): Body<ListQuery>,
) -> ApiResult<Page> {
    let query = ListQuery {
        uuid: Some(uuid),
        contact_type: Some(kind),
        ..query
    };
    let query = list_query::prepare(&app, &viewer, name, query).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let contact = contact::find(&mut transaction, &viewer, kind, uuid).await?;
    transaction.finish();
    contact.ok_or(ApiError::NotFound(kind.noun()))?;
    list::page(&app.db, &viewer, &query).await
}
