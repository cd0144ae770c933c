//! Optional Redis broker that carries the ids of pushes to every node. Pushes do not depend on it: if Redis
//! is unreachable, ids go through PostgreSQL notifications, and lost ids are recovered from `hub_outbox`.

use crate::db::listen::Heard;
use anyhow::Context;
use futures_util::StreamExt;
use redis::aio::MultiplexedConnection;
use redis::{Client, RedisError, RedisResult};
use std::time::Duration;
use tokio::time::{Instant, interval, sleep, timeout};

const CHANNEL: &str = "firmbook_hub";
/// Timeout of every call to Redis, well above the response time of a healthy broker.
const DEADLINE: Duration = Duration::from_secs(1);
/// How long to skip Redis after a failed publish.
const LEFT_ALONE: Duration = Duration::from_secs(5);
const PAUSE_BETWEEN_TRIES: Duration = Duration::from_millis(500);
/// Interval of the pings that detect a dead subscription connection.
const PING_EVERY: Duration = Duration::from_secs(10);

pub struct Broker {
    client: Client,
    connection: Option<MultiplexedConnection>,
    left_alone_until: Option<Instant>,
}

impl Broker {
    /// # Errors
    /// Returns an error if `url` is not a valid Redis URL.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        let client = Client::open(url).context("FIRMBOOK_REDIS_URL must be a URL like redis://host:6379")?;
        Ok(Self {
            client,
            connection: None,
            left_alone_until: None,
        })
    }

    /// Publishes ids to every node. Returns `false` if the broker cannot be reached.
    pub async fn tell(&mut self, ids: &str) -> bool {
        if self.left_alone_until.is_some_and(|until| Instant::now() < until) {
            return false;
        }
        match timeout(DEADLINE, self.publish(ids)).await {
            Ok(Ok(())) => {
                self.left_alone_until = None;
                true
            }
            failed => {
                let error = failed.map_or_else(|_| "timed out".to_owned(), |told| format!("{told:?}"));
                tracing::warn!(
                    error,
                    "failed to publish pushes to Redis; falling back to PostgreSQL notifications"
                );
                self.connection = None;
                self.left_alone_until = Some(Instant::now() + LEFT_ALONE);
                false
            }
        }
    }

    async fn publish(&mut self, ids: &str) -> RedisResult<()> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.client.get_multiplexed_async_connection().await?),
        };
        redis::cmd("PUBLISH")
            .arg(CHANNEL)
            .arg(ids)
            .exec_async(connection)
            .await
    }

    /// Passes every published message to `hear`, reconnecting after failures. Never returns.
    pub fn listen<H>(&self, hear: H) -> impl Future<Output = ()> + Send + use<H>
    where
        H: Fn(Heard) + Send + Sync,
    {
        let client = self.client.clone();
        async move {
            loop {
                if let Err(error) = listen_once(&client, &hear).await {
                    tracing::warn!(error = error.to_string(), "failed to listen to Redis");
                }
                hear(Heard::Lost);
                sleep(PAUSE_BETWEEN_TRIES).await;
            }
        }
    }
}

async fn listen_once(client: &Client, hear: &(impl Fn(Heard) + Sync)) -> RedisResult<()> {
    let no_answer = |_| RedisError::from(std::io::Error::from(std::io::ErrorKind::TimedOut));
    let connect = async {
        let (mut sink, stream) = client.get_async_pubsub().await?.split();
        sink.subscribe(CHANNEL).await?;
        RedisResult::Ok((sink, stream))
    };
    let (mut sink, mut stream) = timeout(DEADLINE, connect).await.map_err(no_answer)??;
    hear(Heard::Listening);
    let mut pings = interval(PING_EVERY);
    loop {
        tokio::select! {
            message = stream.next() => match message {
                Some(message) => hear(Heard::Notification(message.get_payload()?)),
                None => return Ok(()),
            },
            _ = pings.tick() => timeout(DEADLINE, sink.ping::<redis::Value>()).await.map_err(no_answer)?.map(drop)?,
        }
    }
}
