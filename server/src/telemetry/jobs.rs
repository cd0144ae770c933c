//! Background jobs: their name in the database, and metrics and traces of their rounds.

use super::origin::Origin;
use super::traces;
use crate::clock::Clock;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};
use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;
use tracing::Instrument;

/// The label is not `job`, because Prometheus gives each scraped sample a label of that name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    worker: &'static str,
}

/// Unix time in seconds.
type Time = Gauge<f64, AtomicU64>;

#[derive(Default)]
struct Rounds {
    last_success: Family<Labels, Time>,
    failures: Family<Labels, Counter>,
}

static ROUNDS: LazyLock<Rounds> = LazyLock::new(Rounds::default);

/// Adds the metrics of jobs to a registry.
pub fn register(registry: &mut Registry) {
    registry.register_with_unit(
        "worker_last_success_timestamp",
        "Unix time at which a background job last finished a round, or was started",
        Unit::Seconds,
        ROUNDS.last_success.clone(),
    );
    registry.register(
        "worker_failures",
        "Rounds of background jobs that failed",
        ROUNDS.failures.clone(),
    );
}

/// Spawns a job. A job that never finishes a round shows the time of its start. One that ends is no longer listed.
pub fn spawn(name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
    let labels = Labels { worker: name };
    set_to_now(&labels);
    drop(ROUNDS.failures.get_or_create(&labels));
    tokio::spawn(async move {
        Origin::job(name).scope(work).await;
        ROUNDS.last_success.remove(&labels);
    });
}

/// Runs one round of a job.
///
/// # Errors
/// Returns the error of the round.
pub async fn round<T, E>(name: &'static str, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let done = work.instrument(traces::job(name)).await;
    let labels = Labels { worker: name };
    if done.is_ok() {
        set_to_now(&labels);
    } else {
        ROUNDS.failures.get_or_create(&labels).inc();
    }
    done
}

fn set_to_now(labels: &Labels) {
    // The clock of the app may be fixed.
    let now = Clock::System.now().as_duration().as_secs_f64();
    ROUNDS.last_success.get_or_create(labels).set(now);
}
