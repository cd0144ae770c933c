//! Stored books of business.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::subject::SubjectKind;
use crate::records::summary_job::{self, JobSubject};
use crate::records::{contact, deliverable};
use crate::routes::PathParams;
use crate::routes::documents::one::{self, Subject};
use axum::response::Response;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::contact::{ContactKind, ContactRecord};
use shared::deliverable::{
    BookOfBusiness, MAX_DOCUMENT_CONTRACTS, MAX_IMMEDIATE_CONTRACTS, StoredDeliverable,
};
use uuid::Uuid;

pub(super) async fn overview(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<BookOfBusiness>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let contact = contact::find(&mut transaction, &viewer, kind, uuid).await?;
    let contact = ContactRecord::from(contact.ok_or(ApiError::NotFound(kind.noun()))?);
    let pending = summary_job::pending(&mut transaction, &viewer, JobSubject::Contact(uuid)).await?;
    transaction.finish();
    Ok(Json(BookOfBusiness {
        display_name: contact.display_name,
        policy_count: contact.totals.policy_count,
        annuity_count: contact.totals.annuity_count,
        max_contracts: MAX_DOCUMENT_CONTRACTS,
        max_immediate_contracts: MAX_IMMEDIATE_CONTRACTS,
        pending,
    }))
}

pub(super) async fn existing(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Vec<StoredDeliverable>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SubjectKind::Contact(kind)
        .must_see_documents(&mut transaction, &viewer, uuid)
        .await?;
    let documents = deliverable::of_subject(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    Ok(Json(documents))
}

/// Restarts a failed book of business.
pub(super) async fn retry(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contact, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SubjectKind::Contact(kind)
        .must_see(&mut transaction, &viewer, contact)
        .await?;
    let job = (JobSubject::Contact(contact), document);
    if !summary_job::retry(&mut transaction, &viewer, job, app.clock.now()).await? {
        return Err(ApiError::NotFound("book of business"));
    }
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn download(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contact, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Response> {
    let subject = Subject::Record(SubjectKind::Contact(kind));
    must_be_of((subject, contact), &app, &viewer, document).await?;
    one::send(&app, &viewer, document).await
}

pub(super) async fn delete(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contact, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let subject = Subject::Record(SubjectKind::Contact(kind));
    must_be_of((subject, contact), &app, &viewer, document).await?;
    one::turn(&app, &viewer, document, true).await
}

/// Fails unless the document was generated for this contact or report.
pub(super) async fn must_be_of(
    (subject, uuid): (Subject, Uuid),
    app: &App,
    viewer: &Viewer,
    document: Uuid,
) -> ApiResult<()> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (found_subject, found) = one::find(&mut transaction, viewer, document, false).await?;
    transaction.finish();
    if found.is_deliverable && found_subject == subject && found.subject_uuid == uuid {
        Ok(())
    } else {
        Err(ApiError::NotFound("document"))
    }
}
