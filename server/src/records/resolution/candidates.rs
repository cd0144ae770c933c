//! Contacts to compare with each other, and pairs that were marked as not duplicates.

use crate::auth::Viewer;
use crate::db::copy::Columns;
use crate::records::contact::PersonColumns;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use std::collections::HashSet;
use uuid::Uuid;

/// A contact with the values that the score compares.
#[derive(QueryableByName)]
pub struct Compared {
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(embed)]
    pub person: PersonColumns,
    #[diesel(sql_type = Nullable<Binary>)]
    pub tax_id_hash: Option<Vec<u8>>,
    #[diesel(sql_type = BigInt)]
    pub policy_count: i64,
    #[diesel(sql_type = BigInt)]
    pub annuity_count: i64,
}

/// Returns up to `limit` contacts of the firm, by uuid. Users who may merge see all of them.
pub async fn compared(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    limit: i64,
) -> QueryResult<Vec<Compared>> {
    diesel::sql_query(format!(
        "SELECT uuid, {}, tax_id_hash, policy_count, annuity_count FROM contact
         WHERE firm_id = $1 AND kind = $2 AND deleted_at IS NULL ORDER BY uuid LIMIT $3",
        PersonColumns::names().join(", ")
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(kind as i16)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await
}

#[derive(QueryableByName)]
struct Pair {
    #[diesel(sql_type = SqlUuid)]
    first_uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    second_uuid: Uuid,
}

/// Returns the pairs that are marked as not duplicates and unchanged since, the lower uuid first.
pub async fn dismissed(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
) -> QueryResult<HashSet<(Uuid, Uuid)>> {
    let pairs: Vec<Pair> = diesel::sql_query(
        "SELECT first_uuid, second_uuid FROM dismissed_pair d
         JOIN contact a ON a.firm_id = $1 AND a.uuid = first_uuid
         JOIN contact b ON b.firm_id = $1 AND b.uuid = second_uuid
         WHERE d.firm_id = $1
           AND first_values = firmbook_match_values(a) AND second_values = firmbook_match_values(b)",
    )
    .bind::<Integer, _>(firm_id)
    .load(connection)
    .await?;
    Ok(pairs
        .into_iter()
        .map(|pair| (pair.first_uuid, pair.second_uuid))
        .collect())
}

/// Marks two contacts as not duplicates, with their current values.
pub async fn dismiss(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (first, second): (Uuid, Uuid),
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO dismissed_pair (firm_id, first_uuid, second_uuid, first_values, second_values, created_by)
         SELECT $1, a.uuid, b.uuid, firmbook_match_values(a), firmbook_match_values(b), $4
         FROM contact a, contact b
         WHERE a.firm_id = $1 AND a.uuid = least($2, $3) AND b.firm_id = $1 AND b.uuid = greatest($2, $3)
         ON CONFLICT (firm_id, first_uuid, second_uuid) DO UPDATE SET
           first_values = excluded.first_values, second_values = excluded.second_values, created_at = now(),
           created_by = excluded.created_by",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(first)
    .bind::<SqlUuid, _>(second)
    .bind::<Text, _>(&viewer.user_key)
    .execute(connection)
    .await
}

/// Removes the mark of two contacts.
pub async fn reopen(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (first, second): (Uuid, Uuid),
) -> QueryResult<usize> {
    diesel::sql_query(
        "DELETE FROM dismissed_pair
         WHERE firm_id = $1 AND first_uuid = least($2, $3) AND second_uuid = greatest($2, $3)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(first)
    .bind::<SqlUuid, _>(second)
    .execute(connection)
    .await
}
