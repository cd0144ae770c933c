//! Uploads a document to a record and streams it to disk.

use super::storage;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::notify::{self, Notice, To};
use crate::records::document::{self, NewDocument};
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::party;
use crate::records::subject::SubjectKind;
use crate::routes::changed::changed;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Params, PathParams};
use crate::scan::{Scan, infected};
use crate::store::{Kept, Store};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use shared::contract::Line;
use shared::document::{Document, HEAD_BYTES, MAX_DOCUMENT_BYTES, file_name, media_type};
use shared::notification::NotificationKind::DocumentUploadedStorage;
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
pub(in crate::routes) struct UploadParams {
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
    PathParams(subject): PathParams<Uuid>,
    Params(params): Params<UploadParams>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult<(StatusCode, Json<Document>)> {
    let Announced { name, size_bytes } = announced(&params, &headers)?;
    // Check visibility before accepting the file. The transaction ends here, so that no connection waits for
    // the upload.
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    kind.must_see(&mut transaction, &viewer, subject).await?;
    let fits = fits(&mut transaction, &app, &viewer, (key, size_bytes)).await;
    transaction.finish();
    if let Err(error) = fits {
        return Err(storage::rejected(&app, &viewer, error).await);
    }

    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let place = Place {
        store: &app.store,
        uuid,
        subject: (kind.noun(), subject),
        audited_name: &name,
    };
    let (kept, media_type) = receive(&app, &viewer, &place, &name, body).await?;

    let request = json!([viewer.user_key, kind.noun(), subject, name, kept.hash]).to_string();
    let hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request));
    let new = NewDocument {
        uuid,
        subject_type: kind.noun(),
        subject,
        template: None,
        name: &name,
        media_type,
        size_bytes: kept.size_bytes,
        content_hash: &kept.hash,
        storage_key: &kept.key,
        request_hash: hash.as_deref(),
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let saved = save(&mut transaction, &app, &viewer, kind, &new).await;
    let is_unused = saved.as_ref().map_or(true, |saved| !saved.is_new);
    if is_unused {
        app.store.remove(&kept.key).await;
    }
    let saved = match saved {
        Ok(saved) => saved,
        Err(error) => {
            drop(transaction);
            return Err(storage::rejected(&app, &viewer, error).await);
        }
    };
    // Even if the commit fails, the document may have been saved, so its file is kept.
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(saved.document)))
}

/// A file's name and announced size.
pub(in crate::routes) struct Announced {
    pub name: String,
    /// 0 if the request does not announce a size.
    pub size_bytes: u64,
}

/// Checks the name and the announced size of a file before it is received.
pub(in crate::routes) fn announced(params: &UploadParams, headers: &HeaderMap) -> ApiResult<Announced> {
    let mut findings = Findings::default();
    let Some(name) = findings.take("name", file_name(&params.name)) else {
        return Err(ApiError::Invalid(findings.0));
    };
    let announced = headers.get(header::CONTENT_LENGTH);
    let size_bytes = announced
        .and_then(|length| length.to_str().ok()?.parse().ok())
        .unwrap_or(0);
    if size_bytes > MAX_DOCUMENT_BYTES {
        return Err(ApiError::TooLarge);
    }
    Ok(Announced { name, size_bytes })
}

/// Checks the storage limit before a file is received. A repeated upload is already counted.
pub(in crate::routes) async fn fits(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    (key, size_bytes): (Option<Uuid>, u64),
) -> ApiResult<()> {
    match key {
        None => storage::must_fit(transaction, app, viewer, size_bytes).await,
        Some(_) => Ok(()),
    }
}

/// The destination of a received file.
pub(in crate::routes) struct Place<'a> {
    pub store: &'a Store,
    pub uuid: Uuid,
    /// The record that the file belongs to.
    pub subject: (&'a str, Uuid),
    /// Name of the file in the audit entry for an infected file.
    pub audited_name: &'a str,
}

