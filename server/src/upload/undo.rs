//! Undoes an import, within the time of `shared::upload::undo`.
//!
//! Added contacts that have not been changed since are deleted. Changed contacts are restored field by field.

use super::fields::{self, OF_TAX_ID, PLAIN, TAX_ID_HASH};
use super::import::{bulk, rows_came};
use super::job::{Job, Outcome};
use super::matching::{Planned, plan};
use super::names;
use super::owner::Owner;
use crate::db::Transaction;
use crate::db::schema::{upload, upload_effect};
use crate::error::ApiResult;
use crate::records::upload::StoredUpload;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use uuid::Uuid;

pub async fn run(transaction: &mut Transaction, job: &Job<'_>, stored: &StoredUpload) -> ApiResult<Outcome> {
    let owner = job.owner;
    names::hold_contracts(transaction, owner).await?;
    run_on(transaction, owner, LOCK).await?;
    if let Some(cohort) = stored.upload.cohort_uuid {
        leave(transaction, owner, cohort).await?;
    }
    keep_touched(transaction, owner, stored.upload.cohort_uuid).await?;
    bulk(transaction, true).await?;
    let removed = remove(transaction, job).await?;
    plan(transaction, Planned::ForMany).await?;
    run_on(transaction, owner, &note_kept_fields()).await?;
    let changed_back = put_back(transaction, job).await?;
    plan(transaction, Planned::AsUsual).await?;
    bulk(transaction, false).await?;
    names::correct(transaction, owner).await?;
    run_on(transaction, owner, FORGET_TAX_IDS).await?;
    let is_kept = upload_effect::kept_fields
        .is_not_null()
        .or(upload_effect::kept_reason.is_not_null());
    let kept: i64 = upload_effect::table
        .filter(upload_effect::firm_id.eq(owner.firm_id))
        .filter(upload_effect::storage_guid.eq(owner.storage_guid))
        .filter(is_kept)
        .count()
        .get_result(&mut **transaction)
        .await?;
    diesel::update(upload::table.find((owner.firm_id, owner.storage_guid)))
        .set(upload::conflict_count.eq(kept))
        .execute(&mut **transaction)
        .await?;
    rows_came(transaction, owner, -removed).await?;
    Ok(Outcome::Done(json!({
        "file": stored.upload.file_name, "removed": removed, "changedBack": changed_back, "kept": kept,
    })))
}

const LOCK: &str = "SELECT FROM contact WHERE firm_id = $1
    AND uuid IN (SELECT contact_uuid FROM upload_effect WHERE firm_id = $1 AND storage_guid = $2)
    ORDER BY uuid FOR NO KEY UPDATE";

/// Tax IDs from before and after the import are no longer needed.
const FORGET_TAX_IDS: &str = "UPDATE upload_effect SET before = before - 'tax_id_cipher', after = after - 'tax_id_cipher'
    WHERE firm_id = $1 AND storage_guid = $2 AND NOT is_new AND (before ? 'tax_id_cipher' OR after ? 'tax_id_cipher')";

async fn run_on(connection: &mut AsyncPgConnection, owner: Owner, sql: &str) -> QueryResult<usize> {
    diesel::sql_query(sql)
        .bind::<Integer, _>(owner.firm_id)
        .bind::<SqlUuid, _>(owner.storage_guid)
        .execute(connection)
        .await
}

/// Removes the contacts that the import added to the cohort.
async fn leave(connection: &mut AsyncPgConnection, owner: Owner, cohort: Uuid) -> QueryResult<usize> {
    diesel::sql_query(
        "DELETE FROM cohort_contact USING upload
         WHERE upload.firm_id = $1 AND storage_guid = $2 AND cohort_contact.firm_id = $1
           AND cohort_contact.cohort_uuid = $3 AND cohort_contact.contact_uuid = ANY(joined)",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<SqlUuid, _>(cohort)
    .execute(connection)
    .await
}

/// Marks added contacts that must be kept because they were changed or other records refer to them.
async fn keep_touched(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    cohort: Option<Uuid>,
) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE upload_effect e SET kept_reason = CASE
           WHEN c.version <> 1 OR c.agent_integration_enabled THEN 'changed' ELSE 'attached' END
         FROM contact c
         WHERE e.firm_id = $1 AND e.storage_guid = $2 AND e.is_new AND c.firm_id = $1 AND c.uuid = e.contact_uuid
           AND c.deleted_at IS NULL AND (
             c.version <> 1 OR c.agent_integration_enabled
             OR EXISTS (SELECT FROM contract_party WHERE firm_id = $1 AND contact_uuid = c.uuid)
             OR EXISTS (SELECT FROM document WHERE firm_id = $1 AND subject_uuid = c.uuid AND deleted_at IS NULL)
             OR EXISTS (SELECT FROM premium_gift WHERE firm_id = $1 AND trust_uuid = c.uuid)
             OR EXISTS (SELECT FROM trust WHERE firm_id = $1 AND contact_uuid = c.uuid)
             OR EXISTS (SELECT FROM trust_person WHERE firm_id = $1 AND trust_uuid = c.uuid)
             OR EXISTS (SELECT FROM trust_person WHERE firm_id = $1 AND contact_uuid = c.uuid)
             OR EXISTS (SELECT FROM medical_request WHERE firm_id = $1 AND insured_uuid = c.uuid)
             OR EXISTS (SELECT FROM medical_document WHERE firm_id = $1 AND insured_uuid = c.uuid)
             OR EXISTS (SELECT FROM best_interest WHERE firm_id = $1 AND owner_uuid = c.uuid)
             OR EXISTS (SELECT FROM beneficiary WHERE firm_id = $1 AND contact_uuid = c.uuid)
             OR EXISTS (SELECT FROM firm_assignment_agent WHERE firm_id = $1 AND agent_uuid = c.uuid)
             OR EXISTS (SELECT FROM cohort_contact WHERE firm_id = $1 AND contact_uuid = c.uuid
               AND cohort_uuid IS DISTINCT FROM $3))",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Nullable<SqlUuid>, _>(cohort)
    .execute(connection)
    .await
}

