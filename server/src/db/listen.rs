//! PostgreSQL `LISTEN` on dedicated connections that reconnect after an error.
//!
//! A connection pooler may accept `LISTEN` and deliver nothing. Each listener is therefore trusted only while it
//! receives probes: notifications that the server sends itself, through the worker pool.

use super::Db;
use super::pool::{needs_tls, tls_connector};
use crate::ids::new_uuid;
use anyhow::bail;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};

const PAUSE_BETWEEN_TRIES: Duration = Duration::from_millis(500);
/// Channel of the probes.
const PROBES: &str = "firmbook_probe";
const PAUSE_BETWEEN_PROBES: Duration = Duration::from_secs(5);
/// Maximum time for a probe to arrive.
const PROBE_PATIENCE: Duration = Duration::from_secs(5);
/// Pause after a probe that could not be sent, for example because the pool is exhausted.
const PAUSE_AFTER_UNSENT_PROBE: Duration = Duration::from_secs(1);

/// An event of a listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// The listener is connected and receives notifications. It misses none until [`Heard::Lost`].
    Listening,
    Notification(String),
    /// The connection was lost. Notifications may be missed until the next [`Heard::Listening`].
    Lost,
}

/// Delivery state of a channel's notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channel {
    Arriving,
    /// The connection was lost, and a new one is being opened.
    Lost,
    /// A probe was sent and did not arrive.
    Deaf,
}

/// The listeners of a node. Clones are cheap.
#[derive(Clone)]
pub struct Listener(Arc<Inner>);

struct Inner {
    url: String,
    /// The worker pool, which sends the probes.
    db: Db,
    channels: Mutex<BTreeMap<&'static str, Channel>>,
}

impl Listener {
    /// `url` is the database URL for the listeners' connections, and `db` is the worker pool.
    #[must_use]
    pub fn new(url: String, db: Db) -> Self {
        let channels = Mutex::default();
        Self(Arc::new(Inner { url, db, channels }))
    }

    /// Returns whether notifications of the channel arrive.
    #[must_use]
    pub fn hears(&self, channel: &str) -> bool {
        self.channels().get(channel) == Some(&Channel::Arriving)
    }

    /// Returns whether notifications of a channel fail to arrive although the database is available.
    #[must_use]
    pub fn is_deaf(&self) -> bool {
        self.channels().values().any(|channel| *channel == Channel::Deaf)
    }

    fn channels(&self) -> MutexGuard<'_, BTreeMap<&'static str, Channel>> {
        self.0.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A channel that was deaf stays so until a probe arrives.
    fn mark_lost(&self, channel: &'static str) {
        let mut channels = self.channels();
        if channels.get(channel) != Some(&Channel::Deaf) {
            channels.insert(channel, Channel::Lost);
        }
    }

    /// Listens on a channel until the process ends. Calls `hear` for each event.
    pub async fn listen(self, channel: &'static str, hear: impl Fn(Heard) + Send) {
        loop {
            if let Err(error) = self.listen_once(channel, &hear).await {
                tracing::warn!(
                    channel,
                    error = format!("{error:#}"),
                    "listener failed, reconnecting"
                );
            }
            self.mark_lost(channel);
            hear(Heard::Lost);
            tokio::time::sleep(PAUSE_BETWEEN_TRIES).await;
        }
    }

    async fn listen_once(&self, channel: &'static str, hear: &(impl Fn(Heard) + Send)) -> anyhow::Result<()> {
        let mut config: Config = self.0.url.parse()?;
        config.application_name(format!("firmbook listens: {channel}"));
        if needs_tls(&config) {
            let (client, connection) = config.connect(tls_connector()?).await?;
            self.drive(client, connection, channel, hear).await
        } else {
            let (client, connection) = config.connect(NoTls).await?;
            self.drive(client, connection, channel, hear).await
        }
    }

    async fn drive<S, T>(
        &self,
        client: Client,
        mut connection: Connection<S, T>,
        channel: &'static str,
        hear: &(impl Fn(Heard) + Send),
    ) -> anyhow::Result<()>
    where
        S: AsyncRead + AsyncWrite + Unpin,
        T: AsyncRead + AsyncWrite + Unpin,
    {
        let (tell, arrived) = mpsc::unbounded_channel();
        let reading = async {
            loop {
                match poll_fn(|context| connection.poll_message(context)).await {
                    Some(Ok(AsyncMessage::Notification(notification))) => {
                        let payload = notification.payload().to_owned();
                        if notification.channel() == PROBES {
                            _ = tell.send(payload);
                        } else {
                            hear(Heard::Notification(payload));
                        }
                    }
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(anyhow::Error::from(error)),
                    None => return Ok(()),
                }
            }
        };
        tokio::select! {
            ended = reading => ended,
            failed = self.prove(&client, arrived, channel, hear) => failed,
        }
    }

    /// Subscribes, and then checks regularly that notifications arrive.
    async fn prove(
        &self,
        client: &Client,
        mut arrived: mpsc::UnboundedReceiver<String>,
        channel: &'static str,
        hear: &(impl Fn(Heard) + Send),
    ) -> anyhow::Result<()> {
        for channel in [PROBES, channel] {
            client.batch_execute(&format!("LISTEN {channel}")).await?;
        }
        let mut is_proved = false;
        loop {
            let probe = new_uuid().to_string();
            // Skip the probes of other nodes and channels.
            let arrival = async { while arrived.recv().await.is_some_and(|id| id != probe) {} };
            if let Err(error) = self.0.db.notify(PROBES, &probe).await {
                tracing::debug!(channel, ?error, "failed to send a probe");
                tokio::time::sleep(PAUSE_AFTER_UNSENT_PROBE).await;
                continue;
            }
            if tokio::time::timeout(PROBE_PATIENCE, arrival).await.is_err() {
                self.channels().insert(channel, Channel::Deaf);
                bail!(
                    "notifications do not arrive: set DATABASE_LISTEN_URL to the same database, without a \
                     connection pooler in transaction mode"
                );
            }
            if !is_proved {
                is_proved = true;
                hear(Heard::Listening);
                self.channels().insert(channel, Channel::Arriving);
            }
            tokio::time::sleep(PAUSE_BETWEEN_PROBES).await;
        }
    }
}
