//! Stored blocking keys. Contacts that share a key are compared.

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::resolution::{Candidate, MAX_BLOCK, blocking_keys};
use std::collections::{BTreeSet, HashMap, HashSet};
use uuid::Uuid;

/// Returns the blocking keys of a contact, distinct between agents and owners.
pub fn keys_of(kind: i16, candidate: &Candidate) -> Vec<String> {
    let of_kind = |key| format!("{kind} {key}");
    blocking_keys(candidate).into_iter().map(of_kind).collect()
}

/// Replaces the stored keys of `contacts` with `keys`. Contacts without keys can no longer be found.
pub async fn replace(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contacts: &[Uuid],
    keys: &HashMap<Uuid, Vec<String>>,
) -> QueryResult<()> {
    let (owners, keys): (Vec<Uuid>, Vec<&str>) = keys
        .iter()
        .flat_map(|(uuid, keys)| keys.iter().map(|key| (*uuid, key.as_str())))
        .unzip();
    diesel::sql_query("DELETE FROM blocking_key WHERE firm_id = $1 AND contact_uuid = ANY($2)")
        .bind::<Integer, _>(firm_id)
        .bind::<Array<SqlUuid>, _>(contacts)
        .execute(connection)
        .await?;
    diesel::sql_query(
        "INSERT INTO blocking_key (firm_id, key_hash, contact_uuid)
         SELECT $1, hashtextextended(key, 0), contact FROM unnest($2, $3) AS given(key, contact)
         ON CONFLICT DO NOTHING",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(keys)
    .bind::<Array<SqlUuid>, _>(owners)
    .execute(connection)
    .await
    .map(drop)
}

#[derive(QueryableByName)]
struct Block {
    /// Position of the key.
    #[diesel(sql_type = BigInt)]
    place: i64,
    #[diesel(sql_type = Array<SqlUuid>)]
    members: Vec<Uuid>,
}

/// Returns the other contacts that share a stored key with each of the given contacts. Ignores keys that more than
/// [`MAX_BLOCK`] contacts share.
pub async fn neighbors(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    keys: &HashMap<Uuid, Vec<String>>,
) -> QueryResult<HashMap<Uuid, HashSet<Uuid>>> {
    let wanted: BTreeSet<&str> = keys.values().flatten().map(String::as_str).collect();
    let wanted: Vec<&str> = wanted.into_iter().collect();
    let blocks: Vec<Block> = diesel::sql_query(
        "SELECT place, members FROM unnest($2) WITH ORDINALITY AS wanted(key, place)
         CROSS JOIN LATERAL (SELECT array_agg(contact_uuid) AS members FROM (
           SELECT contact_uuid FROM blocking_key
           WHERE firm_id = $1 AND key_hash = hashtextextended(key, 0) LIMIT $3 + 1) few) block
         WHERE cardinality(members) <= $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(&wanted)
    .bind::<Integer, _>(i32::try_from(MAX_BLOCK).unwrap_or(i32::MAX))
    .load(connection)
    .await?;
    let members: HashMap<&str, Vec<Uuid>> = blocks
        .into_iter()
        .filter_map(|block| {
            let key = usize::try_from(block.place - 1)
                .ok()
                .and_then(|at| wanted.get(at))?;
            Some((*key, block.members))
        })
        .collect();
    Ok(keys
        .iter()
        .map(|(uuid, keys)| {
            let others = keys
                .iter()
                .filter_map(|key| members.get(key.as_str()))
                .flatten()
                .copied()
                .filter(|other| other != uuid);
            (*uuid, others.collect())
        })
        .collect())
}
