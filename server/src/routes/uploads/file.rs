//! Download of the rejected rows of an upload.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::upload;
use crate::routes::PathParams;
use crate::upload::rejected;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use serde_json::json;
use uuid::Uuid;

pub(super) async fn rejected(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(storage_guid): PathParams<Uuid>,
) -> ApiResult<Response> {
    // The file may contain tax IDs in full.
    if viewer.impersonation.is_some() {
        return Err(ApiError::Forbidden);
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    let reasons = rejected::reasons(&mut transaction, viewer.firm.id, &stored).await?;
    let details = json!({ "rows": reasons.len() });
    audit::record(
        &mut transaction,
        &viewer,
        "export",
        ("upload", Some(storage_guid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"rejected.csv\"",
        ),
    ];
    let rows = rejected::csv(&app.uploads, &viewer, &stored, reasons).await?;
    Ok((headers, Body::from_stream(rows)).into_response())
}
