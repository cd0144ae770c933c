//! Deletes and restores the links of contacts and contracts. Links that are deleted with a record store the record's
//! deletion time, which identifies them when the record is restored.

use crate::auth::Viewer;
use crate::db::schema::contract_party;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::contract::PolicyStatus;
use uuid::Uuid;

#[derive(QueryableByName)]
struct ContractCount {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Counts the contracts in force that the contact is linked to.
pub async fn contracts_in_force(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
) -> QueryResult<i64> {
    let in_force: Vec<&str> = PolicyStatus::ALL
        .iter()
        .filter(|status| status.in_force())
        .map(|status| status.code())
        .collect();
    let count: ContractCount = diesel::sql_query(
        "SELECT count(DISTINCT contract_uuid) AS count FROM contract_party party
         LEFT JOIN policy ON policy.firm_id = $1 AND policy.uuid = policy_uuid
         LEFT JOIN annuity ON annuity.firm_id = $1 AND annuity.uuid = annuity_uuid
         WHERE party.firm_id = $1 AND contact_uuid = $2 AND party.deleted_at IS NULL
           AND (policy.status = ANY($3) AND policy.deleted_at IS NULL
             OR annuity.status = ANY($3) AND annuity.deleted_at IS NULL)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(contact)
    .bind::<Array<Text>, _>(in_force)
    .get_result(connection)
    .await?;
    Ok(count.count)
}

/// Deletes the links of a contact.
pub async fn delete_of_contact(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
) -> QueryResult<usize> {
    diesel::update(contract_party::table)
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contact_uuid.eq(contact))
        .filter(contract_party::deleted_at.is_null())
        .set(contract_party::deleted_at.eq(now))
        .execute(connection)
        .await
}

/// Deletes the links of a contract.
pub async fn delete_of_contract(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contract: Uuid,
) -> QueryResult<usize> {
    diesel::update(contract_party::table)
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contract_uuid.eq(contract))
        .filter(contract_party::deleted_at.is_null())
        .set(contract_party::deleted_at.eq(now))
        .execute(connection)
        .await
}

/// Copies every link of a contact to another contact in the same role, unless that contact already has the link. The
/// new links store the deletion time, which identifies them for [`remove_reassigned`].
pub async fn reassign(
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

/// Removes the links that [`reassign`] added to another contact. Keeps links that the contact already had or that
/// were added later.
pub async fn remove_reassigned(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
    deleted_at: Timestamp,
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
    .bind::<SqlUuid, _>(contact)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(deleted_at))
    .execute(connection)
    .await
}

/// Restores the links that were deleted with the contact.
pub async fn restore_of_contact(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
    deleted_at: Timestamp,
) -> QueryResult<usize> {
    diesel::update(contract_party::table)
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contact_uuid.eq(contact))
        .filter(contract_party::deleted_at.eq(jiff_diesel::Timestamp::from(deleted_at)))
        .set(contract_party::deleted_at.eq(None::<jiff_diesel::Timestamp>))
        .execute(connection)
        .await
}

/// Restores the links that were deleted with the contract, except links to deleted contacts.
pub async fn restore_of_contract(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contract: Uuid,
    deleted_at: Timestamp,
) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE contract_party party SET deleted_at = NULL
         FROM contact
         WHERE party.firm_id = $1 AND party.contract_uuid = $2 AND party.deleted_at = $3
           AND contact.firm_id = $1 AND contact.uuid = party.contact_uuid AND contact.deleted_at IS NULL",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(contract)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(deleted_at))
    .execute(connection)
    .await
}
