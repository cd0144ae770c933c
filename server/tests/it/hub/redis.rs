//! Two nodes with a real Redis between them, and what happens when it goes away.

use super::support::{Hub, Socket, listen, post};
use crate::support::{Client, until};
use server::app::App;
use server::crypto::Sealer;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A Redis of this test alone; killed with this value.
struct Redis {
    port: u16,
    child: Child,
}

impl Redis {
    async fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let redis = Self {
            port,
            child: spawn(port),
        };
        redis.until_it_answers().await;
        redis
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// As a power cut does it: nobody is told.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    async fn start_again(&mut self) {
        self.child = spawn(self.port);
        self.until_it_answers().await;
    }

    async fn until_it_answers(&self) {
        until("Redis answers", async || {
            self.ask("PING").filter(|answer| answer[0] == "+PONG")
        })
        .await;
    }

    /// The first lines of an answer.
    fn ask(&self, command: &str) -> Option<Vec<String>> {
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

    async fn until_nodes_listen(&self, count: usize) {
        until(&format!("{count} nodes listen to Redis"), async || {
            let answer = self.ask("PUBSUB NUMSUB firmbook_hub")?;
            (answer.last()? == &format!(":{count}")).then_some(())
        })
        .await;
    }

    /// How often something was published, as Redis counts it.
    fn published(&self) -> u64 {
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

fn spawn(port: u16) -> Child {
    let program = std::env::var("FIRMBOOK_REDIS_SERVER").unwrap_or_else(|_| "redis-server".into());
    Command::new(&program)
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
        .args(["--save", "", "--appendonly", "no"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| {
            panic!(
                "{program} does not start ({error}): `cargo xtask test --only server` installs it for root; \
                 else install it (on Debian: apt-get install redis-server) or set FIRMBOOK_REDIS_SERVER"
            )
        })
}

/// Two nodes, and a connection of one user at each.
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

    /// The second node has a way of its own to Redis.
    async fn with(redis: &Redis, second_url: String) -> Self {
        let url = redis.url();
        let mut hub = Hub::with(|config, _| config.redis_url = Some(url)).await;
        let mut config = (*hub.app.app.config).clone();
        config.redis_url = Some(second_url);
        let sealer = Sealer::new(&crate::support::sealing_key()).unwrap();
        let second = App::new(config, &hub.app.database.app_url, sealer, hub.app.app.clock).unwrap();
        let admin = hub.app.admin().await;
        let (here, _) = hub.connected(&admin, true).await;
        hub.address = listen(&second).await;
        let (there, _) = hub.connected(&admin, true).await;
        redis.until_nodes_listen(2).await;
        Self {
            hub,
            second,
            admin,
            here,
            there,
        }
    }

    /// Posts these, at both nodes in turn.
    async fn post(&self, numbers: std::ops::Range<usize>) {
        for number in numbers {
            let node = if number % 2 == 0 {
                &self.hub.app.app
            } else {
                &self.second
            };
            post(node, &self.admin.user_key, &format!("#{number}")).await;
        }
    }

    /// Each connection hears all of these, once; what the broker took with it comes later than what followed.
    async fn hear_in_any_order(&mut self, numbers: std::ops::Range<usize>) {
        let expected: BTreeSet<String> = numbers.map(|number| format!("#{number}")).collect();
        for socket in [&mut self.here, &mut self.there] {
            let mut heard = BTreeSet::new();
            while heard.len() < expected.len() {
                let text = socket.hears_text().await;
                assert!(heard.insert(text.clone()), "{text} came twice");
            }
            assert_eq!(heard, expected);
        }
    }

    /// Each connection hears all of these, once and in order.
    async fn hear(&mut self, numbers: std::ops::Range<usize>) {
        for socket in [&mut self.here, &mut self.there] {
            for number in numbers.clone() {
                assert_eq!(socket.hears_text().await, format!("#{number}"));
            }
        }
    }
}

#[tokio::test]
async fn pushes_go_by_redis_to_the_users_of_every_node() {
    let redis = Redis::start().await;
    let mut pair = Pair::of(&redis).await;
    pair.post(0..40).await;
    pair.hear(0..40).await;
    assert!(redis.published() > 0, "and not by the database");
}

/// A way to Redis on which every word takes a while.
async fn slow_way_to(redis: &Redis) -> String {
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
async fn a_node_whose_way_to_redis_is_slow_keeps_the_order() {
    let redis = Redis::start().await;
    let slow = slow_way_to(&redis).await;
    let mut pair = Pair::with(&redis, slow).await;
    pair.post(0..40).await;
    pair.hear(0..40).await;
}

#[tokio::test]
async fn a_broker_that_is_killed_and_comes_back_costs_nothing() {
    let mut redis = Redis::start().await;
    let mut pair = Pair::of(&redis).await;
    pair.post(0..10).await;
    redis.kill();
    pair.post(10..30).await;
    pair.hear_in_any_order(0..30).await;
    redis.start_again().await;
    // While the nodes turn from the database to the broker, one by one.
    pair.post(30..40).await;
    pair.hear_in_any_order(30..40).await;
    redis.until_nodes_listen(2).await;
    // The nodes leave a broker alone for a while that did not answer.
    let mut next = 40;
    while redis.published() == 0 {
        assert!(next < 400, "Redis is used again");
        pair.post(next..next + 1).await;
        pair.hear(next..next + 1).await;
        next += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn what_was_marked_and_told_to_nobody_is_found() {
    let redis = Redis::start().await;
    let mut pair = Pair::of(&redis).await;
    // As a node leaves it that dies between the mark and the word to Redis.
    let sql = "INSERT INTO hub_outbox (firm_id, user_key, transient, dispatched_at)
               VALUES (1, $1, $2::text::jsonb, clock_timestamp())";
    let transient = r##"{"notificationType":47,"heading":"h","message":"#0"}"##;
    pair.hub
        .app
        .owner
        .execute(sql, &[&pair.admin.user_key, &transient])
        .await
        .unwrap();
    pair.hear(0..1).await;
}

#[tokio::test]
async fn a_server_whose_broker_is_away_from_the_beginning_works() {
    let mut redis = Redis::start().await;
    redis.kill();
    let url = redis.url();
    let hub = Hub::with(|config, _| config.redis_url = Some(url)).await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    hub.post(&admin, "all the same").await;
    assert_eq!(socket.hears_text().await, "all the same");
}
