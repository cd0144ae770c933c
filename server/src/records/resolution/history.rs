//! Merge history.

use crate::auth::Viewer;
use crate::db::schema::resolution;
use anyhow::Context;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::resolution::merge::{FieldLayer, LaterContract, MergeEntry, MergeHistory, RestoredContact};
use uuid::Uuid;

/// Number of entries per page.
pub const PAGE: i64 = 50;

/// A merge to store.
pub struct NewMerge<'a> {
    pub uuid: Uuid,
    pub kind: ContactKind,
    pub target: (Uuid, &'a str),
    pub merged: Vec<(Uuid, &'a str)>,
    pub fields: &'a FieldLayer,
    pub request_hash: Option<&'a [u8]>,
}

pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    merge: NewMerge<'_>,
) -> QueryResult<usize> {
    let (uuids, names): (Vec<Uuid>, Vec<&str>) = merge.merged.into_iter().unzip();
    diesel::insert_into(resolution::table)
        .values((
            resolution::firm_id.eq(viewer.firm.id),
            resolution::uuid.eq(merge.uuid),
            resolution::contact_kind.eq(merge.kind as i16),
            resolution::target_uuid.eq(merge.target.0),
            resolution::target_name.eq(merge.target.1),
            resolution::merged_uuids.eq(uuids),
            resolution::merged_names.eq(names),
            resolution::fields.eq(json!(merge.fields)),
            resolution::created_by.eq(&viewer.user_key),
            resolution::request_hash.eq(merge.request_hash),
        ))
        .execute(connection)
        .await
}

#[derive(Debug)]
pub struct StoredMerge {
    pub uuid: Uuid,
    pub target: Uuid,
    pub merged: Vec<Uuid>,
    pub fields: FieldLayer,
    pub created_at: Timestamp,
    pub is_undone: bool,
}

type MergeColumns = (
    Uuid,
    Uuid,
    Vec<Uuid>,
    Value,
    jiff_diesel::Timestamp,
    Option<jiff_diesel::Timestamp>,
);

fn stored(
    (uuid, target, merged, fields, created_at, undone_at): MergeColumns,
) -> anyhow::Result<StoredMerge> {
    Ok(StoredMerge {
        uuid,
        target,
        merged,
        fields: serde_json::from_value(fields).context("cannot parse the fields of a merge")?,
        created_at: created_at.to_jiff(),
        is_undone: undone_at.is_some(),
    })
}

macro_rules! columns {
    () => {
        (
            resolution::uuid,
            resolution::target_uuid,
            resolution::merged_uuids,
            resolution::fields,
            resolution::created_at,
            resolution::undone_at,
        )
    };
}

pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    uuid: Uuid,
) -> anyhow::Result<Option<StoredMerge>> {
    let found: Option<MergeColumns> = resolution::table
        .find((firm_id, uuid))
        .filter(resolution::contact_kind.eq(kind as i16))
        .select(columns!())
        .first(connection)
        .await
        .optional()?;
    found.map(stored).transpose()
}

/// Returns the later merges into the same contact that are not undone, oldest first.
pub async fn later(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    merge: &StoredMerge,
) -> anyhow::Result<Vec<StoredMerge>> {
    let rows: Vec<MergeColumns> = resolution::table
        .filter(resolution::firm_id.eq(firm_id))
        .filter(resolution::target_uuid.eq(merge.target))
        .filter(resolution::created_at.gt(jiff_diesel::Timestamp::from(merge.created_at)))
        .filter(resolution::undone_at.is_null())
        .order((resolution::created_at, resolution::uuid))
        .select(columns!())
        .load(connection)
        .await?;
    rows.into_iter().map(stored).collect()
}

pub async fn set_fields(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    merge: Uuid,
    fields: &FieldLayer,
) -> QueryResult<usize> {
    diesel::update(resolution::table.find((firm_id, merge)))
        .set(resolution::fields.eq(json!(fields)))
        .execute(connection)
        .await
}

pub async fn mark_undone(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    merge: Uuid,
) -> QueryResult<usize> {
    diesel::update(resolution::table.find((viewer.firm.id, merge)))
        .set((
            resolution::undone_at.eq(now),
            resolution::undone_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
}

#[derive(QueryableByName)]
struct EntryRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    target_uuid: Uuid,
    #[diesel(sql_type = Text)]
    target_name: String,
    #[diesel(sql_type = Array<Text>)]
    merged_names: Vec<String>,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(sql_type = Text)]
    by: String,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    undone_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Text>)]
    undone_by: Option<String>,
}

