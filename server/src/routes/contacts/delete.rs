//! Deletes and restores contacts.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::hub;
use crate::records::contact::{self, deleted};
use crate::records::party::primary::{contracts_of_primary, other_primary};
use crate::records::party::{self, deleted as links};
use crate::records::subject::SubjectKind;
use crate::routes::changed::{self, changed};
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::contact::{ContactKind, ContactRecord};
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeleteParams {
    /// UUID of the contact that takes over the contracts
    reassign_to: Option<Uuid>,
}

/// Deletes a contact with its links. Fails if it has contracts in force and no contact takes them over.
pub(super) async fn delete(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((firm_id, uuid)): PathParams<(i32, Uuid)>,
    Params(params): Params<DeleteParams>,
) -> ApiResult<StatusCode> {
    viewer.must_be_in(firm_id)?;
    let mut transaction = app.db.begin(firm_id).await?;
    let changed_contacts: Vec<Uuid> = params.reassign_to.into_iter().chain([uuid]).collect();
    party::hold_new_links(&mut transaction, &viewer, changed_contacts.clone()).await?;
    party::hold_contracts_of(&mut transaction, &viewer, &[uuid]).await?;
    party::hold_contacts(&mut transaction, &viewer, changed_contacts).await?;
    let found = contact::find(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    let record = (SubjectKind::Contact(kind), uuid);
    let openers = hub::openers(&mut transaction, app.clock, firm_id, record).await?;
    if let Some(target) = params.reassign_to {
        let heir = contact::find(&mut transaction, &viewer, kind, target).await?;
        if target == uuid || heir.is_none() {
            return Err(ApiError::NotFound(kind.noun()));
        }
        links::reassign(&mut transaction, &viewer, uuid, target).await?;
    } else {
        let in_force = links::contracts_in_force(&mut transaction, firm_id, uuid).await?;
        if in_force > 0 {
            let contracts = if in_force == 1 { "contract" } else { "contracts" };
            return Err(ApiError::Refused {
                code: "in_force_contracts",
                message: format!(
                    "{} is a party to {in_force} {contracts} in force. Select a contact to take over.",
                    found.person.display_name
                ),
            });
        }
    }
    links::delete_of_contact(&mut transaction, firm_id, uuid).await?;
    deleted::delete(&mut transaction, &viewer, uuid).await?;
    let details = json!({ "reassignedTo": params.reassign_to });
    changed::deleted(&mut transaction, &viewer, record, openers, details).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Fails if a contract has been given another primary insured since the deletion.
async fn must_not_be_second_primary(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> ApiResult<()> {
    let contracts = contracts_of_primary(connection, firm_id, uuid).await?;
    match other_primary(connection, firm_id, &contracts, uuid).await? {
        Some(name) => Err(ApiError::Refused {
            code: "second_primary",
            message: format!(
                "{name} is now the primary insured on one of the contracts. Change that role first."
            ),
        }),
        None => Ok(()),
    }
}

/// Undoes [`delete`] by restoring the contact and its links.
pub(super) async fn restore(
    kind: ContactKind,
    State(app): State<App>,
    viewer: Viewer,
    PathParams((firm_id, uuid)): PathParams<(i32, Uuid)>,
) -> ApiResult<Json<ContactRecord>> {
    viewer.must_be_in(firm_id)?;
    let mut transaction = app.db.begin(firm_id).await?;
    party::hold_new_links(&mut transaction, &viewer, vec![uuid]).await?;
    party::hold_contracts_of(&mut transaction, &viewer, &[uuid]).await?;
    let deleted = deleted::find_for_update(&mut transaction, firm_id, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    let person = shared::contact::Person {
        npn: deleted.npn,
        ..Default::default()
    };
    super::change::npn_must_be_free(&mut transaction, &viewer, &person, Some(uuid)).await?;
    deleted::restore(&mut transaction, &viewer, uuid).await?;
    links::remove_reassigned(&mut transaction, firm_id, uuid, deleted.deleted_at).await?;
    links::restore_of_contact(&mut transaction, firm_id, uuid, deleted.deleted_at).await?;
    if kind == ContactKind::Insured {
        must_not_be_second_primary(&mut transaction, firm_id, uuid).await?;
    }
    changed(
        &mut transaction,
        &viewer,
        "restore",
        (kind.noun(), uuid),
        json!({}),
    )
    .await?;
    let record = contact::find(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    transaction.commit().await?;
    Ok(Json(record.into()))
}
