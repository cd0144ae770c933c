//! The background tasks of the hub.

use super::broker::Broker;
use super::{Hub, deliver, recheck};
use crate::db::listen::Listener;
use crate::telemetry::jobs;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// Spawns the background tasks. Must be called inside a Tokio runtime.
///
/// # Errors
/// Returns an error if `FIRMBOOK_REDIS_URL` is not a valid Redis URL.
pub fn run(hub: &Hub, listener: &Listener, redis_url: Option<&str>) -> anyhow::Result<()> {
    let broker = redis_url.map(Broker::new).transpose()?;
    jobs::spawn(deliver::JOB, deliver::run(hub.clone(), listener.clone(), broker));
    jobs::spawn(recheck::JOB, recheck::run(hub.clone()));
    tokio::spawn(watch(hub.clone()));
    Ok(())
}

/// Ticks all connections once a second, for keep-alive and timeouts. Removes those that have ended.
async fn watch(hub: Hub) {
    let mut seconds = tokio::time::interval(SECOND);
    seconds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        seconds.tick().await;
        let now_ms = hub.now_ms();
        for connection in hub.registry.all() {
            if connection.tick(now_ms) {
                hub.registry.forget(&connection);
            }
        }
    }
}
