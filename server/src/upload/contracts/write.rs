//! Writes new and changed contracts along with their people, value history, notifications and audit entries.

use super::import::Added;
use crate::audit;
use crate::error::{ApiError, ApiResult};
use crate::notify;
use crate::records::bulk_edit::{self, Change};
use crate::records::contract::{InDatabase, change_details};
use crate::records::snapshot::{self, NewSnapshot};
use crate::upload::job::Job;
use crate::upload::owner::Owner;
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Jsonb, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use serde_json::{Value, json};
use shared::contract::RecordSource;
use shared::contract::bulk::replaced;
use std::collections::{BTreeSet, HashSet};
use uuid::Uuid;

/// Adds contracts and links their people.
pub async fn add<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    file_name: &str,
    added: &[Added<C>],
    today: Date,
) -> ApiResult<()> {
    if added.is_empty() {
        return Ok(());
    }
    let owner = job.owner;
    let mut names = Vec::new();
    let mut rows = Vec::with_capacity(added.len());
    for (row_number, new) in added {
        let mut row = new.contract.clone().columns()?;
        if names.is_empty() {
            names = row.keys().cloned().collect();
        }
        row.insert("uuid".into(), json!(new.uuid));
        row.insert("carrier_name".into(), json!(new.carrier_name));
        row.insert("riders".into(), json!(new.riders));
        row.insert("source_row".into(), json!(row_number));
        rows.push(row);
    }
    hold_people(connection, owner, added).await?;
    // Safe to interpolate: the names are field names of the struct that diesel writes.
    let (into, of) = (names.join(", "), names.iter().map(|name| format!("new.{name}")));
    let table = C::NOUN;
    diesel::sql_query(format!(
        "INSERT INTO {table} (firm_id, uuid, carrier_name, riders, source, source_file, source_row, created_by, updated_by, {into})
         SELECT $1, new.uuid, new.carrier_name, new.riders, $2, $3, new.source_row, $4, $4, {}
         FROM jsonb_populate_recordset(NULL::{table}, $5) AS new",
        of.collect::<Vec<_>>().join(", ")
    ))
    .bind::<Integer, _>(owner.firm_id)
    .bind::<Text, _>(RecordSource::Import.code())
    .bind::<Text, _>(file_name)
    .bind::<Text, _>(job.user_key)
    .bind::<Jsonb, _>(json!(rows))
    .execute(&mut *connection)
    .await?;
    attach(connection, job, added).await?;
    let values = added.iter().filter_map(|(_, new)| {
        let values = new.contract.values();
        (!values.is_empty()).then(|| NewSnapshot {
            contract: new.uuid,
            line: C::LINE,
            as_of: new.contract.values_as_of().unwrap_or(today),
            source: RecordSource::Import.code(),
            recorded_by: Some(job.user_key),
            values,
        })
    });
    snapshot::add_all(connection, owner.firm_id, values.collect()).await?;
    let uuids: Vec<Uuid> = added.iter().map(|(_, new)| new.uuid).collect();
    diesel::sql_query(
        "INSERT INTO upload_contract_effect (firm_id, storage_guid, contract_uuid, is_new)
         SELECT $1, $2, uuid, true FROM unnest($3) AS uuid",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Array<SqlUuid>, _>(&uuids)
    .execute(&mut *connection)
    .await?;
    let now = job.uploads.clock().now();
    notify::contract::changed(connection, owner.firm_id, (C::LINE, &uuids), now, today).await
}

/// Locks the people of new contracts, so that they are not renamed, merged or deleted before the import ends.
///
/// # Errors
/// Returns `ApiError::Taken` if a person was deleted after the rows were judged. The rows are then judged again.
async fn hold_people<C>(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    added: &[Added<C>],
) -> ApiResult<()> {
    let people = added.iter().flat_map(|(_, new)| &new.parties);
    let uuids: BTreeSet<Uuid> = people.map(|party| party.contact_uuid).collect();
    let held = diesel::sql_query(
        "SELECT FROM contact WHERE firm_id = $1 AND uuid = ANY($2) AND deleted_at IS NULL
         ORDER BY uuid FOR NO KEY UPDATE",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<Array<SqlUuid>, _>(Vec::from_iter(&uuids))
    .execute(connection)
    .await?;
    if held == uuids.len() {
        return Ok(());
    }
    Err(ApiError::Taken {
        field: "parties".into(),
        message: "A person of a new contract was deleted in the meantime.".into(),
    })
}

async fn attach<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    added: &[Added<C>],
) -> QueryResult<()> {
    let rows = added.iter().flat_map(|(_, new)| {
        new.parties.iter().map(|party| {
            json!({ "contract_uuid": new.uuid, "contact_uuid": party.contact_uuid, "kind": u8::from(party.kind),
                    "role": party.role.code(), "type_id": party.type_id, "share_percent": party.share_percent })
        })
    });
    let rows: Vec<Value> = rows.collect();
    diesel::sql_query(
        "INSERT INTO contract_party (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id, share_percent, origin,
           origin_uuid, created_by)
         SELECT $1, contract_uuid, contact_uuid, $2, kind, role, type_id, share_percent, 'Import', $3, $4
         FROM jsonb_populate_recordset(NULL::contract_party, $5)",
    )
    .bind::<Integer, _>(job.owner.firm_id)
    .bind::<SmallInt, _>(i16::from(C::LINE.number()))
    .bind::<SqlUuid, _>(job.owner.storage_guid)
    .bind::<Text, _>(job.user_key)
    .bind::<Jsonb, _>(json!(rows))
    .execute(connection)
    .await
    .map(drop)
}

