//! Bulk edits of contracts, and the values that they replaced.

use super::contract::InDatabase;
use crate::auth::Viewer;
use crate::db::schema::{bulk_edit, contract_party};
use crate::error::{ApiError, ApiResult};
use crate::list::statement::{Bind, Statement};
use crate::list::{self, ScopedQuery};
use anyhow::{Context, anyhow};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Jsonb, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use shared::contact::ContactKind;
use shared::contract::bulk::{self, BulkEdit, BulkPreview, Fields, MAX_EDITED_CONTRACTS};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// Time during which an edit can be undone.
const RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

/// Finds the contracts that a query selects.
///
/// # Errors
/// Returns `ApiError::Refused` if there are more than [`MAX_EDITED_CONTRACTS`].
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    query: &ScopedQuery,
) -> ApiResult<Vec<Uuid>> {
    let mut statement = Statement::default();
    statement.is_rare = true;
    list::write_uuids(&mut statement, query, firm_id);
    statement
        .sql(" LIMIT ")
        .bind(Bind::BigInt(MAX_EDITED_CONTRACTS as i64 + 1));
    let found: Vec<Found> = statement.load(connection).await?;
    if found.len() > MAX_EDITED_CONTRACTS {
        return Err(ApiError::Refused {
            code: "too_many_contracts",
            message: "You can change up to 10,000 contracts at a time. Filter the list and try again.".into(),
        });
    }
    Ok(found.into_iter().map(|row| row.uuid).collect())
}

/// Locks contracts in uuid order until the transaction ends, like [`super::party::hold_contract`].
pub async fn hold<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuids: &[Uuid],
) -> QueryResult<()> {
    diesel::sql_query(format!(
        "SELECT FROM {} WHERE firm_id = $1 AND uuid = ANY($2) ORDER BY uuid FOR NO KEY UPDATE",
        C::NOUN
    ))
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<Array<SqlUuid>, _>(uuids)
    .execute(connection)
    .await
    .map(drop)
}

/// Counts the owners of each contract. Contracts without owners have no entry.
pub async fn owners(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
) -> QueryResult<HashMap<Uuid, usize>> {
    let counts: Vec<(Uuid, i64)> = contract_party::table
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contract_uuid.eq_any(uuids))
        .filter(contract_party::kind.eq(ContactKind::Owner as i16))
        .filter(contract_party::deleted_at.is_null())
        .group_by(contract_party::contract_uuid)
        .select((contract_party::contract_uuid, count_star()))
        .load(connection)
        .await?;
    let counted = |(uuid, count)| (uuid, usize::try_from(count).unwrap_or(usize::MAX));
    Ok(counts.into_iter().map(counted).collect())
}

/// A contract before and after a change.
pub struct Change<C> {
    pub uuid: Uuid,
    /// Version before the change.
    pub version: i32,
    pub before: C,
    pub after: C,
}

/// Updates contracts in one statement. Sets every column that differs in at least one of them.
///
/// # Errors
/// Returns an error if a contract's version has changed. [`hold`] prevents this.
pub async fn write<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    (firm_id, user_key): (i32, &str),
    changes: &[Change<C>],
) -> ApiResult<()> {
    let mut names = BTreeSet::new();
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let before = change.before.clone().columns()?;
        let mut row = change.after.clone().columns()?;
        names.extend(
            row.keys()
                .filter(|name| before.get(*name) != row.get(*name))
                .cloned(),
        );
        row.insert("uuid".into(), json!(change.uuid));
        row.insert("version".into(), json!(change.version));
        rows.push(row);
    }
    for row in &mut rows {
        row.retain(|name, _| names.contains(name) || name == "uuid" || name == "version");
    }
    // The names are safe to insert into SQL: they are the columns of the struct that diesel writes.
    let set: String = names
        .iter()
        .map(|name| format!("{name} = new.{name}, "))
        .collect();
    let table = C::NOUN;
    let updated = diesel::sql_query(format!(
        "UPDATE {table} SET {set} version = {table}.version + 1, updated_at = now(), updated_by = $3
         FROM jsonb_populate_recordset(NULL::{table}, $2) AS new
         WHERE {table}.firm_id = $1 AND {table}.uuid = new.uuid AND {table}.version = new.version
           AND {table}.deleted_at IS NULL"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Jsonb, _>(json!(rows))
    .bind::<Text, _>(user_key)
    .execute(connection)
    .await?;
    if updated != changes.len() {
        return Err(anyhow!("a contract changed while it was locked").into());
    }
    Ok(())
}

/// Stores the values that an edit replaces.
pub async fn keep<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    edit: Uuid,
    changes: &[Change<C>],
) -> ApiResult<()> {
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let before = bulk::replaced(&change.before, &change.after).context("cannot write a contract")?;
        rows.push(json!({ "contract_uuid": change.uuid, "version": change.version + 1, "before": before }));
    }
    diesel::sql_query(
        "INSERT INTO bulk_edit_contract (firm_id, edit_uuid, contract_uuid, version, before)
         SELECT $1, $2, contract_uuid, version, before
         FROM jsonb_populate_recordset(NULL::bulk_edit_contract, $3)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(edit)
    .bind::<Jsonb, _>(json!(rows))
    .execute(connection)
    .await?;
    Ok(())
}

