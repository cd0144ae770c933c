//! CSV export of contacts.

use super::names;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::routes::{Body, csv_file};
use axum::{extract::State, response::Response};
use shared::contact::ContactKind;
use shared::list::{ListName, ListQuery};

pub(super) async fn export(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Response> {
    let file = names(kind).export_file;
    csv_file(&app, &viewer, ListName::of_contacts(kind), query, file).await
}
