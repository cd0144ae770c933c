//! Lists of uploads and single uploads.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::upload;
use crate::routes::PathParams;
use axum::{Json, extract::State};
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
    let kind = stored.upload.upload_type;
    let custom_fields = upload::custom_fields(&mut transaction, firm_id, kind).await?;
    let conflicts = if stored.upload.state == UploadState::Undone {
        upload::conflicts(&mut transaction, firm_id, storage_guid).await?
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
    }))
}
