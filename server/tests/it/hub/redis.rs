//! Two nodes connected through a real Redis, and Redis outages.

use super::support::{Hub, Socket, listen, push};
use crate::support::{Client, Program, wait_until};
use server::app::App;
use server::start;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A Redis process for one test. Killed when dropped.
pub struct Redis {
    port: u16,
    child: Child,
}

impl Redis {
    pub async fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let redis = Self {
            port,
            child: spawn(port),
        };
        redis.wait_until_ready().await;
        redis
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Kills the process without a shutdown.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub async fn restart(&mut self) {
        self.child = spawn(self.port);
        self.wait_until_ready().await;
    }

    async fn wait_until_ready(&self) {
        wait_until("Redis answers", async || {
            self.command("PING").filter(|answer| answer[0] == "+PONG")
        })
        .await;
    }

    /// Sends a command and returns the first lines of the reply.
    fn command(&self, command: &str) -> Option<Vec<String>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_millis(200))).ok()?;
        stream.write_all(format!("{command}\r\n").as_bytes()).ok()?;
        let lines: Vec<String> = BufReader::new(stream)
            .lines()
            .map_while(Result::ok)
            .take(4)
            .collect();
        (!lines.is_empty()).then_some(lines)
    }

    pub async fn wait_for_listening_nodes(&self, count: usize) {
        wait_until(&format!("{count} nodes listen to Redis"), async || {
            let answer = self.command("PUBSUB NUMSUB firmbook_hub")?;
            (answer.last()? == &format!(":{count}")).then_some(())
        })
        .await;
    }

    /// Returns the number of PUBLISH commands from Redis's own statistics.
    fn publish_count(&self) -> u64 {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        stream.write_all(b"INFO commandstats\r\n").unwrap();
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines
            .filter_map(|line| {
                let (_, rest) = line.split_once("cmdstat_publish:calls=")?;
                rest.split(',').next()?.parse::<u64>().ok()
            })
            .sum()
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

const REDIS: Program = Program {
    setting: "FIRMBOOK_REDIS_SERVER",
    name: "redis-server",
    install: "install it (on Debian: apt-get install redis-server)",
};

fn spawn(port: u16) -> Child {
    let mut command = REDIS.command();
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1"]);
    command.args(["--save", "", "--appendonly", "no"]);
    REDIS.spawn(&mut command)
}

/// Two nodes with one connection of the same user on each.
struct Pair {
    hub: Hub,
    second: App,
    admin: Client,
    here: Socket,
    there: Socket,
}

impl Pair {
    async fn of(redis: &Redis) -> Self {
        Self::with(redis, redis.url()).await
    }

    /// Uses a different Redis URL for the second node.
    async fn with(redis: &Redis, second_url: String) -> Self {
        let url = redis.url();
        let mut hub = Hub::with(|config, _| config.redis_url = Some(url)).await;
        let mut config = (*hub.app.app.config).clone();
        config.redis_url = Some(second_url);
        let second = start::app(
            config,
            &hub.app.database.app_url,
            crate::support::sealers(),
            hub.app.app.clock,
        )
        .unwrap();
        let admin = hub.app.admin().await;
        let (here, _) = hub.connected(&admin, true).await;
        hub.address = listen(&second).await;
        let (there, _) = hub.connected(&admin, true).await;
        redis.wait_for_listening_nodes(2).await;
        Self {
            hub,
            second,
            admin,
            here,
            there,
        }
    }

    /// Pushes messages from both nodes alternately.
    async fn push(&self, numbers: std::ops::Range<usize>) {
        for number in numbers {
            let node = if number % 2 == 0 {
                &self.hub.app.app
            } else {
                &self.second
            };
            push(node, &self.admin.user_key, &format!("#{number}")).await;
        }
    }

    /// Checks that each connection receives all messages once. Messages lost with Redis arrive later than
    /// newer ones.
    async fn assert_received_in_any_order(&mut self, numbers: std::ops::Range<usize>) {
        let expected: BTreeSet<String> = numbers.map(|number| format!("#{number}")).collect();
        for socket in [&mut self.here, &mut self.there] {
            let mut received = BTreeSet::new();
            while received.len() < expected.len() {
                let text = socket.next_text().await;
                assert!(received.insert(text.clone()), "{text} was received twice");
            }
            assert_eq!(received, expected);
        }
    }

    /// Checks that each connection receives all messages once and in order.
    async fn assert_received(&mut self, numbers: std::ops::Range<usize>) {
        for socket in [&mut self.here, &mut self.there] {
            for number in numbers.clone() {
                assert_eq!(socket.next_text().await, format!("#{number}"));
            }
        }
    }
}

#[tokio::test]
async fn pushes_reach_every_node_through_redis() {
    let redis = Redis::start().await;
    let mut pair = Pair::of(&redis).await;
    pair.push(0..40).await;
    pair.assert_received(0..40).await;
    assert!(redis.publish_count() > 0, "published through Redis");
}

/// Starts a proxy to Redis that delays every command.
async fn slow_proxy(redis: &Redis) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let target = ("127.0.0.1", redis.port);
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut server = tokio::net::TcpStream::connect(target).await?;
                let (mut words, mut to_client) = client.split();
                let (mut answers, mut to_server) = server.split();
                let slowly = async {
                    let mut buffer = [0; 4096];
                    while let length @ 1.. = words.read(&mut buffer).await? {
                        tokio::time::sleep(Duration::from_millis(40)).await;
                        to_server.write_all(&buffer[..length]).await?;
                    }
                    std::io::Result::Ok(0)
                };
                tokio::try_join!(slowly, tokio::io::copy(&mut answers, &mut to_client))
            });
        }
    });
    format!("redis://{address}")
}

