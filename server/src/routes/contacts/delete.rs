//! Deletes and restores contacts.

use super::attach::other_primary;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::contact;
use crate::routes::changed::changed;
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::contact::{ContactKind, ContactRecord};
use shared::contract::PolicyStatus;
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeleteParams {
    /// UUID of the contact that takes over the contracts
    reassign_to: Option<Uuid>,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
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
    let found = contact::find(&mut transaction, &viewer, kind, uuid)
        .await?
        .ok_or(ApiError::NotFound(kind.noun()))?;
    if let Some(target) = params.reassign_to {
        let heir = contact::find(&mut transaction, &viewer, kind, target).await?;
        if target == uuid || heir.is_none() {
            return Err(ApiError::NotFound(kind.noun()));
        }
        reassign(&mut transaction, &viewer, uuid, target).await?;
    } else {
        let in_force = in_force_links(&mut transaction, firm_id, uuid).await?;
        if in_force > 0 {
            let contracts = if in_force == 1 { "contract" } else { "contracts" };
            return Err(ApiError::Refused {
                code: "in_force_contracts",
                message: format!(
                    "{} is a party to {in_force} {contracts} in force. Select a contact to take over.",
                    found.display_name
                ),
            });
        }
    }
    diesel::sql_query(
        "UPDATE contract_party SET deleted_at = now()
         WHERE firm_id = $1 AND contact_uuid = $2 AND deleted_at IS NULL",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .execute(&mut *transaction)
    .await?;
    diesel::sql_query(
        "UPDATE contact SET deleted_at = now(), version = version + 1, updated_at = now(), updated_by = $3
         WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    let details = json!({ "reassignedTo": params.reassign_to });
    changed(&mut transaction, &viewer, "delete", (kind.noun(), uuid), details).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn in_force_links(connection: &mut AsyncPgConnection, firm_id: i32, uuid: Uuid) -> QueryResult<i64> {
    let in_force: Vec<&str> = PolicyStatus::ALL
        .iter()
        .filter(|status| status.in_force())
        .map(|status| status.code())
        .collect();
    let count: Count = diesel::sql_query(
        "SELECT count(DISTINCT contract_uuid) AS count FROM contract_party party
         LEFT JOIN policy ON policy.firm_id = $1 AND policy.uuid = policy_uuid
         LEFT JOIN annuity ON annuity.firm_id = $1 AND annuity.uuid = annuity_uuid
         WHERE party.firm_id = $1 AND contact_uuid = $2 AND party.deleted_at IS NULL
           AND (policy.status = ANY($3) AND policy.deleted_at IS NULL
             OR annuity.status = ANY($3) AND annuity.deleted_at IS NULL)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Array<Text>, _>(in_force)
    .get_result(connection)
    .await?;
    Ok(count.count)
}

/// Moves every link to another contact in the same role, unless that contact has the link already. The new
/// links carry the time of the deletion, by which [`give_back`] finds them.
async fn reassign(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    from: Uuid,
    to: Uuid,
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO contract_party AS kept
           (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id, share_percent, origin, created_by)
         SELECT firm_id, contract_uuid, $3, line, kind, role, type_id, share_percent, origin, $4
         FROM contract_party WHERE firm_id = $1 AND contact_uuid = $2 AND deleted_at IS NULL
         ON CONFLICT (firm_id, contract_uuid, contact_uuid, role, type_id)
           DO UPDATE SET deleted_at = NULL, created_at = now(), created_by = excluded.created_by
           WHERE kept.deleted_at IS NOT NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(from)
    .bind::<SqlUuid, _>(to)
    .bind::<Text, _>(&viewer.user_key)
    .execute(connection)
    .await
}

/// Removes the links that the deletion moved to another contact. Keeps links that it had before or got later.
async fn give_back(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
    deleted_at: jiff::Timestamp,
) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE contract_party heir SET deleted_at = now()
         FROM contract_party own
         WHERE own.firm_id = $1 AND own.contact_uuid = $2 AND own.deleted_at = $3
           AND heir.firm_id = $1 AND heir.contract_uuid = own.contract_uuid AND heir.contact_uuid <> $2
           AND heir.kind = own.kind AND heir.role = own.role AND heir.type_id = own.type_id
           AND heir.created_at = $3 AND heir.deleted_at IS NULL",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(deleted_at))
    .execute(connection)
    .await
}

#[derive(QueryableByName)]
struct PrimaryOf {
    #[diesel(sql_type = SqlUuid)]
    contract_uuid: Uuid,
}

/// Fails if a contract has got another primary insured since the deletion.
async fn must_not_be_second_primary(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> ApiResult<()> {
    let contracts: Vec<PrimaryOf> = diesel::sql_query(
        "SELECT contract_uuid FROM contract_party
         WHERE firm_id = $1 AND contact_uuid = $2 AND kind = 3 AND type_id = 1 AND deleted_at IS NULL",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .load(connection)
    .await?;
    let contracts: Vec<Uuid> = contracts.into_iter().map(|row| row.contract_uuid).collect();
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

#[derive(QueryableByName)]
struct Deleted {
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    deleted_at: jiff::Timestamp,
    #[diesel(sql_type = Nullable<Text>)]
    npn: Option<String>,
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
    let deleted: Deleted = diesel::sql_query(
        "SELECT deleted_at, npn FROM contact
         WHERE firm_id = $1 AND uuid = $2 AND kind = $3 AND deleted_at IS NOT NULL FOR UPDATE",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<SmallInt, _>(kind as i16)
    .get_result(&mut *transaction)
    .await
    .optional()?
    .ok_or(ApiError::NotFound(kind.noun()))?;
    let person = shared::contact::Person {
        npn: deleted.npn,
        ..Default::default()
    };
    super::change::npn_must_be_free(&mut transaction, &viewer, &person, Some(uuid)).await?;
    diesel::sql_query(
        "UPDATE contact SET deleted_at = NULL, version = version + 1, updated_at = now(), updated_by = $3
         WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(&viewer.user_key)
    .execute(&mut *transaction)
    .await?;
    give_back(&mut transaction, firm_id, uuid, deleted.deleted_at).await?;
    diesel::sql_query(
        "UPDATE contract_party SET deleted_at = NULL WHERE firm_id = $1 AND contact_uuid = $2 AND deleted_at = $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(deleted.deleted_at))
    .execute(&mut *transaction)
    .await?;
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
