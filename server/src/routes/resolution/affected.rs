//! Contracts, users and contacts that a merge would affect.

use super::Mergeable;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::contact;
use crate::records::resolution::facts;
use crate::routes::Body;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use shared::resolution::merge::{AffectedContact, AffectedContracts, AffectedUser, MAX_CONTACTS};
use uuid::Uuid;

/// Returns the selected contacts. Fails if the viewer cannot see all of them, or if there are more than
/// [`MAX_CONTACTS`].
pub(super) async fn selected<K: Mergeable>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    selection: K::Selection,
) -> ApiResult<Vec<Uuid>> {
    let uuids: Vec<Uuid> = selection.into();
    if uuids.len() > MAX_CONTACTS {
        return Err(ApiError::Refused {
            code: "too_many",
            message: format!("You can merge up to {MAX_CONTACTS} contacts at a time. Select fewer."),
        });
    }
    let found = facts::facts(connection, viewer, K::KIND, &uuids).await?;
    let is_found = |uuid| found.iter().any(|facts| facts.uuid == uuid && !facts.is_deleted);
    if uuids.iter().all(|uuid| is_found(*uuid)) {
        Ok(uuids)
    } else {
        Err(ApiError::NotFound(K::KIND.noun()))
    }
}

pub(super) async fn contracts<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(selection): Body<K::Selection>,
) -> ApiResult<Json<AffectedContracts>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let uuids = selected::<K>(&mut transaction, &viewer, selection).await?;
    let contracts = facts::contracts(&mut transaction, viewer.firm.id, &uuids).await?;
    transaction.finish();
    Ok(Json(contracts))
}

pub(super) async fn users<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(selection): Body<K::Selection>,
) -> ApiResult<Json<Vec<AffectedUser>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let uuids = selected::<K>(&mut transaction, &viewer, selection).await?;
    let users = facts::users(&mut transaction, viewer.firm.id, &uuids).await?;
    transaction.finish();
    Ok(Json(users))
}

pub(super) async fn contacts<K: Mergeable>(
    State(app): State<App>,
    viewer: Viewer,
    Body(selection): Body<K::Selection>,
) -> ApiResult<Json<Vec<AffectedContact>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let uuids = selected::<K>(&mut transaction, &viewer, selection).await?;
    let mut contacts = Vec::with_capacity(uuids.len());
    for uuid in uuids {
        let found = contact::find(&mut transaction, &viewer, K::KIND, uuid).await?;
        let moved = facts::moved_counts(&mut transaction, viewer.firm.id, uuid).await?;
        contacts.push(AffectedContact {
            contact: found.ok_or(ApiError::NotFound(K::KIND.noun()))?.into(),
            documents: moved.documents,
            cohorts: moved.cohorts,
            forms: moved.forms,
            gifts: moved.gifts,
            people: moved.people,
            mentions: moved.mentions,
        });
    }
    transaction.finish();
    Ok(Json(contacts))
}
