//! Finds possible duplicates in the background. A job compares each added or changed agent and owner with the contacts
//! that share a blocking key, and stores the pairs.

mod known;

pub use known::Known;

use crate::db::{Db, advisory_lock};
use crate::error::ApiResult;
use crate::records::resolution::compared::{Compared, compared};
use crate::records::resolution::pairs::{self, ScoredPair};
use crate::records::resolution::{blocks, checks};
use crate::telemetry::jobs;
use anyhow::Context;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::contact::ContactKind;
use shared::resolution::{Candidate, DuplicateScore, score};
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

/// Interval between checks for changed contacts.
const ROUND: Duration = Duration::from_secs(5);
/// Name of the job.
pub const JOB: &str = "duplicates";
/// Number of contacts compared per transaction.
const BATCH: i64 = 500;
/// Maximum number of batches of a firm before the next firm gets its turn.
const BATCHES_PER_TURN: usize = 20;

/// Runs until the process ends.
pub async fn run(db: Db) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        if let Err(error) = jobs::round(JOB, round(&db)).await {
            tracing::warn!(
                error = format!("{error:?}"),
                "failed to load firms with contacts to compare"
            );
        }
    }
}

/// Compares all changed contacts of all firms. An error in one firm does not stop the others.
///
/// # Errors
/// Returns an error if the firms cannot be loaded.
pub async fn round(db: &Db) -> ApiResult<()> {
    let (mut failed, mut known) = (HashSet::new(), Known::default());
    loop {
        let mut transaction = db.begin_for_rules().await?;
        let mut firms = checks::firms_to_check(&mut transaction).await?;
        transaction.finish();
        firms.retain(|firm_id| !failed.contains(firm_id));
        if firms.is_empty() {
            return Ok(());
        }
        for firm_id in firms {
            match compare_firm(db, firm_id, &mut known).await {
                Ok(true) => {}
                // Another node is working on this firm.
                Ok(false) => drop(failed.insert(firm_id)),
                Err(error) => {
                    failed.insert(firm_id);
                    tracing::error!(
                        firm.id = firm_id,
                        error = format!("{error:?}"),
                        "failed to compare the contacts of a firm"
                    );
                }
            }
        }
    }
}

/// Compares some of a firm's changed contacts. Returns `false` if another node is already doing so.
///
/// # Errors
/// Returns an error if the database fails. The contacts of the failed batch stay in the queue.
pub async fn compare_firm(db: &Db, firm_id: i32, known: &mut Known) -> ApiResult<bool> {
    for _ in 0..BATCHES_PER_TURN {
        let mut transaction = db.begin(firm_id).await?;
        // Concurrent transactions would not see each other's keys and would miss pairs.
        if !advisory_lock::try_lock(&mut transaction, "firmbook_duplicates", firm_id).await? {
            transaction.finish();
            return Ok(false);
        }
        if !checks::is_current(&mut transaction, firm_id).await? {
            checks::add_all(&mut transaction, firm_id, None).await?;
        }
        let contacts = checks::take(&mut transaction, firm_id, BATCH).await?;
        if contacts.is_empty() {
            transaction.commit().await?;
            break;
        }
        let batch = checks::next_batch(&mut transaction, firm_id).await?;
        known.begin(firm_id, batch);
        compare(&mut transaction, firm_id, &contacts, known).await?;
        transaction.commit().await?;
        known.commit(firm_id, batch);
    }
    Ok(true)
}

/// Stores the keys and pairs of contacts. Removes those of contacts that do not exist or are deleted.
async fn compare(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contacts: &[Uuid],
    known: &mut Known,
) -> ApiResult<()> {
    let changed = compared(connection, firm_id, contacts).await?;
    let keys: HashMap<Uuid, Vec<String>> = changed
        .iter()
        .map(|contact| (contact.uuid, blocks::keys_of(contact.kind, &contact.candidate)))
        .collect();
    known.replace(contacts, changed);
    blocks::replace(connection, firm_id, contacts, &keys).await?;
    let neighbors = blocks::neighbors(connection, firm_id, &keys).await?;
    let others: HashSet<Uuid> = neighbors.values().flatten().copied().collect();
    let others: Vec<Uuid> = others
        .into_iter()
        .filter(|uuid| known.get(uuid).is_none())
        .collect();
    known.add(compared(connection, firm_id, &others).await?);
    let contacts_known = std::mem::take(known);
    let found;
    (found, *known) = tokio::task::spawn_blocking(move || {
        let found = score_all(&contacts_known, &neighbors);
        (found, contacts_known)
    })
    .await
    .context("failed to compare contacts")?;
    pairs::replace(connection, firm_id, contacts, &found).await?;
    Ok(())
}

/// Scores each changed contact with its neighbors. Each pair is reported once.
fn score_all(known: &Known, neighbors: &HashMap<Uuid, HashSet<Uuid>>) -> Vec<ScoredPair> {
    let mut found = Vec::new();
    for (contact, others) in neighbors {
        let Some(contact) = known.get(contact) else {
            continue;
        };
        for uuid in others {
            let Some(other) = known.get(uuid) else { continue };
            // If both changed, the pair is reported for the lower uuid.
            if neighbors.contains_key(uuid) && *uuid < contact.uuid {
                continue;
            }
            let score = score(&contact.candidate, &other.candidate);
            if score.likeness().is_some() {
                found.push(ScoredPair {
                    kind: contact.kind,
                    first: contact.uuid.min(*uuid),
                    second: contact.uuid.max(*uuid),
                    score,
                });
            }
        }
    }
    found
}

/// A stored contact that may be a duplicate, and its score.
pub type Match = (Uuid, DuplicateScore);

/// Returns the firm's possible duplicates and namesakes of each candidate, most likely first. Candidates are not stored
/// yet.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn matches_of(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    candidates: &[Candidate],
) -> QueryResult<Vec<Vec<Match>>> {
    // Candidates have no uuids yet, so their positions are used instead.
    let place = |at: usize| Uuid::from_u128(at as u128);
    let keys: HashMap<Uuid, Vec<String>> = (0..)
        .zip(candidates)
        .map(|(at, candidate)| (place(at), blocks::keys_of(kind as i16, candidate)))
        .collect();
    let neighbors = blocks::neighbors(connection, firm_id, &keys).await?;
    let others: HashSet<Uuid> = neighbors.values().flatten().copied().collect();
    let others: Vec<Uuid> = others.into_iter().collect();
    let others: HashMap<Uuid, Compared> = compared(connection, firm_id, &others)
        .await?
        .into_iter()
        .map(|other| (other.uuid, other))
        .collect();
    let matches = |(at, candidate): (usize, &Candidate)| {
        let mut found: Vec<Match> = neighbors
            .get(&place(at))
            .into_iter()
            .flatten()
            .filter_map(|uuid| Some((*uuid, score(candidate, &others.get(uuid)?.candidate))))
            .filter(|(_, score)| score.likeness().is_some() || score.is_of_namesakes())
            .collect();
        found.sort_by_key(|(uuid, score)| (std::cmp::Reverse(score.percent), *uuid));
        found
    };
    Ok((0..).zip(candidates).map(matches).collect())
}