/// Returns the merges of a kind, newest first.
pub async fn list(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    offset: i64,
) -> QueryResult<MergeHistory> {
    let mut rows: Vec<EntryRow> = diesel::sql_query(
        "SELECT r.uuid, target_uuid, target_name, merged_names, r.created_at,
           coalesce(u.first_name || ' ' || u.last_name, r.created_by) AS by, undone_at,
           coalesce(v.first_name || ' ' || v.last_name, undone_by) AS undone_by
         FROM resolution r
         LEFT JOIN app_user u ON u.user_key = r.created_by
         LEFT JOIN app_user v ON v.user_key = undone_by
         WHERE r.firm_id = $1 AND contact_kind = $2
         ORDER BY r.created_at DESC, r.uuid LIMIT $3 OFFSET $4",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(kind as i16)
    .bind::<BigInt, _>(PAGE + 1)
    .bind::<BigInt, _>(offset)
    .load(connection)
    .await?;
    let has_more = rows.len() as i64 > PAGE;
    rows.truncate(PAGE as usize);
    let shown = |row: EntryRow| MergeEntry {
        uuid: row.uuid,
        target_uuid: row.target_uuid,
        target_name: row.target_name,
        merged_names: row.merged_names,
        at: row.created_at,
        by: row.by,
        undone_at: row.undone_at,
        undone_by: row.undone_by,
    };
    Ok(MergeHistory {
        items: rows.into_iter().map(shown).collect(),
        has_more,
    })
}

#[derive(QueryableByName)]
struct RestoredRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    contracts: i64,
}

/// Returns the contacts that undoing a merge would restore. Each has the number of contracts that it and the contacts
/// merged into it had.
pub async fn restored(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    merge: Uuid,
) -> QueryResult<Vec<RestoredContact>> {
    let rows: Vec<RestoredRow> = diesel::sql_query(
        "WITH RECURSIVE down AS (
           SELECT uuid AS top, uuid FROM contact WHERE firm_id = $1 AND merged_by = $2
           UNION ALL
           SELECT down.top, c.uuid FROM down JOIN contact c ON c.firm_id = $1 AND c.merged_into = down.uuid)
         SELECT contact.uuid, display_name AS name,
           (SELECT count(DISTINCT original->>'contract_uuid') FROM merged_row m
            JOIN down ON down.uuid = m.home_uuid AND down.top = contact.uuid
            WHERE m.firm_id = $1 AND source = 'contract_party' AND original->>'deleted_at' IS NULL) AS contracts
         FROM contact WHERE firm_id = $1 AND merged_by = $2 ORDER BY display_name, uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(merge)
    .load(connection)
    .await?;
    let shown = |row: RestoredRow| RestoredContact {
        uuid: row.uuid,
        name: row.name,
        contracts: row.contracts,
    };
    Ok(rows.into_iter().map(shown).collect())
}

#[derive(QueryableByName)]
struct LaterRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Bool)]
    is_annuity: bool,
    #[diesel(sql_type = Text)]
    number: String,
}

/// Condition that a link of contact `$2` was created after `$3` and was not moved there by a merge.
const IS_LATER: &str = "t.firm_id = $1 AND t.contact_uuid = $2 AND t.created_at > $3 AND t.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT FROM merged_row m WHERE m.firm_id = $1 AND m.source = 'contract_party' AND m.holder_uuid = $2
        AND m.row_key = concat_ws('|', t.contract_uuid, t.role, t.type_id))";

/// Returns the contracts that were linked to the holder after a merge, by number.
pub async fn later_contracts(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    holder: Uuid,
    merged_at: Timestamp,
) -> QueryResult<Vec<LaterContract>> {
    let rows: Vec<LaterRow> = diesel::sql_query(format!(
        "SELECT DISTINCT t.contract_uuid AS uuid, t.line = 2 AS is_annuity,
           coalesce(policy_number, contract_number) AS number
         FROM contract_party t
         LEFT JOIN policy ON t.line = 1 AND policy.firm_id = $1 AND policy.uuid = t.contract_uuid
         LEFT JOIN annuity ON t.line = 2 AND annuity.firm_id = $1 AND annuity.uuid = t.contract_uuid
         WHERE {IS_LATER} AND coalesce(policy.deleted_at, annuity.deleted_at) IS NULL
         ORDER BY number, uuid"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(holder)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(merged_at))
    .load(connection)
    .await?;
    let shown = |row: LaterRow| LaterContract {
        uuid: row.uuid,
        is_annuity: row.is_annuity,
        number: row.number,
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Moves links that were made after a merge from the holder to a restored contact. Returns the number of contracts.
pub async fn move_later(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (from, to): (Uuid, Uuid),
    merged_at: Timestamp,
    contracts: &[Uuid],
) -> QueryResult<usize> {
    diesel::sql_query(format!(
        "UPDATE contract_party t SET contact_uuid = $4 WHERE {IS_LATER} AND t.contract_uuid = ANY($5)
           AND NOT EXISTS (SELECT FROM contract_party own WHERE own.firm_id = $1 AND own.contact_uuid = $4
             AND own.contract_uuid = t.contract_uuid AND own.role = t.role AND own.type_id = t.type_id)"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(from)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(merged_at))
    .bind::<SqlUuid, _>(to)
    .bind::<Array<SqlUuid>, _>(contracts)
    .execute(connection)
    .await
}
