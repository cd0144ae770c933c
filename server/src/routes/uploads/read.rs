//! Lists of uploads and single uploads.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::upload::change;
use crate::records::{custom_field, upload};
use crate::routes::PathParams;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::upload::record::{Upload, UploadDetails, UploadState};
use uuid::Uuid;

pub(super) async fn list(State(app): State<App>, viewer: Viewer) -> ApiResult<Json<Vec<Upload>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let uploads = upload::all(&mut transaction, &viewer).await?;
    transaction.finish();
    Ok(Json(uploads))
}

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(storage_guid): PathParams<Uuid>,
) -> ApiResult<Json<UploadDetails>> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    let custom_fields = custom_field::names(&mut transaction, firm_id, stored.upload.upload_type).await?;
    let conflicts = if stored.upload.state == UploadState::Undone {
        upload::conflicts(&mut transaction, firm_id, &stored.upload).await?
    } else {
        Vec::new()
    };
    let updated = if stored.upload.state == UploadState::Done {
        upload::updated(&mut transaction, firm_id, &stored.upload).await?
    } else {
        Vec::new()
    };
    transaction.finish();
    Ok(Json(UploadDetails {
        upload: stored.upload,
        reading: stored.reading,
        mapping: stored.mapping,
        custom_fields,
        conflicts,
        updated,
    }))
}

/// Deletes an upload that was not imported. If removing its file fails, the cleanup of abandoned uploads removes it
/// later.
pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(storage_guid): PathParams<Uuid>,
) -> ApiResult<StatusCode> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    upload::find(&mut transaction, &viewer, storage_guid).await?;
    if !change::delete_open(&mut transaction, firm_id, storage_guid).await? {
        return Err(crate::upload::page::already_submitted());
    }
    transaction.commit().await?;
    if let Err(error) = app.store.remove_upload(firm_id, storage_guid).await {
        tracing::warn!(%error, "failed to remove the file of an upload");
    }
    Ok(StatusCode::NO_CONTENT)
}
