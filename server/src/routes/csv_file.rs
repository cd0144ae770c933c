//! CSV export of all rows that match a list query, streamed.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::list;
use crate::routes::list_query;
use crate::upload::exported;
use axum::response::{IntoResponse, Response};
use http::header;
use serde_json::json;
use shared::list::{ListName, ListQuery};

/// Streams the rows as a file named `file`, after writing an audit entry with the exported columns.
///
/// # Errors
/// Returns `ApiError::Refused` if the user has too many exports running, and the errors of [`list_query::prepare`].
pub(super) async fn csv_file(
    app: &App,
    viewer: &Viewer,
    name: ListName,
    query: ListQuery,
    file: &str,
) -> ApiResult<Response> {
    let slot = app.exports.reserve_slot(viewer)?;
    let query = list_query::prepare(app, viewer, name, query).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let details = json!({ "columns": query.columns.iter().map(|column| column.key).collect::<Vec<_>>() });
    exported::remember(&mut transaction, viewer.firm.id, &query).await?;
    audit::record(&mut transaction, viewer, "export", (name.as_str(), None), details).await?;
    transaction.commit().await?;
    let firm_id = viewer.firm.id;
    let body = slot.write(move |db| async move { list::csv(&db, firm_id, query).await });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{file}\""),
        ),
    ];
    Ok((headers, body.await?).into_response())
}
