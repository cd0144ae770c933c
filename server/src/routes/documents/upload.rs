//! Uploads a document to a record, streamed to disk.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::document::{self, NewDocument};
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::subject::SubjectKind;
use crate::routes::changed::changed;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Params, PathParams};
use crate::store::Store;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use shared::document::{Document, HEAD_BYTES, MAX_BYTES, file_name, media_type};
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
pub(super) struct UploadParams {
    /// File name. Default: `document`
    #[serde(default = "unnamed")]
    #[param(min_length = 1, max_length = 120)]
    name: String,
}

fn unnamed() -> String {
    "document".into()
}

/// Stores a document. An `Idempotency-Key` becomes its uuid, so that a repeated upload adds only one document.
#[expect(clippy::too_many_arguments, reason = "one parameter per part of the request")]
pub(super) async fn upload(
    kind: SubjectKind,
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(uuid): PathParams<Uuid>,
    Params(params): Params<UploadParams>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult<(StatusCode, Json<Document>)> {
    let mut findings = Findings::default();
    let Some(name) = findings.take("name", file_name(&params.name)) else {
        return Err(ApiError::Invalid(findings.0));
    };
    let announced = headers.get(header::CONTENT_LENGTH);
    let announced: Option<u64> = announced.and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length| length > MAX_BYTES) {
        return Err(ApiError::TooLarge);
    }
    // Check visibility before accepting the file. The transaction ends here, so that no connection waits for
    // the upload.
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    kind.must_see(&mut transaction, &viewer, uuid).await?;
    transaction.finish();

    let look = |head: &[u8]| {
        media_type(head).map_err(|fault| {
            let mut findings = Findings::default();
            findings.refuse("file", fault);
            ApiError::Invalid(findings.0)
        })
    };
    let (kept, media_type) = Store::new(&app.config)
        .keep(
            viewer.firm.id,
            body.into_data_stream(),
            MAX_BYTES,
            HEAD_BYTES,
            look,
        )
        .await?;

    let request = json!([viewer.user_key, kind.noun(), uuid, name, kept.hash]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    let new = NewDocument {
        uuid: key.unwrap_or_else(crate::ids::new_uuid),
        subject_type: kind.noun(),
        subject: uuid,
        name: &name,
        media_type,
        size_bytes: kept.size_bytes,
        content_hash: &kept.hash,
        storage_key: &kept.key,
        request_hash: hash.as_deref(),
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    kind.must_see(&mut transaction, &viewer, uuid).await?;
    let earlier = request_hash(&mut transaction, KeyedRecord::Document, viewer.firm.id, new.uuid).await?;
    if let Some(earlier) = &earlier
        && *earlier != hash
    {
        return Err(idempotency::reused());
    }
    if earlier.is_none() {
        document::insert(&mut transaction, &viewer, &new).await?;
    }
    let stored = document::of_subject_by_uuid(&mut transaction, &viewer, uuid, new.uuid)
        .await?
        .ok_or(ApiError::NotFound("document"))?;
    if earlier.is_some() {
        return Ok((StatusCode::CREATED, Json(stored)));
    }
    changed(
        &mut transaction,
        &viewer,
        "upload",
        (kind.noun(), uuid),
        json!({ "document": name }),
    )
    .await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(stored)))
}
