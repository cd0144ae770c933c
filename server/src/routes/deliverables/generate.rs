//! Generates and previews books of business.

use super::deliverable;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::deliverables::book::Book;
use crate::deliverables::{MAX_PDF_BYTES, MEDIA_TYPE, Preparer, file_name};
use crate::error::{ApiError, ApiResult};
use crate::records::document::{self, NewDocument};
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::subject::SubjectKind;
use crate::records::summary_job::{self, JobSubject, NewJob};
use crate::routes::changed::changed;
use crate::routes::content_disposition::attachment;
use crate::routes::documents::one;
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Body, Params, PathParams};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use diesel_async::AsyncPgConnection;
use futures_util::stream;
use http::{StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use shared::contact::ContactKind;
use shared::deliverable::layout::{Format, RenderOrder};
use shared::deliverable::{BookRequest, GroupBy, MAX_IMMEDIATE_CONTRACTS, PendingVersion, group_by};
use std::io;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(rename_all = "camelCase")]
pub(super) struct PreviewParams {
    /// 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent. Default: 1
    #[param(minimum = 1, maximum = 7, required = false)]
    group_by: u8,
    /// Default: true
    #[param(required = false)]
    include_annuities: bool,
}

impl Default for PreviewParams {
    fn default() -> Self {
        Self {
            group_by: GroupBy::None.number(),
            include_annuities: true,
        }
    }
}

/// Returns the first pages as SVG images.
pub(super) async fn preview(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contact, template)): PathParams<(Uuid, Uuid)>,
    Params(params): Params<PreviewParams>,
) -> ApiResult<Response> {
    let book = Book {
        kind,
        deliverable: deliverable(kind)?,
        contact,
        template,
        group_by: group_by(params.group_by).map_err(ApiError::Invalid)?,
        includes_annuities: params.include_annuities,
    };
    let layout = book.layout(&app.db, Preparer::from(&viewer)).await?;
    let format = Format::Svg;
    let pages = app.renderer.render(&RenderOrder { format, layout }).await?;
    Ok(super::pages(pages))
}

/// Generates a book, stores it and returns it. Queues a large one for the worker. An `Idempotency-Key` becomes the uuid
/// of the document, so that a repeated request stores only one.
pub(super) async fn generate(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(request): Body<BookRequest>,
) -> ApiResult<Response> {
    let book = Book {
        kind,
        deliverable: deliverable(kind)?,
        contact: request.uuid,
        template: request.template_uuid,
        group_by: group_by(request.group_by).map_err(ApiError::Invalid)?,
        includes_annuities: request.include_annuities,
    };
    let firm_id = viewer.firm.id;
    let hash = key.map(|_| {
        let request = json!([viewer.user_key, kind.noun(), request]).to_string();
        app.sealer.hash(firm_id, &request)
    });
    let mut transaction = app.db.begin(firm_id).await?;
    idempotency::hold(&mut transaction, key).await?;
    if let Some(key) = key {
        if let Some(pending) = queued(&mut transaction, &viewer, &book, (key, hash.as_deref())).await? {
            return Ok((StatusCode::ACCEPTED, Json(pending)).into_response());
        }
        if is_stored(&mut transaction, firm_id, key, hash.as_deref()).await? {
            transaction.finish();
            return one::send(&app, &viewer, key).await;
        }
    }
    let count = book.count(&mut transaction, &Preparer::from(&viewer)).await?;
    if count > MAX_IMMEDIATE_CONTRACTS {
        let pending = queue(&mut transaction, &app, &viewer, &book, (key, hash.as_deref())).await?;
        transaction.commit().await?;
        return Ok((StatusCode::ACCEPTED, Json(pending)).into_response());
    }
    transaction.finish();
    let layout = book.layout(&app.db, Preparer::from(&viewer)).await?;
    let name = file_name(&layout);
    let format = Format::Pdf;
    let pdf = app.renderer.render(&RenderOrder { format, layout }).await?;

    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let content = stream::iter([io::Result::Ok(pdf.clone())]);
    let (kept, ()) = app
        .store
        .keep((firm_id, uuid), content, MAX_PDF_BYTES, 0, |_| Ok(()))
        .await?;
    let new = NewDocument {
        uuid,
        subject_type: kind.noun(),
        subject: book.contact,
        template: Some(book.template),
        name: &name,
        media_type: MEDIA_TYPE,
        size_bytes: kept.size_bytes,
        content_hash: &kept.hash,
        storage_key: &kept.key,
        request_hash: hash.as_deref(),
    };
    match save(&app, &viewer, kind, &new).await {
        Ok(Saved::New) => Ok(file(uuid, &name, pdf)),
        Ok(Saved::Earlier) => {
            app.store.remove(&kept.key).await;
            one::send(&app, &viewer, uuid).await
        }
        Err(Unsaved {
            error,
            is_rolled_back,
        }) => {
            if is_rolled_back {
                app.store.remove(&kept.key).await;
            }
            Err(error)
        }
    }
}

