//! Preview, submission and undo of an upload. Workers do the import and the undo in the background.

use super::start::may_import;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::records::upload::{self, StoredUpload, change};
use crate::records::upload_mapping;
use crate::routes::{Body, PathParams};
use crate::upload::{page, worker};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use jiff::Timestamp;
use shared::cohort::{CohortKind, MAX_CONTACTS};
use shared::upload::mapping::fingerprint;
use shared::upload::preview::Preview;
use shared::upload::record::{PreviewRequest, SubmitRequest, Upload, UploadState};
use shared::upload::submit::submit_blocker;
use uuid::Uuid;

/// Maximum number of running imports per user and per firm.
const OF_USER: i64 = 1;
const OF_FIRM: i64 = 2;

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
        // Submitted by an earlier request.
        return Ok((StatusCode::ACCEPTED, Json(stored.upload)));
    }
    let (mut transaction, stored) =
        match page::still_holds(&app.uploads, &viewer, storage_guid, request.counts).await {
            Ok(held) => held,
            Err(ApiError::Refused {
                code: "already_submitted",
                ..
            }) => {
                let mut transaction = app.db.begin(firm_id).await?;
                let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
                transaction.finish();
                return Ok((StatusCode::ACCEPTED, Json(stored.upload)));
            }
            Err(error) => return Err(error),
        };
    must_be_complete(&mut transaction, &viewer, &stored, cohort).await?;
    if let Some(cohort) = cohort {
        must_have_room(&mut transaction, &viewer, cohort, &stored).await?;
    }
    must_not_be_one_too_many(&mut transaction, &viewer).await?;
    let (chosen, origin) = ((&request.counts, cohort), worker::kept_request(&viewer.request));
    change::submit(
        &mut transaction,
        &viewer,
        storage_guid,
        chosen,
        origin,
        app.clock.now(),
    )
    .await?;
    if stored.reading.header_row.is_some() {
        let header = fingerprint(&stored.reading.columns);
        let kind = stored.upload.upload_type;
        upload_mapping::save(&mut transaction, firm_id, kind, &header, &stored.mapping).await?;
    }
    let stored = upload::find(&mut transaction, &viewer, storage_guid).await?;
    transaction.commit().await?;
    app.uploads.wake();
    Ok((StatusCode::ACCEPTED, Json(stored.upload)))
}

/// Fails if questions are open, or if there is nothing to import.
async fn must_be_complete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    stored: &StoredUpload,
    cohort: Option<Uuid>,
) -> ApiResult<()> {
    let findings = page::findings(connection, page::owner_of(viewer.firm.id, stored), stored).await?;
    let counts = stored.upload.counts.unwrap_or_default();
    match submit_blocker(&counts, &findings.questions, cohort.is_some()) {
        Some(blocker) => Err(ApiError::Refused {
            code: blocker.code(),
            message: blocker.message().into(),
        }),
        None => Ok(()),
    }
}

async fn must_have_room(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    stored: &StoredUpload,
) -> ApiResult<()> {
    let cohort = cohort::find(connection, viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("cohort"))?;
    if cohort.kind == CohortKind::Rule {
        return Err(ApiError::Refused {
            code: "by_rule",
            message: "This cohort selects its contacts by rule. Choose a different cohort.".into(),
        });
    }
    if stored.upload.upload_type.contact_kind() != Some(cohort.contact_type) {
        return Err(ApiError::Refused {
            code: "not_for_this_kind",
            message: "This cohort holds another type of contact. Choose a different cohort.".into(),
        });
    }
    let added = stored.upload.counts.map_or(0, |counts| counts.new) as usize;
    if added > MAX_CONTACTS {
        return Err(cohort::too_many_contacts(
            "Split the file or import without a cohort.",
        ));
    }
    Ok(())
}

/// Fails if the user or the firm has too many running imports. Checks within a firm run one at a time.
async fn must_not_be_one_too_many(connection: &mut AsyncPgConnection, viewer: &Viewer) -> ApiResult<()> {
    let working = change::hold_and_count_working(connection, viewer).await?;
    if working.of_user >= OF_USER {
        return Err(ApiError::Refused {
            code: "import_running",
            message: "Another import of yours is still running. Wait until it finishes.".into(),
        });
    }
    if working.of_firm >= OF_FIRM {
        return Err(ApiError::Refused {
            code: "firm_imports_running",
            message: "Two imports of your firm are still running. Wait until one finishes.".into(),
        });
    }
    Ok(())
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
