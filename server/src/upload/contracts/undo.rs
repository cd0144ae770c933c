//! Undoes an import of contracts. Added contracts that are unchanged and unused are deleted. Changed contracts get
//! their previous values back, field by field.

use super::{CHUNK, write};
use crate::auth::{Scope, Sight};
use crate::db::Transaction;
use crate::db::schema::{upload, upload_contract_effect};
use crate::error::ApiResult;
use crate::records::bulk_edit::{self, Change};
use crate::records::contract::InDatabase;
use crate::records::upload::StoredUpload;
use crate::upload::job::{Job, Outcome};
use crate::upload::owner::Owner;
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::{Value, json};
use shared::contract::bulk::{Fields, restored};
use shared::contract::{Annuity, Line, Policy};
use std::collections::HashMap;
use uuid::Uuid;

pub async fn run(
    transaction: &mut Transaction,
    job: &Job<'_>,
    (stored, line): (&StoredUpload, Line),
) -> ApiResult<Outcome> {
    match line {
        Line::Life => run_of::<Policy>(transaction, job, stored).await,
        Line::Annuity => run_of::<Annuity>(transaction, job, stored).await,
    }
}

async fn run_of<C: InDatabase + PartialEq>(
    transaction: &mut Transaction,
    job: &Job<'_>,
    stored: &StoredUpload,
) -> ApiResult<Outcome> {
    let owner = job.owner;
    hold::<C>(transaction, owner).await?;
    keep_used::<C>(transaction, owner).await?;
    let removed = remove::<C>(transaction, job).await?;
    let mut changed_back = 0;
    let mut last = Uuid::nil();
    loop {
        let effects = changed_after(transaction, owner, last).await?;
        let Some(end) = effects.last() else { break };
        last = end.contract_uuid;
        changed_back += put_back::<C>(transaction, job, effects).await?;
    }
    let is_kept = upload_contract_effect::kept_fields
        .is_not_null()
        .or(upload_contract_effect::kept_reason.is_not_null());
    let kept: i64 = upload_contract_effect::table
        .filter(upload_contract_effect::firm_id.eq(owner.firm_id))
        .filter(upload_contract_effect::storage_guid.eq(owner.storage_guid))
        .filter(is_kept)
        .count()
        .get_result(&mut **transaction)
        .await?;
    diesel::update(upload::table.find((owner.firm_id, owner.storage_guid)))
        .set(upload::conflict_count.eq(kept))
        .execute(&mut **transaction)
        .await?;
    Ok(Outcome::Done(json!({
        "file": stored.upload.file_name, "removed": removed, "changedBack": changed_back, "kept": kept,
    })))
}

/// Locks the import's contracts, ordered by uuid.
async fn hold<C: InDatabase>(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<()> {
    diesel::sql_query(format!(
        "SELECT FROM {} WHERE firm_id = $1 AND uuid IN (
           SELECT contract_uuid FROM upload_contract_effect WHERE firm_id = $1 AND storage_guid = $2)
         ORDER BY uuid FOR NO KEY UPDATE",
        C::NOUN
    ))
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .execute(connection)
    .await
    .map(drop)
}

