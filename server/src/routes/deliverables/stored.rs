//! Stored books of business.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::subject::SubjectKind;
use crate::records::{contact, deliverable};
use crate::routes::PathParams;
use crate::routes::documents::one;
use axum::response::Response;
use axum::{Json, extract::State};
use http::StatusCode;
use shared::contact::{ContactKind, ContactRecord};
use shared::deliverable::{BookOfBusiness, MAX_CONTRACTS, StoredDeliverable};
use uuid::Uuid;

pub(super) async fn overview(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<BookOfBusiness>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let contact = contact::find(&mut transaction, &viewer, kind, uuid).await?;
    transaction.finish();
    let contact = ContactRecord::from(contact.ok_or(ApiError::NotFound(kind.noun()))?);
    Ok(Json(BookOfBusiness {
        display_name: contact.display_name,
        policy_count: contact.totals.policy_count,
        annuity_count: contact.totals.annuity_count,
        max_contracts: MAX_CONTRACTS,
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

pub(super) async fn download(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contact, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Response> {
    must_be_book_of(kind, contact, &app, &viewer, document).await?;
    one::send(&app, &viewer, document).await
}

pub(super) async fn delete(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((contact, document)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    must_be_book_of(kind, contact, &app, &viewer, document).await?;
    one::turn(&app, &viewer, document, true).await
}

/// Fails unless the document is a stored book of business of the contact.
async fn must_be_book_of(
    kind: ContactKind,
    contact: Uuid,
    app: &App,
    viewer: &Viewer,
    document: Uuid,
) -> ApiResult<()> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let (subject, found) = one::find(&mut transaction, viewer, document, false).await?;
    transaction.finish();
    let is_of_contact = subject == SubjectKind::Contact(kind) && found.subject_uuid == contact;
    if found.is_deliverable && is_of_contact {
        Ok(())
    } else {
        Err(ApiError::NotFound("document"))
    }
}
