//! Primary insureds. A contract has at most one.

use crate::db::schema::{contact, contract_party};
use diesel::prelude::*;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::contract::InsuredType;
use uuid::Uuid;

/// The type of a primary insured's link.
pub const PRIMARY_INSURED: i16 = InsuredType::Primary as i16;

/// Returns the name of a primary insured of one of the contracts, other than `insured`. Locks the contracts, so that
/// no concurrent request can attach one.
pub async fn other_primary(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contracts: &[Uuid],
    insured: Uuid,
) -> QueryResult<Option<String>> {
    diesel::sql_query(
        "SELECT pg_advisory_xact_lock(hashtextextended(contract::text, 0))
         FROM (SELECT contract FROM unnest($1) contract ORDER BY 1) ordered",
    )
    .bind::<Array<SqlUuid>, _>(contracts)
    .execute(connection)
    .await?;
    let of_contact = contact::firm_id
        .eq(firm_id)
        .and(contact::uuid.eq(contract_party::contact_uuid));
    contract_party::table
        .inner_join(contact::table.on(of_contact))
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contract_uuid.eq_any(contracts))
        .filter(contract_party::kind.eq(ContactKind::Insured as i16))
        .filter(contract_party::type_id.eq(PRIMARY_INSURED))
        .filter(contract_party::contact_uuid.ne(insured))
        .filter(contract_party::deleted_at.is_null())
        .select(contact::display_name)
        .first(connection)
        .await
        .optional()
}

/// Lists the contracts that have the contact as primary insured.
pub async fn contracts_of_primary(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    insured: Uuid,
) -> QueryResult<Vec<Uuid>> {
    contract_party::table
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contact_uuid.eq(insured))
        .filter(contract_party::kind.eq(ContactKind::Insured as i16))
        .filter(contract_party::type_id.eq(PRIMARY_INSURED))
        .filter(contract_party::deleted_at.is_null())
        .select(contract_party::contract_uuid)
        .load(connection)
        .await
}