/// Deletes the unchanged contacts that the import added. Their tax IDs are erased immediately. The upload cleanup
/// purges the contacts later. Returns their number.
async fn remove(connection: &mut AsyncPgConnection, job: &Job<'_>) -> QueryResult<i64> {
    let removed = diesel::sql_query(
        "UPDATE contact c SET deleted_at = now(), version = c.version + 1, updated_at = now(), updated_by = $3,
           tax_id_kind = NULL, tax_id_cipher = NULL, tax_id_key_id = NULL, tax_id_hash = NULL, tax_id_last4 = NULL
         FROM upload_effect e
         WHERE e.firm_id = $1 AND e.storage_guid = $2 AND e.is_new AND e.kept_reason IS NULL
           AND c.firm_id = $1 AND c.uuid = e.contact_uuid AND c.deleted_at IS NULL",
    )
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .bind::<Text, _>(job.user_key)
    .execute(connection)
    .await?;
    Ok(i64::try_from(removed).unwrap_or(i64::MAX))
}

/// The contacts that the import changed: before it (`b`), after it (`a`) and now (`c`).
const CHANGED: &str = "upload_effect e
    CROSS JOIN LATERAL jsonb_populate_record(NULL::contact, e.before) b
    CROSS JOIN LATERAL jsonb_populate_record(NULL::contact, e.after) a
    JOIN contact c ON c.firm_id = e.firm_id AND c.uuid = e.contact_uuid
    WHERE e.firm_id = $1 AND e.storage_guid = $2 AND NOT e.is_new";

/// SQL condition: the field still has the imported value, and its previous value can be restored.
fn can_go_back(column: &str) -> String {
    let untouched =
        format!("b.{column} IS DISTINCT FROM a.{column} AND c.{column} IS NOT DISTINCT FROM a.{column}");
    if column != "npn" {
        return untouched;
    }
    // Another agent may have received the previous NPN in the meantime.
    format!(
        "{untouched} AND NOT EXISTS (SELECT FROM contact other WHERE other.firm_id = c.firm_id AND other.kind = 1
           AND other.deleted_at IS NULL AND other.npn_key = ltrim(b.npn, '0') AND other.uuid <> c.uuid)"
    )
}

fn note_kept_fields() -> String {
    let kept = PLAIN.iter().map(|field| {
        let column = &field.column;
        format!(
            "CASE WHEN b.{column} IS DISTINCT FROM a.{column} AND c.{column} IS DISTINCT FROM b.{column}
               AND NOT ({}) THEN '{}' END",
            can_go_back(column),
            field.path
        )
    });
    format!(
        "UPDATE upload_effect SET kept_fields = CASE WHEN NOT is_gone THEN nullif(fields, '{{}}') END,
           kept_reason = CASE WHEN is_gone THEN 'deleted' END
         FROM (SELECT e.contact_uuid AS uuid, c.deleted_at IS NOT NULL AS is_gone,
                 array_remove(ARRAY[{}], NULL) AS fields FROM {CHANGED}) kept
         WHERE firm_id = $1 AND storage_guid = $2 AND contact_uuid = kept.uuid",
        kept.collect::<Vec<_>>().join(", ")
    )
}

async fn put_back(connection: &mut AsyncPgConnection, job: &Job<'_>) -> QueryResult<usize> {
    let value = |column: &str| {
        let decides = if OF_TAX_ID.contains(&column) {
            TAX_ID_HASH
        } else {
            column
        };
        format!(
            "CASE WHEN {} THEN b.{column} ELSE c.{column} END AS {column}",
            can_go_back(decides)
        )
    };
    let values = fields::columns().map(value).collect::<Vec<_>>().join(", ");
    let set = fields::columns()
        .map(|column| format!("{column} = back.{column}"))
        .collect::<Vec<_>>()
        .join(", ");
    diesel::sql_query(format!(
        "UPDATE contact SET {set}, version = contact.version + 1, updated_at = now(), updated_by = $3
         FROM (SELECT c.uuid, {values} FROM {CHANGED} AND c.deleted_at IS NULL) back
         WHERE contact.firm_id = $1 AND contact.uuid = back.uuid"
    ))
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .bind::<Text, _>(job.user_key)
    .execute(connection)
    .await
}
