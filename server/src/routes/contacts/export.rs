//! Every row that matches, as a CSV file that is written while it is read.

use super::names;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::models::audit;
use crate::error::ApiResult;
use crate::list;
use crate::routes::Body;
use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use serde_json::json;
use shared::contact::ContactKind;
use shared::list::{ListName, ListQuery};

pub(super) async fn export(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    Body(query): Body<ListQuery>,
) -> ApiResult<Response> {
    let query = list::prepare(&app, &viewer, ListName::of_contacts(kind), query).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let details = json!({ "columns": query.columns.iter().map(|column| column.key).collect::<Vec<_>>() });
    audit::record(
        &mut transaction,
        &viewer,
        "export",
        (names(kind).plural, None),
        details,
    )
    .await?;
    transaction.commit().await?;
    let rows = list::csv(&app.db, &viewer, query).await?;
    let disposition = format!("attachment; filename=\"{}\"", names(kind).export_file);
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, HttpBody::from_stream(rows)).into_response())
}