/// Changes contracts, which must be locked.
pub async fn change<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    changes: &[Change<C>],
    today: Date,
) -> ApiResult<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let (firm_id, user_key) = (job.owner.firm_id, job.user_key);
    keep_values(connection, job, changes, today).await?;
    bulk_edit::write(connection, (firm_id, user_key), changes).await?;
    let uuids: Vec<Uuid> = changes.iter().map(|change| change.uuid).collect();
    let now = job.uploads.clock().now();
    notify::contract::changed(connection, firm_id, (C::LINE, &uuids), now, today).await?;
    let author = audit::Author {
        firm_id,
        actor_key: user_key,
        on_behalf_of: None,
        request: job.request,
    };
    let entries = changes.iter().map(|change| {
        let details = change_details(&change.before, &change.after, change.version + 1);
        ((C::NOUN, Some(change.uuid)).into(), details)
    });
    audit::record_each(connection, author, "change", entries.collect()).await?;
    Ok(())
}

/// Adds changed values to the value history. If a contract has no history yet, adds its previous values first.
async fn keep_values<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    changes: &[Change<C>],
    today: Date,
) -> QueryResult<()> {
    let is_valued = |change: &&Change<C>| change.before.values().filled() != change.after.values().filled();
    let valued: Vec<&Change<C>> = changes.iter().filter(is_valued).collect();
    let uuids: Vec<Uuid> = valued.iter().map(|change| change.uuid).collect();
    let known: HashSet<Uuid> = snapshot::with_history(connection, job.owner.firm_id, &uuids).await?;
    let mut snapshots = Vec::new();
    for change in valued {
        let old = change.before.values();
        if !known.contains(&change.uuid) && !old.is_empty() {
            snapshots.push(NewSnapshot {
                contract: change.uuid,
                line: C::LINE,
                as_of: change.before.values_as_of().unwrap_or(today),
                source: RecordSource::Import.code(),
                recorded_by: None,
                values: old,
            });
        }
        snapshots.push(NewSnapshot {
            contract: change.uuid,
            line: C::LINE,
            as_of: change.after.values_as_of().unwrap_or(today),
            source: RecordSource::Import.code(),
            recorded_by: Some(job.user_key),
            values: change.after.values(),
        });
    }
    snapshot::add_all(connection, job.owner.firm_id, snapshots).await
}

/// Stores the changes of an import, so that they can be undone.
pub async fn note_changes<C: InDatabase>(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    changes: &[Change<C>],
) -> ApiResult<()> {
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let before = replaced(&change.before, &change.after).context("cannot write a contract")?;
        let after = replaced(&change.after, &change.before).context("cannot write a contract")?;
        rows.push(json!({ "contract_uuid": change.uuid, "before": before, "after": after }));
    }
    diesel::sql_query(
        "INSERT INTO upload_contract_effect (firm_id, storage_guid, contract_uuid, is_new, before, after)
         SELECT $1, $2, contract_uuid, false, before, after
         FROM jsonb_populate_recordset(NULL::upload_contract_effect, $3)",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<Jsonb, _>(json!(rows))
    .execute(connection)
    .await?;
    Ok(())
}
