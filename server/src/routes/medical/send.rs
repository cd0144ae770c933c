//! Creates the letters of a request. The office mails or faxes them.

use super::close::{expire, has_expired};
use super::loaded::{Loaded, SUBJECT, hold, load, must_be_current, note_view, saved};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::deliverables::medical_letter::MedicalLetter;
use crate::deliverables::{MAX_PDF_BYTES, MEDIA_TYPE, file_name, letterhead};
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::contact;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::medical::document::{self, NewMedicalDocument};
use crate::records::medical::letter::{self, NewMedicalLetter};
use crate::records::medical::request::{self, Progress, StoredRequest};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Body, PathParams};
use crate::store::Kept;
use axum::{Json, extract::State};
use futures_util::stream;
use http::StatusCode;
use serde_json::json;
use shared::contact::name::full_name;
use shared::contact::{ContactKind, Person};
use shared::deliverable::layout::{Format, Layout, RenderOrder};
use shared::medical::{
    LetterMethod, LetterStep, MedicalDocumentKind, MedicalRecord, SendInput, check_send, due_on,
};
use shared::problem::Findings;
use std::io;
use uuid::Uuid;

/// Creates the next letter of a request with its PDF, and queues it. An `Idempotency-Key` becomes the uuid of the letter,
/// so that a repeated request creates only one. Responds with 409 if the request was changed
/// since it was read.
pub(super) async fn send(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams((insured, uuid)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<SendInput>,
) -> ApiResult<(StatusCode, Json<MedicalRecord>)> {
    let asked = json!([viewer.user_key, insured, uuid, input]).to_string();
    let order = Order {
        insured,
        request: uuid,
        key,
        hash: key.map(|_| app.medical.sealer.hash(viewer.firm.id, &asked)),
        input,
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SUBJECT.must_see(&mut transaction, &viewer, insured).await?;
    if order.is_done(&mut transaction, viewer.firm.id).await? {
        let loaded = load(&mut transaction, &app, &viewer, insured).await?;
        note_view(&mut transaction, &viewer, insured, None).await?;
        transaction.commit().await?;
        return Ok((StatusCode::CREATED, Json(loaded.shown(viewer.today(app.clock)))));
    }
    // Lock the insured, because the request ends if its authorization has expired.
    let loaded = hold(&mut transaction, &app, &viewer, insured).await?;
    let request = loaded.request(uuid)?;
    must_be_current(order.input.version == request.version)?;
    if let Some(sentence) = has_expired(request, viewer.today(app.clock)) {
        return Err(expire(transaction, &app, &viewer, (&loaded, uuid), sentence).await?);
    }
    let letter = check(&app, &viewer, &loaded, &order)?;
    let layout = layout(&mut transaction, &viewer, (request, insured), letter).await?;
    transaction.finish();

    let stored = store(&app, &viewer, layout).await?;
    let begun = app.db.begin(viewer.firm.id).await;
    let saved = match begun {
        Ok(mut transaction) => {
            let saved = insert(&mut transaction, &app, &viewer, &order, (letter, &stored)).await;
            saved.map(|record| (transaction, record))
        }
        Err(error) => Err(error),
    };
    let (transaction, saved) = match saved {
        Ok(saved) => saved,
        Err(error) => {
            app.medical.store.remove(&stored.kept.key).await;
            return Err(error);
        }
    };
    // Even if the commit fails, the letter may have been saved, so its file is kept.
    transaction.commit().await?;
    if !saved.is_new {
        app.medical.store.remove(&stored.kept.key).await;
    }
    Ok((StatusCode::CREATED, Json(saved.record)))
}

/// A checked request to create a letter.
struct Order {
    insured: Uuid,
    request: Uuid,
    key: Option<Uuid>,
    hash: Option<Vec<u8>>,
    input: SendInput,
}

impl Order {
    /// Returns whether an earlier request with the same key has created the letter.
    async fn is_done(&self, transaction: &mut Transaction, firm_id: i32) -> ApiResult<bool> {
        let Some(key) = self.key else { return Ok(false) };
        match request_hash(transaction, KeyedRecord::MedicalLetter, firm_id, key).await? {
            Some(earlier) if earlier == self.hash => Ok(true),
            Some(_) => Err(idempotency::reused()),
            None => Ok(false),
        }
    }
}

fn check(
    app: &App,
    viewer: &Viewer,
    loaded: &Loaded,
    order: &Order,
) -> ApiResult<(LetterStep, LetterMethod)> {
    let request = loaded.request(order.request)?;
    let status = (request.state, request.due_on, loaded.latest_letter(request.uuid));
    let mut findings = Findings::default();
    let today = viewer.today(app.clock);
    check_send(&order.input, &request.content, status, today, &mut findings)
        .ok_or(ApiError::Invalid(findings.0))
}

async fn layout(
    transaction: &mut Transaction,
    viewer: &Viewer,
    (request, insured): (&StoredRequest, Uuid),
    (step, method): (LetterStep, LetterMethod),
) -> ApiResult<Layout> {
    let patient = contact::find(transaction, viewer, ContactKind::Insured, insured).await?;
    let patient = Person::from(patient.ok_or(ApiError::NotFound("insured"))?.person);
    let letter = MedicalLetter {
        step,
        method,
        content: &request.content,
        insured: &full_name(&patient),
        birth_date: patient.dob,
        sent_on: request.sent_on,
        date: viewer.today(viewer.request.clock),
        letterhead: letterhead::load(transaction, viewer.firm.id).await?,
        signed_by: viewer.name(),
    };
    Ok(letter.layout())
}

/// A letter whose PDF is in the store.
struct Stored {
    document: Uuid,
    name: String,
    kept: Kept,
}

async fn store(app: &App, viewer: &Viewer, layout: Layout) -> ApiResult<Stored> {
    let (name, document) = (file_name(&layout), new_uuid());
    let format = Format::Pdf;
    let pdf = app.renderer.render(&RenderOrder { format, layout }).await?;
    let content = stream::iter([io::Result::Ok(pdf)]);
    let owner = (viewer.firm.id, document);
    let (kept, ()) = app
        .medical
        .store
        .keep(owner, content, MAX_PDF_BYTES, 0, |_| Ok(()))
        .await?;
    Ok(Stored { document, name, kept })
}

struct Saved {
    record: MedicalRecord,
    /// Whether this call created the letter, rather than an earlier one with the same key.
    is_new: bool,
}

/// Queues the letter and advances the state of the request. Fails if the request was changed in the meantime.
async fn insert(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    order: &Order,
    (letter, stored): ((LetterStep, LetterMethod), &Stored),
) -> ApiResult<Saved> {
    let firm_id = viewer.firm.id;
    idempotency::hold(transaction, order.key).await?;
    let loaded = hold(transaction, app, viewer, order.insured).await?;
    if order.is_done(transaction, firm_id).await? {
        note_view(transaction, viewer, order.insured, None).await?;
        let record = loaded.shown(viewer.today(app.clock));
        return Ok(Saved {
            record,
            is_new: false,
        });
    }
    let request = loaded.request(order.request)?;
    must_be_current(order.input.version == request.version)?;
    check(app, viewer, &loaded, order)?;
    let (step, method) = letter;
    let (now, today) = (app.clock.now(), viewer.today(app.clock));
    let sealer = &app.medical.sealer;
    let document = NewMedicalDocument {
        uuid: stored.document,
        insured: order.insured,
        kind: MedicalDocumentKind::Letter,
        request: Some(order.request),
        name: &stored.name,
        media_type: MEDIA_TYPE,
        size_bytes: stored.kept.size_bytes,
        content_hash: &stored.kept.hash,
        storage_key: &stored.kept.key,
        request_hash: None,
    };
    let by = (firm_id, viewer.user_key.as_str());
    document::insert(transaction, sealer, by, &document, now).await?;
    let queued = NewMedicalLetter {
        uuid: order.key.unwrap_or_else(new_uuid),
        request: order.request,
        step,
        method,
        letter_date: today,
        document: stored.document,
        request_hash: order.hash.as_deref(),
    };
    letter::insert(transaction, by, &queued, now).await?;
    let progress = Progress {
        state: step.state(),
        sent_on: request.sent_on.or(Some(today)),
        due_on: Some(due_on(today)),
    };
    let record = (firm_id, order.request);
    request::update(transaction, sealer, record, &request.content, progress, now).await?;
    let action = ("sendMedical", step.label());
    let record = saved(transaction, app, viewer, order.insured, action).await?;
    Ok(Saved { record, is_new: true })
}
