//! The real-time hub: connections of this node, routing of pushes, and the outbox shared by all nodes.
//!
//! A push is a row of `hub_outbox`, written in the transaction that causes it. One node at a time dispatches
//! the pending rows ([`outbox`]). Every node receives their ids and sends them to its own connections of that
//! user and firm ([`deliver`]). Pushes are hints, and the database is authoritative: a new connection gets
//! the notification list and the transient notifications of the last minutes ([`welcome`]), and clients
//! deduplicate by id.

mod advisors;
mod broker;
mod changed_record;
mod connection;
mod deliver;
mod limits;
mod lines;
pub mod outbox;
mod recheck;
mod registry;
pub mod routes;
mod stale_totals;
mod token;
mod welcome;

pub use limits::Limits;
pub use token::token_from_query;

use crate::app::App;
use broker::Broker;
use connection::Connection;
use registry::Registry;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long after its dispatch a push is replayed to new connections.
const REPLAYED: Duration = Duration::from_secs(120);
const SECOND: Duration = Duration::from_secs(1);

/// The hub of this node.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

pub struct Inner {
    registry: Registry,
    started: Instant,
}

impl std::ops::Deref for Hub {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Hub {
    pub fn new(limits: Limits) -> Self {
        Self(Arc::new(Inner {
            registry: Registry::new(limits),
            started: Instant::now(),
        }))
    }

    /// Spawns the background tasks. Must be called inside a Tokio runtime.
    ///
    /// # Errors
    /// Returns an error if `FIRMBOOK_REDIS_URL` is not a valid Redis URL.
    pub fn run(app: &App, database_url: &str) -> anyhow::Result<()> {
        let broker = app.config.redis_url.as_deref().map(Broker::new).transpose()?;
        tokio::spawn(deliver::run(app.clone(), database_url.to_owned(), broker));
        tokio::spawn(recheck::run(app.clone()));
        tokio::spawn(watch(app.hub.clone()));
        Ok(())
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Number of connections, including those whose handshake is pending.
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

/// The recipients of a push: the connections of one user in one firm.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    pub firm_id: i32,
    pub user_key: Arc<str>,
}
