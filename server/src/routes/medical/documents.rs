//! Downloads medical documents.

use super::loaded::{Reason, SUBJECT};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::medical::document;
use crate::routes::documents::one::file;
use crate::routes::{Params, PathParams};
use crate::store::Wanted;
use axum::extract::State;
use axum::response::Response;
use serde_json::json;
use uuid::Uuid;

/// Records the download and its reason before sending the file.
pub(super) async fn download(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((insured, uuid)): PathParams<(Uuid, Uuid)>,
    Params(reason): Params<Reason>,
) -> ApiResult<Response> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    SUBJECT.must_see(&mut transaction, &viewer, insured).await?;
    let reason = reason.required()?;
    let sealer = &app.medical.sealer;
    let found = document::find(&mut transaction, sealer, (firm_id, insured), uuid).await?;
    let document = found.ok_or(ApiError::NotFound("document"))?;
    let wanted = Wanted {
        firm_id,
        uuid: Some(uuid),
        key: &document.storage_key,
        hash: Some(&document.content_hash),
        size_bytes: document.size_bytes.unsigned_abs(),
    };
    let content = app.medical.store.read(wanted).await?;
    let details = json!({ "reason": reason.code(), "about": document.kind.label() });
    let subject = (SUBJECT.noun(), Some(insured));
    audit::record(&mut transaction, &viewer, "downloadMedical", subject, details).await?;
    transaction.commit().await?;
    Ok(file(
        &document.name,
        (document.media_type, document.size_bytes),
        content,
    ))
}