#[tokio::test]
async fn keeps_the_order_on_a_slow_redis_connection() {
    let redis = Redis::start().await;
    let slow = slow_proxy(&redis).await;
    let mut pair = Pair::with(&redis, slow).await;
    pair.push(0..40).await;
    pair.assert_received(0..40).await;
}

#[tokio::test]
async fn no_push_is_lost_while_redis_is_killed_and_restarted() {
    let mut redis = Redis::start().await;
    let mut pair = Pair::of(&redis).await;
    pair.push(0..10).await;
    redis.kill();
    pair.push(10..30).await;
    pair.assert_received_in_any_order(0..30).await;
    redis.restart().await;
    // The nodes switch back from the database to Redis one after the other.
    pair.push(30..40).await;
    pair.assert_received_in_any_order(30..40).await;
    redis.wait_for_listening_nodes(2).await;
    // After a failure the nodes wait before they try Redis again.
    let mut next = 40;
    while redis.publish_count() == 0 {
        assert!(next < 400, "Redis is used again");
        pair.push(next..next + 1).await;
        pair.assert_received(next..next + 1).await;
        next += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn delivers_pushes_marked_but_never_published() {
    let redis = Redis::start().await;
    let mut pair = Pair::of(&redis).await;
    // State left by a node that dies after marking the row and before publishing it.
    let sql = "INSERT INTO hub_outbox (firm_id, user_key, transient, dispatched_at)
               VALUES (1, $1, $2::text::jsonb, clock_timestamp())";
    let transient = r##"{"notificationType":47,"heading":"h","message":"#0"}"##;
    pair.hub
        .app
        .owner
        .execute(sql, &[&pair.admin.user_key, &transient])
        .await
        .unwrap();
    pair.assert_received(0..1).await;
}

#[tokio::test]
async fn delivers_pushes_if_redis_is_down_at_startup() {
    let mut redis = Redis::start().await;
    redis.kill();
    let url = redis.url();
    let hub = Hub::with(|config, _| config.redis_url = Some(url)).await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    hub.push(&admin, "all the same").await;
    assert_eq!(socket.next_text().await, "all the same");
}
