//! Preview, submission and undo of an upload. Workers do the import and the undo in the background.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::upload::{self, change};
use crate::routes::{Body, PathParams};
use crate::upload::submit::{may_import, must_not_be_one_too_many, submit as submit_upload};
use crate::upload::{page, worker};
use axum::{Json, extract::State};
use http::StatusCode;
use jiff::Timestamp;
use shared::upload::preview::Preview;
use shared::upload::record::{PreviewRequest, SubmitRequest, Upload, UploadState};
use uuid::Uuid;

pub(super) async fn preview(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(storage_guid): PathParams<Uuid>,
    Body(request): Body<PreviewRequest>,
) -> ApiResult<Json<Preview>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    transaction.finish();
    may_import(&viewer, stored.upload.upload_type)?;
    page::preview(&app.uploads, &viewer, stored, request)
        .await
        .map(Json)
}

pub(super) async fn submit(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((storage_guid, cohort)): PathParams<(Uuid, String)>,
    Body(request): Body<SubmitRequest>,
) -> ApiResult<(StatusCode, Json<Upload>)> {
    let cohort: Option<Uuid> = match cohort.as_str() {
        "none" => None,
        uuid => Some(uuid.parse().map_err(|_| ApiError::NotFound("cohort"))?),
    };
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    transaction.finish();
    may_import(&viewer, stored.upload.upload_type)?;
    if !stored.upload.state.is_open() {
        // An earlier request has already submitted it.
        return Ok((StatusCode::ACCEPTED, Json(stored.upload)));
    }
    let upload = match submit_upload(&app.uploads, &viewer, storage_guid, request.counts, cohort).await {
        Err(ApiError::Refused {
            code: "already_submitted",
            ..
        }) => {
            let mut transaction = app.db.begin(firm_id).await?;
            let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
            transaction.finish();
            stored.upload
        }
        submitted => submitted?,
    };
    Ok((StatusCode::ACCEPTED, Json(upload)))
}

pub(super) async fn undo(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(storage_guid): PathParams<Uuid>,
) -> ApiResult<(StatusCode, Json<Upload>)> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    may_import(&viewer, stored.upload.upload_type)?;
    match stored.upload.state {
        UploadState::Done => {}
        UploadState::Undoing | UploadState::Undone => {
            transaction.finish();
            return Ok((StatusCode::ACCEPTED, Json(stored.upload)));
        }
        _ => {
            return Err(ApiError::Refused {
                code: "nothing_to_undo",
                message: "This upload has no import to undo.".into(),
            });
        }
    }
    let is_over = |until: Timestamp| until < app.clock.now();
    if stored.upload.undo_until.is_none_or(is_over) {
        return Err(ApiError::Refused {
            code: "undo_over",
            message: "Imports can be undone for 30 days only.".into(),
        });
    }
    must_not_be_one_too_many(&mut transaction, &viewer).await?;
    let origin = worker::kept_request(&viewer.request);
    change::undo(&mut transaction, &viewer, storage_guid, origin).await?;
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    transaction.commit().await?;
    app.uploads.wake();
    Ok((StatusCode::ACCEPTED, Json(stored.upload)))
}