/// Returns the job of an earlier request with this key. Fails if it was a different request.
async fn queued(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    book: &Book,
    (key, hash): (Uuid, Option<&[u8]>),
) -> ApiResult<Option<PendingVersion>> {
    match request_hash(connection, KeyedRecord::SummaryJob, viewer.firm.id, key).await? {
        None => Ok(None),
        Some(earlier) if earlier.as_deref() == hash => {
            let pending = summary_job::pending(connection, viewer, JobSubject::Contact(book.contact)).await?;
            Ok(pending.into_iter().find(|job| job.document_id == key))
        }
        Some(_) => Err(idempotency::reused()),
    }
}

/// Queues a book for the worker.
async fn queue(
    connection: &mut AsyncPgConnection,
    app: &App,
    viewer: &Viewer,
    book: &Book,
    (key, hash): (Option<Uuid>, Option<&[u8]>),
) -> ApiResult<PendingVersion> {
    let job = NewJob {
        document_uuid: key.unwrap_or_else(crate::ids::new_uuid),
        subject: JobSubject::Contact(book.contact),
        template_uuid: book.template,
        kind: book.deliverable,
        group_by: book.group_by,
        includes_annuities: book.includes_annuities,
        request_hash: hash,
    };
    let pending = summary_job::insert(connection, viewer, &job, app.clock.now()).await?;
    let subject = (book.kind.noun(), Some(book.contact));
    let details = json!({ "about": book.deliverable.label() });
    audit::record(connection, viewer, "generate", subject, details).await?;
    Ok(pending)
}

/// Returns whether a request with this key has already stored its document. Fails if it was a different request.
async fn is_stored(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    key: Uuid,
    hash: Option<&[u8]>,
) -> ApiResult<bool> {
    match request_hash(connection, KeyedRecord::Document, firm_id, key).await? {
        None => Ok(false),
        Some(earlier) if earlier.as_deref() == hash => Ok(true),
        Some(_) => Err(idempotency::reused()),
    }
}

enum Saved {
    New,
    /// An earlier request with the same key has stored the document.
    Earlier,
}

struct Unsaved {
    error: ApiError,
    /// `false` if the commit failed. In that case the document may have been saved, so its file is kept.
    is_rolled_back: bool,
}

async fn save(
    app: &App,
    viewer: &Viewer,
    kind: ContactKind,
    new: &NewDocument<'_>,
) -> Result<Saved, Unsaved> {
    let rolled_back = |error| Unsaved {
        error,
        is_rolled_back: true,
    };
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await.map_err(rolled_back)?;
    let saved: ApiResult<Saved> = async {
        let key = new.request_hash.map(|_| new.uuid);
        idempotency::hold(&mut transaction, key).await?;
        SubjectKind::Contact(kind)
            .must_see(&mut transaction, viewer, new.subject)
            .await?;
        if let Some(key) = key
            && is_stored(&mut transaction, firm_id, key, new.request_hash).await?
        {
            return Ok(Saved::Earlier);
        }
        document::insert(&mut transaction, (firm_id, &viewer.user_key), new).await?;
        let subject = (kind.noun(), new.subject);
        changed(
            &mut transaction,
            viewer,
            "generate",
            subject,
            json!({ "document": new.name }),
        )
        .await?;
        Ok(Saved::New)
    }
    .await;
    let saved = saved.map_err(rolled_back)?;
    transaction.commit().await.map_err(|error| Unsaved {
        error,
        is_rolled_back: false,
    })?;
    Ok(saved)
}

fn file(uuid: Uuid, name: &str, pdf: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, MEDIA_TYPE.to_owned()),
        (header::CONTENT_DISPOSITION, attachment(name)),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_LOCATION, format!("/api/Document/{uuid}")),
    ];
    (headers, pdf).into_response()
}
