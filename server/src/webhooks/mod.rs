//! Webhooks of partners: queues events in the transactions that cause them, and sends them.
//!
//! Delivery is at least once. If a node dies between sending an event and recording it, another node sends it again
//! with the same event id, so that receivers can deduplicate it.

mod address;
mod client;
mod outbox;
mod queue;
mod signature;

pub use client::Sender;
pub use queue::queue;

use crate::clock::Clock;
use crate::crypto::Sealer;
use crate::db::Db;
use crate::error::ApiResult;
use crate::telemetry::{jobs, origin, traces};
use futures_util::future::join_all;
use jiff::Timestamp;
use outbox::{Batch, Endpoint};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::MissedTickBehavior;
use tracing::Instrument;

/// Interval between checks for due deliveries.
const ROUND: Duration = Duration::from_secs(1);
/// Name of the job.
pub const JOB: &str = "webhooks";
const CLEANING: Duration = Duration::from_secs(600);
/// Maximum number of webhooks that a node works on concurrently. The others wait for the next round.
const AT_ONCE: usize = 100;
/// Maximum time that a round spends on one webhook. Much shorter than the lease of a delivery.
const LONGEST_TURN: Duration = Duration::from_secs(60);

/// Sends the deliveries of all firms.
#[derive(Clone)]
pub struct Webhooks {
    pub db: Db,
    pub sealer: Arc<Sealer>,
    pub clock: Clock,
    pub sender: Sender,
}

/// Webhooks that this node is working on.
type Running = Arc<Mutex<HashSet<Endpoint>>>;

/// A webhook in [`Running`], removed on drop.
struct Turn {
    running: Running,
    endpoint: Endpoint,
}

impl Turn {
    /// Returns `None` if this node is already working on the webhook.
    fn take(running: &Running, endpoint: Endpoint) -> Option<Self> {
        let mut held = running.lock().unwrap_or_else(PoisonError::into_inner);
        held.insert(endpoint).then(|| Self {
            running: running.clone(),
            endpoint,
        })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut held = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        held.remove(&self.endpoint);
    }
}

/// Sends deliveries until the process ends. Each webhook has its own task, so that a slow one does not delay the
/// others.
pub async fn run(webhooks: Webhooks) {
    let (places, running) = (Arc::new(Semaphore::new(AT_ONCE)), Running::default());
    let mut rounds = tokio::time::interval(ROUND);
    let mut cleaning = tokio::time::interval(CLEANING);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    cleaning.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let done = tokio::select! {
            _ = rounds.tick() => jobs::round(JOB, start_due(&webhooks, &places, &running)).await,
            _ = cleaning.tick() => jobs::round(JOB, clean(&webhooks.db, webhooks.clock.now())).await,
        };
        if let Err(error) = done {
            tracing::warn!(
                error = format!("{error:?}"),
                "failed to process webhook deliveries"
            );
        }
    }
}

/// Starts a task for each webhook with due deliveries.
async fn start_due(webhooks: &Webhooks, places: &Arc<Semaphore>, running: &Running) -> ApiResult<()> {
    for endpoint in outbox::due(&webhooks.db, webhooks.clock.now()).await? {
        let Ok(place) = places.clone().try_acquire_owned() else {
            return Ok(());
        };
        let Some(turn) = Turn::take(running, endpoint) else {
            continue;
        };
        let webhooks = webhooks.clone();
        let work = async move {
            let end = Instant::now() + LONGEST_TURN;
            while Instant::now() < end {
                let sent = send_batch(&webhooks, endpoint, webhooks.clock.now()).instrument(traces::job(JOB));
                match sent.await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => {
                        tracing::warn!(firm.id = endpoint.firm_id, webhook.uuid = %endpoint.webhook,
                            error = format!("{error:?}"), "failed to process webhook deliveries");
                        break;
                    }
                }
            }
            drop((turn, place));
        };
        tokio::spawn(origin::carried(work));
    }
    Ok(())
}

/// Sends all deliveries that are due.
pub async fn round(webhooks: &Webhooks, now: Timestamp) -> ApiResult<()> {
    let due = outbox::due(&webhooks.db, now).await?;
    let all = due.into_iter().map(async |endpoint| -> ApiResult<()> {
        while send_batch(webhooks, endpoint, now).await? {}
        Ok(())
    });
    join_all(all).await.into_iter().collect()
}

/// Deletes deliveries after 30 days, and those of a webhook that exceed its limit.
pub async fn clean(db: &Db, now: Timestamp) -> ApiResult<()> {
    outbox::clean(db, now).await
}

/// Sends the next deliveries of a webhook concurrently. Returns `false` if none were due.
async fn send_batch(webhooks: &Webhooks, endpoint: Endpoint, now: Timestamp) -> ApiResult<bool> {
    let Some(Batch { target, deliveries }) =
        outbox::claim(&webhooks.db, &webhooks.sealer, endpoint, now).await?
    else {
        return Ok(false);
    };
    let sent = deliveries.iter().map(async |delivery| {
        let attempt = match &target.secrets {
            Ok(secrets) => webhooks.sender.send(&target.url, secrets, delivery, now).await,
            Err(failure) => Err(failure.clone()),
        };
        if let Err(failure) = &attempt {
            tracing::warn!(firm.id = endpoint.firm_id, webhook.uuid = %endpoint.webhook, delivery.uuid = %delivery.uuid,
                attempts = delivery.attempts, status = failure.status, error = failure.words,
                "failed to deliver a webhook event");
        }
        outbox::finish(&webhooks.db, endpoint, delivery, &attempt, now).await
    });
    join_all(sent).await.into_iter().collect::<ApiResult<()>>()?;
    Ok(true)
}
