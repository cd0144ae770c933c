//! Downloads an upload's rejected rows, and the fields that its import changed.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::upload;
use crate::routes::PathParams;
use crate::upload::{page, rejected, updated};
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
    // Refuse during an impersonation, because the file may contain full tax IDs.
    if viewer.impersonation.is_some() {
        return Err(ApiError::Forbidden);
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    let reasons = rejected::reasons(&mut transaction, viewer.firm.id, &stored).await?;
    rejected::remember(&mut transaction, viewer.firm.id, &stored).await?;
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

/// Exports the fields that the import changed.
pub(super) async fn updated(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(storage_guid): PathParams<Uuid>,
) -> ApiResult<Response> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    let rows = stored.upload.counts.map_or(0, |counts| counts.update);
    let details = json!({ "rows": rows });
    let subject = ("upload", Some(storage_guid));
    audit::record(&mut transaction, &viewer, "export", subject, details).await?;
    transaction.commit().await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"updated.csv\"",
        ),
    ];
    let rows = updated::csv(&app.uploads, page::owner_of(firm_id, &stored));
    Ok((headers, Body::from_stream(rows)).into_response())
}
