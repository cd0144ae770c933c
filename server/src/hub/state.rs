//! The hub of a node: its connections and dependencies.

use super::registry::Registry;
use crate::auth::Viewers;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The hub of this node.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

pub struct Inner {
    pub(super) registry: Registry,
    started: Instant,
    /// The request pool. New browser connections load their first records through it, so that a burst of reconnects
    /// does not delay deliveries and other workers.
    pub(super) db: Db,
    /// The worker pool.
    pub(super) workers: Db,
    pub(super) viewers: Viewers,
    pub(super) clock: Clock,
    /// Age limit of listed notifications, in days.
    pub(super) notification_days: u16,
    /// Origin of the web app.
    pub(super) public_url: String,
}

impl std::ops::Deref for Hub {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Hub {
    /// Creates the hub. `db` is the request pool, and `workers` is the worker pool.
    pub fn new(config: &Config, (db, workers): (Db, Db), viewers: Viewers, clock: Clock) -> Self {
        Self(Arc::new(Inner {
            registry: Registry::new(config.hub),
            started: Instant::now(),
            db,
            workers,
            viewers,
            clock,
            notification_days: config.notification_days,
            public_url: config.public_url.clone(),
        }))
    }

    /// Returns the milliseconds since the start of the node.
    pub(super) fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns the number of connections, including those whose handshake is pending.
    pub fn connections(&self) -> usize {
        self.registry.all().len()
    }

    /// Closes all connections, asking clients to reconnect, and rejects new ones.
    pub fn shut_down(&self) {
        self.registry.take_nobody();
        for connection in self.registry.all() {
            connection.close(None, true);
        }
    }

    /// Waits until all connections are closed, at most until `deadline`.
    pub async fn emptied(&self, deadline: Duration) {
        let empty = async {
            while self.connections() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        _ = tokio::time::timeout(deadline, empty).await;
    }
}
