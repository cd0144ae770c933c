//! The real-time hub: connections of this node, how a push finds them, and the post that all nodes share.
//!
//! A push is a row of `hub_outbox`, written with what caused it. One node at a time hands the waiting rows out
//! ([`outbox`]); every node hears their ids and sends to its own connections of that user and firm ([`deliver`]).
//! Pushes are hints, the database is the truth: whoever connects gets the list and the transient notifications of the
//! last minutes ([`welcome`]), and knows by their ids which of them it has shown.

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

/// How long after a push it is sent again to whoever connects.
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

    /// Starts what runs beside the requests. Must run inside a runtime.
    ///
    /// # Errors
    /// When the address of Redis is none.
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

    /// How many connections there are, open or not.
    pub fn connections(&self) -> usize {
        self.registry.all().len()
    }

    /// Tells everybody to come again, to another node or to this one when it is back; takes nobody new.
    pub fn shut_down(&self) {
        self.registry.take_nobody();
        for connection in self.registry.all() {
            connection.close(None, true);
        }
    }

    /// Returns when everybody has gone, or after this time.
    pub async fn emptied(&self, deadline: Duration) {
        let empty = async {
            while self.connections() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        _ = tokio::time::timeout(deadline, empty).await;
    }
}

/// One clock for all connections: keep-alive, time limits, and the end of those that nobody uses.
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

/// Whom a push is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    pub firm_id: i32,
    pub user_key: Arc<str>,
}