/// Marks added contracts that must stay because they have since been changed or other records refer to them.
async fn keep_used<C: InDatabase>(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<()> {
    let table = C::NOUN;
    diesel::sql_query(format!(
        "UPDATE upload_contract_effect e SET kept_reason = CASE WHEN c.version <> 1 THEN 'changed' ELSE 'used' END
         FROM {table} c
         WHERE e.firm_id = $1 AND e.storage_guid = $2 AND e.is_new AND c.firm_id = $1 AND c.uuid = e.contract_uuid
           AND c.deleted_at IS NULL AND (
             c.version <> 1
             OR EXISTS (SELECT FROM contract_party WHERE firm_id = $1 AND contract_uuid = c.uuid
               AND (origin_uuid IS DISTINCT FROM $2 OR deleted_at IS NOT NULL))
             OR EXISTS (SELECT FROM document WHERE firm_id = $1 AND subject_uuid = c.uuid AND deleted_at IS NULL)
             OR EXISTS (SELECT FROM beneficiary WHERE firm_id = $1 AND contract_uuid = c.uuid)
             OR EXISTS (SELECT FROM contract_transaction WHERE firm_id = $1 AND contract_uuid = c.uuid)
             OR EXISTS (SELECT FROM premium_gift WHERE firm_id = $1 AND policy_uuid = c.uuid))"
    ))
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .execute(connection)
    .await
    .map(drop)
}

/// Deletes the added contracts that do not stay, with their links. Returns their number.
async fn remove<C: InDatabase>(connection: &mut AsyncPgConnection, job: &Job<'_>) -> QueryResult<usize> {
    let added = "SELECT contract_uuid FROM upload_contract_effect
                 WHERE firm_id = $1 AND storage_guid = $2 AND is_new AND kept_reason IS NULL";
    let table = C::NOUN;
    let mut removed = 0;
    for sql in [
        format!(
            "UPDATE contract_party SET deleted_at = now(), deleted_by = $3
             WHERE firm_id = $1 AND contract_uuid IN ({added}) AND deleted_at IS NULL"
        ),
        format!(
            "UPDATE {table} SET deleted_at = now(), version = version + 1, updated_at = now(), updated_by = $3
             WHERE firm_id = $1 AND uuid IN ({added}) AND deleted_at IS NULL"
        ),
    ] {
        removed = diesel::sql_query(sql)
            .bind::<Integer, _>(job.owner.firm_id)
            .bind::<SqlUuid, _>(job.owner.storage_guid)
            .bind::<Text, _>(job.user_key)
            .execute(&mut *connection)
            .await?;
    }
    Ok(removed)
}

/// The fields of a contract that the import changed, before and after.
#[derive(QueryableByName)]
struct Effect {
    #[diesel(sql_type = SqlUuid)]
    contract_uuid: Uuid,
    #[diesel(sql_type = Jsonb)]
    before: Value,
    #[diesel(sql_type = Jsonb)]
    after: Value,
}

async fn changed_after(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    uuid: Uuid,
) -> QueryResult<Vec<Effect>> {
    diesel::sql_query(
        "SELECT contract_uuid, before, after FROM upload_contract_effect
         WHERE firm_id = $1 AND storage_guid = $2 AND NOT is_new AND contract_uuid > $3
         ORDER BY contract_uuid LIMIT $4",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<SqlUuid, _>(uuid)
    .bind::<BigInt, _>(CHUNK)
    .load(connection)
    .await
}

/// A contract that keeps values of the import or of later changes.
struct Kept {
    uuid: Uuid,
    fields: Vec<String>,
    reason: Option<&'static str>,
}

/// Restores the fields that still have the imported value. Returns the number of restored contracts.
async fn put_back<C: InDatabase + PartialEq>(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    effects: Vec<Effect>,
) -> ApiResult<usize> {
    let firm_id = job.owner.firm_id;
    let uuids: Vec<Uuid> = effects.iter().map(|effect| effect.contract_uuid).collect();
    let today = job.uploads.clock().today_in("UTC");
    let sight = Sight {
        firm_id,
        scope: &Scope::All,
        day: today,
        time_zone: "UTC",
    };
    let stored = C::find_all(connection, &sight, &uuids).await?;
    let mut current: HashMap<Uuid, _> = stored.into_iter().map(|one| (one.uuid, one)).collect();
    let owners = bulk_edit::owners(connection, firm_id, &uuids).await?;
    let (mut changes, mut kept) = (Vec::new(), Vec::new());
    for effect in effects {
        let uuid = effect.contract_uuid;
        let keep = |fields, reason| Kept { uuid, fields, reason };
        let Some(one) = current.remove(&uuid) else {
            kept.push(keep(Vec::new(), Some("deleted")));
            continue;
        };
        let now = json!(one.contract);
        let before: Fields = serde_json::from_value(effect.before).context("cannot parse an effect")?;
        let (back, edited): (Fields, Fields) = before
            .into_iter()
            .partition(|(field, _)| now.get(field) == effect.after.get(field));
        let edited: Vec<String> = edited.into_iter().map(|(field, _)| field).collect();
        let count = owners.get(&uuid).copied().unwrap_or_default();
        match restored(&one.contract, back, today, count).context("cannot restore a contract")? {
            None => kept.push(keep(Vec::new(), Some("changed"))),
            Some(after) => {
                if !edited.is_empty() {
                    kept.push(keep(edited, None));
                }
                if after != one.contract {
                    changes.push(Change {
                        uuid,
                        version: one.version,
                        before: one.contract,
                        after,
                    });
                }
            }
        }
    }
    write::change(connection, job, &changes, today).await?;
    note(connection, job.owner, &kept).await?;
    Ok(changes.len())
}

async fn note(connection: &mut AsyncPgConnection, owner: Owner, kept: &[Kept]) -> QueryResult<()> {
    let rows: Vec<Value> = kept
        .iter()
        .map(|one| {
            let fields = (!one.fields.is_empty()).then_some(&one.fields);
            json!({ "contract_uuid": one.uuid, "kept_fields": fields, "kept_reason": one.reason })
        })
        .collect();
    diesel::sql_query(
        "UPDATE upload_contract_effect e SET kept_fields = kept.kept_fields, kept_reason = kept.kept_reason
         FROM jsonb_populate_recordset(NULL::upload_contract_effect, $3) AS kept
         WHERE e.firm_id = $1 AND e.storage_guid = $2 AND e.contract_uuid = kept.contract_uuid",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Jsonb, _>(json!(rows))
    .execute(connection)
    .await
    .map(drop)
}
