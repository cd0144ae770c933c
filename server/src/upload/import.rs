//! Imports an upload into the firm's book in one transaction.

use super::fields::{self, Way};
use super::job::{Job, Outcome};
use super::matching::{self, Planned, plan};
use super::names;
use super::owner::Owner;
use super::targets::seal_for_targets;
use crate::auth::Sight;
use crate::db::Transaction;
use crate::db::schema::{cohort as cohort_columns, report_change, upload_row};
use crate::error::{ApiError, ApiResult};
use crate::records::upload::StoredUpload;
use crate::records::{cohort, custom_field};
use diesel::dsl::max;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use serde_json::{Value, json};
use shared::cohort::{CohortKind, MAX_CONTACTS};
use shared::upload::preview::Counts;
use shared::upload::target::Target;
use uuid::Uuid;

/// Number of rows between progress reports.
const STEP: i32 = 10_000;
/// Maximum number of changed contacts that are published one by one to open pages.
const TOLD: i64 = 50;

/// Imports the previewed rows. Returns [`Outcome::CountsChanged`] if the book has changed since the preview.
pub async fn run(
    transaction: &mut Transaction,
    job: &Job<'_>,
    stored: &StoredUpload,
    sight: &Sight<'_>,
) -> ApiResult<Outcome> {
    let owner = job.owner;
    lock_targets(transaction, owner).await?;
    let counts = matching::rematch(transaction, owner, &stored.mapping, sight).await?;
    if stored.upload.counts != Some(counts) {
        return Ok(Outcome::CountsChanged);
    }
    let last = last_row(transaction, owner).await?;
    bulk(transaction, true).await?;
    plan(transaction, Planned::ForMany).await?;
    let mut first = 0;
    while first <= last {
        let step = (first, first + STEP - 1);
        add(transaction, job, &stored.upload.file_name, step).await?;
        if counts.update > 0 {
            seal_for_targets(transaction, owner, &job.uploads.sealer, step).await?;
        }
        first += STEP;
        job.tell(step.1.min(last), last).await;
    }
    if counts.update > 0 {
        update(transaction, job, stored).await?;
    }
    plan(transaction, Planned::AsUsual).await?;
    bulk(transaction, false).await?;
    if counts.update > 0 {
        names::correct(transaction, owner).await?;
    }
    define_fields(transaction, job, stored).await?;
    if let Some(cohort) = stored.upload.cohort_uuid {
        join(transaction, job, cohort).await?;
    }
    // From here on the transaction locks the firm's totals.
    rows_came(transaction, owner, counts.new.into()).await?;
    tell_pages(transaction, job, &counts).await?;
    Ok(Outcome::Done(json!({
        "file": stored.upload.file_name, "mode": stored.mapping.mode, "added": counts.new, "changed": counts.update,
        "cohort": stored.upload.cohort_uuid,
    })))
}

