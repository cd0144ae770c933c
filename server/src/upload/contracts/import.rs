//! Imports the contracts of an upload in one transaction.

use super::judge::{Judge, JudgedRow, NewContract, Verdict};
use super::{rematch_of, staged_after, write};
use crate::auth::Sight;
use crate::db::Transaction;
use crate::error::ApiResult;
use crate::hub::outbox;
use crate::records::bulk_edit::Change;
use crate::records::contract::InDatabase;
use crate::records::upload::StoredUpload;
use crate::upload::job::{Job, Outcome};
use crate::upload::owner::Owner;
use diesel::QueryResult;
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::contract::{Annuity, Line, Policy};
use shared::hub::push::RecordChanged;
use shared::upload::preview::Counts;
use uuid::Uuid;

/// Maximum number of changed contracts that are published one by one to open pages.
const MAX_TOLD: u32 = 50;

/// Imports the previewed rows. Returns [`Outcome::CountsChanged`] if the firm's data has changed since the preview.
pub async fn run(
    transaction: &mut Transaction,
    job: &Job<'_>,
    (stored, line): (&StoredUpload, Line),
    sight: &Sight<'_>,
) -> ApiResult<Outcome> {
    match line {
        Line::Life => run_of::<Policy>(transaction, job, stored, sight).await,
        Line::Annuity => run_of::<Annuity>(transaction, job, stored, sight).await,
    }
}

async fn run_of<C: InDatabase + PartialEq>(
    transaction: &mut Transaction,
    job: &Job<'_>,
    stored: &StoredUpload,
    sight: &Sight<'_>,
) -> ApiResult<Outcome> {
    let owner = job.owner;
    hold_matched::<C>(transaction, owner).await?;
    let counts = rematch_of::<C>(transaction, owner, &stored.mapping, sight).await?;
    if stored.upload.counts != Some(counts) {
        return Ok(Outcome::CountsChanged);
    }
    // Also lock contracts that were matched only this time.
    hold_matched::<C>(transaction, owner).await?;
    let mut judge = Judge::<C>::new(transaction, &stored.mapping, *sight, owner.storage_guid).await?;
    let (mut written, mut told) = (Counts::default(), Vec::new());
    let mut last = 0;
    loop {
        let staged = staged_after(transaction, owner, last).await?;
        let Some(end) = staged.last() else { break };
        last = end.row_number;
        let judged = judge.chunk(transaction, &staged).await?;
        for row in &judged {
            row.count(&mut written);
        }
        let (added, changed) = split(judged);
        told.extend(changed.iter().map(|change| change.uuid));
        write::add(transaction, job, &stored.upload.file_name, &added, sight.day).await?;
        write::change(transaction, job, &changed, sight.day).await?;
        write::note_changes(transaction, owner, &changed).await?;
        job.tell(i32::try_from(written.total).unwrap_or(i32::MAX), total(&counts))
            .await;
    }
    if written != counts {
        return Ok(Outcome::CountsChanged);
    }
    if counts.update <= MAX_TOLD {
        tell_pages(transaction, job, C::NOUN, told).await?;
    }
    Ok(Outcome::Done(json!({
        "file": stored.upload.file_name, "mode": stored.mapping.mode, "added": counts.new, "changed": counts.update,
    })))
}

fn total(counts: &Counts) -> i32 {
    i32::try_from(counts.total).unwrap_or(i32::MAX)
}

/// Locks the contracts to be updated until the transaction ends, ordered by uuid.
async fn hold_matched<C: InDatabase>(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<()> {
    diesel::sql_query(format!(
        "SELECT FROM {} WHERE firm_id = $1 AND uuid IN (
           SELECT contract_uuid FROM upload_contract_match
           WHERE firm_id = $1 AND storage_guid = $2 AND outcome = 'Update')
         ORDER BY uuid FOR NO KEY UPDATE",
        C::NOUN
    ))
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .execute(connection)
    .await
    .map(drop)
}

/// A new contract with the number of its row.
pub type Added<C> = (i32, NewContract<C>);

fn split<C>(judged: Vec<JudgedRow<C>>) -> (Vec<Added<C>>, Vec<Change<C>>) {
    let (mut added, mut changed) = (Vec::new(), Vec::new());
    for row in judged {
        match row.verdict {
            Verdict::New(new) => added.push((row.row_number, *new)),
            Verdict::Update(change) => changed.push(*change),
            Verdict::Other(_) => {}
        }
    }
    (added, changed)
}

async fn tell_pages(
    connection: &mut AsyncPgConnection,
    job: &Job<'_>,
    noun: &str,
    uuids: Vec<Uuid>,
) -> QueryResult<()> {
    let changes = uuids.into_iter().map(|uuid| RecordChanged {
        kind: noun.to_owned(),
        uuid,
        is_deleted: false,
        by: job.user_name.to_owned(),
        page: None,
    });
    outbox::post_all_changed(connection, job.owner.firm_id, changes.collect()).await
}