/// Receives a file: checks its content, scans it and stores it. Returns the stored file with its media type.
pub(in crate::routes) async fn receive(
    app: &App,
    viewer: &Viewer,
    place: &Place<'_>,
    name: &str,
    body: Body,
) -> ApiResult<(Kept, &'static str)> {
    let look = |head: &[u8]| {
        media_type(name, head).map_err(|fault| {
            let mut findings = Findings::default();
            findings.refuse("file", fault);
            ApiError::Invalid(findings.0)
        })
    };
    let mut scan = Scan::begin(&app.config).await?;
    let owner = (viewer.firm.id, place.uuid);
    let content = scan.through(body.into_data_stream());
    let (kept, media_type) = place
        .store
        .keep(owner, content, MAX_DOCUMENT_BYTES, HEAD_BYTES, look)
        .await?;
    if let Err(error) = must_be_clean(scan, app, viewer, place.subject, place.audited_name).await {
        place.store.remove(&kept.key).await;
        return Err(error);
    }
    Ok((kept, media_type))
}

/// Records an infected file in the audit log and rejects it.
async fn must_be_clean(
    scan: Scan,
    app: &App,
    viewer: &Viewer,
    (kind, subject): (&str, Uuid),
    name: &str,
) -> ApiResult<()> {
    let Some(virus) = scan.finish().await? else {
        return Ok(());
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let subject = (kind, Some(subject));
    let details = json!({ "document": name, "virus": virus });
    audit::record(&mut transaction, viewer, "virus", subject, details).await?;
    transaction.commit().await?;
    Err(infected())
}

/// Notifies the other users who can see the contract that a document was stored.
async fn tell_readers(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    line: Line,
    new: &NewDocument<'_>,
) -> ApiResult<()> {
    let contract = party::find_contract(transaction, viewer, new.subject)
        .await?
        .ok_or(ApiError::NotFound("contract"))?;
    let records = match line {
        Line::Life => "policies",
        Line::Annuity => "annuities",
    };
    let notice = Notice {
        kind: DocumentUploadedStorage,
        key: new.uuid.to_string(),
        display_name: format!("{}: document “{}” was stored", contract.number, new.name),
        application_url: Some(format!("/business/{records}/{}?tab=documents", new.subject)),
        details: Vec::new(),
        to: To::OtherReaders(new.subject, viewer.user_key.clone()),
    };
    notify::send(transaction, viewer.firm.id, app.clock.now(), &[notice]).await?;
    Ok(())
}

struct Saved {
    document: Document,
    /// Whether this request added the document, rather than an earlier one with the same key.
    is_new: bool,
}

async fn save(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    kind: SubjectKind,
    new: &NewDocument<'_>,
) -> ApiResult<Saved> {
    let key = new.request_hash.map(|_| new.uuid);
    idempotency::hold(transaction, key).await?;
    kind.must_see(transaction, viewer, new.subject).await?;
    let firm_id = viewer.firm.id;
    let earlier = request_hash(transaction, KeyedRecord::Document, firm_id, new.uuid).await?;
    let is_new = earlier.is_none();
    if earlier.is_some_and(|earlier| earlier.as_deref() != new.request_hash) {
        return Err(idempotency::reused());
    }
    if is_new {
        document::insert(transaction, (viewer.firm.id, &viewer.user_key), new).await?;
        storage::added(transaction, app, viewer, new.size_bytes).await?;
        if let SubjectKind::Contract(line) = kind {
            tell_readers(transaction, app, viewer, line, new).await?;
        }
    }
    let document = document::of_subject_by_uuid(transaction, viewer, new.subject, new.uuid)
        .await?
        .ok_or(ApiError::NotFound("document"))?;
    if is_new {
        let subject = (kind.noun(), new.subject);
        changed(
            transaction,
            viewer,
            "upload",
            subject,
            json!({ "document": new.name }),
        )
        .await?;
    }
    Ok(Saved { document, is_new })
}