/// Adds an edit, and deletes the firm's edits that can no longer be undone.
pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    line: i16,
    edit: &BulkEdit,
    request_hash: Option<&[u8]>,
    now: Timestamp,
) -> ApiResult<()> {
    let created_at = |time| bulk_edit::created_at.lt(jiff_diesel::Timestamp::from(time));
    diesel::delete(bulk_edit::table)
        .filter(bulk_edit::firm_id.eq(viewer.firm.id))
        .filter(created_at(now - RETENTION))
        .execute(&mut *connection)
        .await?;
    diesel::insert_into(bulk_edit::table)
        .values((
            bulk_edit::firm_id.eq(viewer.firm.id),
            bulk_edit::uuid.eq(edit.uuid),
            bulk_edit::line.eq(line),
            bulk_edit::user_key.eq(&viewer.user_key),
            bulk_edit::created_at.eq(jiff_diesel::Timestamp::from(now)),
            bulk_edit::result.eq(json!(edit.result)),
            bulk_edit::request_hash.eq(request_hash),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the stored result of an edit.
pub async fn result(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> ApiResult<Option<BulkPreview>> {
    let stored: Option<Value> = bulk_edit::table
        .find((viewer.firm.id, uuid))
        .select(bulk_edit::result)
        .first(connection)
        .await
        .optional()?;
    let read = |stored| serde_json::from_value(stored).context("cannot parse the result of a bulk edit");
    Ok(stored.map(read).transpose()?)
}

/// Marks one of the viewer's edits as undone. Returns `false` if there is no such edit or it is already undone.
pub async fn mark_undone(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (line, uuid): (i16, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    diesel::update(bulk_edit::table.find((viewer.firm.id, uuid)))
        .filter(bulk_edit::line.eq(line))
        .filter(bulk_edit::user_key.eq(&viewer.user_key))
        .filter(bulk_edit::undone_at.is_null())
        .set(bulk_edit::undone_at.eq(jiff_diesel::Timestamp::from(now)))
        .execute(connection)
        .await
        .map(|count| count == 1)
}

/// The contract's version after an edit, and the values that the edit replaced.
#[derive(QueryableByName)]
pub struct Replaced {
    #[diesel(sql_type = SqlUuid)]
    pub contract_uuid: Uuid,
    #[diesel(sql_type = Integer)]
    pub version: i32,
    #[diesel(sql_type = Jsonb)]
    before: Value,
}

impl Replaced {
    /// Returns the replaced values.
    pub fn fields(self) -> anyhow::Result<Fields> {
        serde_json::from_value(self.before).context("cannot parse the values before a bulk edit")
    }
}

/// Loads an edit's contracts with the values that it replaced.
pub async fn replaced(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    edit: Uuid,
) -> QueryResult<Vec<Replaced>> {
    diesel::sql_query(
        "SELECT contract_uuid, version, before FROM bulk_edit_contract WHERE firm_id = $1 AND edit_uuid = $2",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(edit)
    .load(connection)
    .await
}
