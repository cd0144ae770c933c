//! Single documents: download, delete, restore. A document is visible to all viewers of its record, unless
//! they see the record through a shared report that does not grant access to documents. Generated documents are
//! visible to their author, and to viewers who see all rows of the firm.

use super::storage;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::document::{self, StoredDocument};
use crate::records::subject::SubjectKind;
use crate::records::{best_interest, crummey_letter};
use crate::routes::PathParams;
use crate::routes::changed::tell;
use crate::routes::content_disposition::attachment;
use crate::routes::reports::readable;
use crate::store::Wanted;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::BoxStream;
use http::{StatusCode, header};
use serde_json::json;
use shared::permission::Feature;
use std::io;
use uuid::Uuid;

/// The kind of subject that a document belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::routes) enum Subject {
    Record(SubjectKind),
    Report,
}

impl Subject {
    fn from_noun(noun: &str) -> Option<Self> {
        let mut all = SubjectKind::ALL
            .into_iter()
            .map(Self::Record)
            .chain([Self::Report]);
        all.find(|subject| subject.noun() == noun)
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Record(kind) => kind.noun(),
            Self::Report => "report",
        }
    }

    /// Fails with `ApiError::NotFound` or `ApiError::Forbidden` if the viewer cannot open the documents.
    async fn must_open(self, transaction: &mut Transaction, viewer: &Viewer, uuid: Uuid) -> ApiResult<()> {
        match self {
            Self::Record(kind) => {
                viewer.may_read(kind.feature())?;
                kind.must_see_documents(transaction, viewer, uuid).await
            }
            Self::Report => readable(transaction, viewer, uuid).await.map(drop),
        }
    }
}

pub(in crate::routes) async fn find(
    transaction: &mut Transaction,
    viewer: &Viewer,
    uuid: Uuid,
    is_deleted: bool,
) -> ApiResult<(Subject, StoredDocument)> {
    let missing = || ApiError::NotFound("document");
    let document = document::find(transaction, viewer, uuid)
        .await?
        .filter(|document| document.is_deleted == is_deleted)
        .ok_or_else(missing)?;
    let subject = Subject::from_noun(&document.subject_type).ok_or_else(missing)?;
    if document.is_deliverable {
        viewer.may_read(Feature::Deliverables)?;
    }
    subject
        .must_open(transaction, viewer, document.subject_uuid)
        .await
        .map_err(|error| match error {
            ApiError::NotFound(_) => missing(),
            other => other,
        })?;
    Ok((subject, document))
}

/// Downloads a document, always as an attachment, so that no content runs in the portal. Ranges are not supported,
/// because a part of a file cannot be checked.
pub(super) async fn download(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Response> {
    send(&app, &viewer, uuid).await
}

pub(in crate::routes) async fn send(app: &App, viewer: &Viewer, uuid: Uuid) -> ApiResult<Response> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (subject, document) = find(&mut transaction, viewer, uuid, false).await?;
    let wanted = Wanted {
        firm_id: viewer.firm.id,
        uuid: Some(uuid),
        key: &document.storage_key,
        hash: Some(&document.content_hash),
        size_bytes: document.size_bytes.unsigned_abs(),
    };
    let content = app.store.read(wanted).await?;
    note(&mut transaction, viewer, "download", subject, &document).await?;
    transaction.commit().await?;
    Ok(file(
        &document.name,
        (document.media_type, document.size_bytes),
        content,
    ))
}

/// Returns a response with a file, as an attachment that no cache stores.
pub(in crate::routes) fn file(
    name: &str,
    (media_type, size_bytes): (String, i64),
    content: BoxStream<'static, io::Result<Bytes>>,
) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_LENGTH, size_bytes.to_string()),
        (header::CONTENT_DISPOSITION, attachment(name)),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox".to_owned(),
        ),
    ];
    (headers, Body::from_stream(content)).into_response()
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<StatusCode> {
    turn(&app, &viewer, uuid, true).await
}

/// Undoes [`delete`].
pub(super) async fn restore(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<StatusCode> {
    turn(&app, &viewer, uuid, false).await
}

pub(in crate::routes) async fn turn(
    app: &App,
    viewer: &Viewer,
    uuid: Uuid,
    is_deleted: bool,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (subject, document) = find(&mut transaction, viewer, uuid, !is_deleted).await?;
    viewer.may_write(match subject {
        Subject::Record(kind) if !document.is_deliverable => kind.feature(),
        _ => Feature::Deliverables,
    })?;
    if is_deleted && crummey_letter::is_letter(&mut transaction, viewer.firm.id, uuid).await? {
        return Err(ApiError::Refused {
            code: "letter_document",
            message: "This document is a Crummey letter. Delete the letter on the page of the trust.".into(),
        });
    }
    let owner = (viewer.firm.id, document.subject_uuid);
    if is_deleted && best_interest::is_signed_document(&mut transaction, owner, uuid).await? {
        return Err(ApiError::Refused {
            code: "signed_form",
            message: "This document belongs to a signed best interest form, so it is kept.".into(),
        });
    }
    document::set_deleted(&mut transaction, viewer, uuid, is_deleted).await?;
    // Generated documents do not count toward the storage limit.
    if !is_deleted && !document.is_deliverable {
        let added = storage::added(&mut transaction, app, viewer, document.size_bytes.unsigned_abs()).await;
        if let Err(error) = added {
            drop(transaction);
            return Err(storage::rejected(app, viewer, error).await);
        }
    }
    let action = if is_deleted { "discard" } else { "recover" };
    if let Subject::Record(kind) = subject {
        let record = (kind.noun(), document.subject_uuid);
        tell(&mut transaction, viewer, record, false).await?;
    }
    note(&mut transaction, viewer, action, subject, &document).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn note(
    transaction: &mut Transaction,
    viewer: &Viewer,
    action: &str,
    subject: Subject,
    document: &StoredDocument,
) -> ApiResult<()> {
    let subject = (subject.noun(), Some(document.subject_uuid));
    let details = json!({ "document": document.name });
    Ok(audit::record(transaction, viewer, action, subject, details).await?)
}
