//! Redis between the nodes, when there is one: it carries the ids of pushes to every node. Nothing depends on it: what
//! it does not carry goes by the database's own notifications, and what it loses is found in `hub_outbox`.

use crate::db::listen::Heard;
use anyhow::Context;
use futures_util::StreamExt;
use redis::aio::MultiplexedConnection;
use redis::{Client, RedisError, RedisResult};
use std::time::Duration;
use tokio::time::{Instant, interval, sleep, timeout};

const CHANNEL: &str = "firmbook_hub";
/// Longer than a broker that is well ever takes.
const DEADLINE: Duration = Duration::from_secs(1);
/// A broker that did not answer is not asked again for so long.
const LEFT_ALONE: Duration = Duration::from_secs(5);
const PAUSE_BETWEEN_TRIES: Duration = Duration::from_millis(500);
/// A line that has silently died is noticed after so long.
const PING_EVERY: Duration = Duration::from_secs(10);

pub struct Broker {
    client: Client,
    connection: Option<MultiplexedConnection>,
    left_alone_until: Option<Instant>,
}

impl Broker {
    /// # Errors
    /// When the address is none of Redis.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        let client =
            Client::open(url).context("FIRMBOOK_REDIS_URL must be an address like redis://host:6379")?;
        Ok(Self {
            client,
            connection: None,
            left_alone_until: None,
        })
    }

    /// Tells every node; false when the broker cannot be reached.
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
                let error = failed.map_or_else(|_| "no answer".to_owned(), |told| format!("{told:?}"));
                tracing::warn!(error, "Redis does not take pushes; they go by the database");
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

    /// Hears what is told to the nodes, until the process ends.
    pub fn listen<H>(&self, hear: H) -> impl Future<Output = ()> + Send + use<H>
    where
        H: Fn(Heard) + Send + Sync,
    {
        let client = self.client.clone();
        async move {
            loop {
                if let Err(error) = listen_once(&client, &hear).await {
                    tracing::warn!(error = error.to_string(), "not listening to Redis");
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