/// Locks the contacts to be updated until the transaction ends.
async fn lock_targets(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<()> {
    diesel::sql_query(
        "SELECT FROM contact WHERE firm_id = $1 AND uuid IN (
           SELECT contact_uuid FROM upload_match WHERE firm_id = $1 AND storage_guid = $2 AND outcome = 'Update')
         ORDER BY uuid FOR NO KEY UPDATE",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .execute(connection)
    .await
    .map(drop)
}

/// Turns bulk mode on or off. In bulk mode the triggers leave totals to [`rows_came`], so that the import
/// does not block other users of the firm.
pub(super) async fn bulk(connection: &mut AsyncPgConnection, is_on: bool) -> QueryResult<()> {
    let value = if is_on { "on" } else { "" };
    connection
        .batch_execute(&format!("SELECT set_config('firmbook.bulk', '{value}', true)"))
        .await
}

async fn last_row(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<i32> {
    let last: Option<i32> = upload_row::table
        .filter(upload_row::firm_id.eq(owner.firm_id))
        .filter(upload_row::storage_guid.eq(owner.storage_guid))
        .select(max(upload_row::row_number))
        .first(connection)
        .await?;
    Ok(last.unwrap_or(0))
}

/// Adds the new contacts of these rows and records them for undo.
async fn add(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    file_name: &str,
    (first, last): (i32, i32),
) -> QueryResult<()> {
    let columns = fields::columns().collect::<Vec<_>>().join(", ");
    let of_row = fields::columns()
        .map(|column| format!("r.{column}"))
        .collect::<Vec<_>>()
        .join(", ");
    diesel::sql_query(format!(
        "WITH new AS (
           SELECT r.* FROM upload_row r JOIN upload_match m USING (firm_id, storage_guid, row_number)
           WHERE r.firm_id = $1 AND r.storage_guid = $2 AND r.row_number BETWEEN $3 AND $4 AND m.outcome = 'New'
         ), noted AS (
           INSERT INTO upload_effect (firm_id, storage_guid, contact_uuid, is_new)
           SELECT firm_id, storage_guid, contact_uuid, true FROM new
         )
         INSERT INTO contact (firm_id, uuid, kind, display_name, {columns}, source, source_file, source_row, created_by,
           updated_by)
         SELECT r.firm_id, r.contact_uuid, $5, r.display_name, {of_row}, 'Import', $6, r.row_number, $7, $7
         FROM new r ORDER BY r.row_number"
    ))
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .bind::<Integer, _>(first)
    .bind::<Integer, _>(last)
    .bind::<SmallInt, _>(job.owner.kind as i16)
    .bind::<Text, _>(file_name)
    .bind::<Text, _>(job.user_key)
    .execute(connection)
    .await
    .map(drop)
}

/// Updates the matched contacts and records their previous values for undo.
async fn update(connection: &mut AsyncPgConnection, job: &Job<'_>, stored: &StoredUpload) -> QueryResult<()> {
    let way = Way::of(&stored.mapping);
    let before = fields::object(|column| format!("c.{column}"));
    let after = fields::object(|column| fields::merged(column, way));
    let merged = fields::columns()
        .map(|column| format!("{column} = {}", fields::merged(column, way)))
        .collect::<Vec<_>>()
        .join(", ");
    let changing = "FROM upload_row r JOIN upload_match m USING (firm_id, storage_guid, row_number)";
    let these = "r.firm_id = $1 AND r.storage_guid = $2 AND m.outcome = 'Update'
                 AND c.firm_id = $1 AND c.uuid = m.contact_uuid";
    diesel::sql_query(format!(
        "INSERT INTO upload_effect (firm_id, storage_guid, contact_uuid, is_new, before, after)
         SELECT $1, $2, c.uuid, false, {before}, {after} {changing}, contact c WHERE {these}"
    ))
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .execute(&mut *connection)
    .await?;
    names::hold_contracts(connection, job.owner).await?;
    diesel::sql_query(format!(
        "UPDATE contact c SET {merged}, version = c.version + 1, updated_at = now(), updated_by = $3 {changing}
         WHERE {these}"
    ))
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .bind::<Text, _>(job.user_key)
    .execute(connection)
    .await
    .map(drop)
}

/// Creates the custom fields that the mapping uses for the first time.
async fn define_fields(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    stored: &StoredUpload,
) -> QueryResult<()> {
    let names: Vec<&str> = stored
        .mapping
        .mapped()
        .filter_map(|(_, target)| match target {
            Target::Custom(name) => Some(name.as_str()),
            Target::Field(_) | Target::RecordId | Target::Contract(_) => None,
        })
        .collect();
    let Some(kind) = job.owner.kind.contact_kind() else {
        return Ok(());
    };
    custom_field::define(connection, (job.owner.firm_id, kind), &names, job.user_key).await
}

/// Adds all contacts of the file to a cohort.
async fn join(connection: &mut AsyncPgConnection, job: &Job<'_>, cohort: Uuid) -> ApiResult<()> {
    let of_firm = cohort_columns::table.find((job.owner.firm_id, cohort));
    let held: Option<Uuid> = of_firm
        .filter(cohort_columns::deleted_at.is_null())
        .filter(cohort_columns::kind.eq(CohortKind::Static.code()))
        .select(cohort_columns::uuid)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    if held.is_none() {
        return Err(ApiError::Refused {
            code: "cohort_gone",
            message: "The cohort has been deleted. Choose a different cohort.".into(),
        });
    }
    plan(connection, Planned::ForMany).await?;
    diesel::sql_query(
        "WITH joined AS (
           INSERT INTO cohort_contact (firm_id, cohort_uuid, contact_uuid, added_by)
           SELECT DISTINCT $1, $3, CASE WHEN m.outcome = 'New' THEN r.contact_uuid ELSE m.contact_uuid END, $4
           FROM upload_match m JOIN upload_row r USING (firm_id, storage_guid, row_number)
           WHERE m.firm_id = $1 AND m.storage_guid = $2 AND m.reason IS NULL
             AND m.outcome IN ('New', 'Update', 'Unchanged', 'DuplicateInFirm')
           ON CONFLICT DO NOTHING RETURNING contact_uuid)
         UPDATE upload SET joined = (SELECT coalesce(array_agg(contact_uuid), '{}') FROM joined)
         WHERE firm_id = $1 AND storage_guid = $2",
    )
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .bind::<SqlUuid, _>(cohort)
    .bind::<Text, _>(job.user_key)
    .execute(&mut *connection)
    .await?;
    plan(connection, Planned::AsUsual).await?;
    let contact_count: i64 = of_firm
        .select(cohort_columns::contact_count)
        .first(connection)
        .await?;
    if usize::try_from(contact_count).is_ok_and(|count| count <= MAX_CONTACTS) {
        Ok(())
    } else {
        Err(cohort::too_many_contacts("Choose a different cohort."))
    }
}

/// Updates what the triggers skip in bulk mode: the firm's list totals and stale reports. `rows` is the
/// number of added contacts, negative if contacts were removed.
pub(super) async fn rows_came(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    rows: i64,
) -> QueryResult<()> {
    let list = owner.kind.nouns();
    diesel::sql_query("SELECT firmbook_add_to_list($1, $2, $3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)")
        .bind::<Integer, _>(owner.firm_id)
        .bind::<Text, _>(list)
        .bind::<BigInt, _>(rows)
        .execute(&mut *connection)
        .await?;
    diesel::insert_into(report_change::table)
        .values((
            report_change::firm_id.eq(owner.firm_id),
            report_change::list.eq(list),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Publishes the changed contacts to pages that show them, unless there are too many.
async fn tell_pages(connection: &mut AsyncPgConnection, job: &Job<'_>, counts: &Counts) -> QueryResult<()> {
    if counts.update == 0 || i64::from(counts.update) > TOLD {
        return Ok(());
    }
    let changed: Value =
        json!({ "kind": job.owner.kind.noun(), "isDeleted": false, "by": job.user_name, "page": null });
    diesel::sql_query(
        "INSERT INTO hub_outbox (firm_id, record)
         SELECT firm_id, $3 || jsonb_build_object('uuid', contact_uuid) FROM upload_effect
         WHERE firm_id = $1 AND storage_guid = $2 AND NOT is_new",
    )
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .bind::<Jsonb, _>(changed)
    .execute(connection)
    .await
    .map(drop)
}
