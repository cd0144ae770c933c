//! The official client, `@microsoft/signalr` from npm, on connections that break repeatedly.

use super::support::{Hub, push};
use crate::support::{PATIENCE, unlimited};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use server::config::HubLimits;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::sync::{mpsc, watch};

/// Returns the number of broken connections per run. Set `FIRMBOOK_HUB_CUTS=1000` for a long run.
fn cuts() -> usize {
    std::env::var("FIRMBOOK_HUB_CUTS").map_or(20, |cuts| cuts.parse().unwrap())
}

/// Maximum number of messages sent but not yet received. These and the replayed ones fit through one long-lived
/// connection, even on a slow machine.
const MAX_IN_FLIGHT: i64 = 30;

/// A proxy that breaks each connection after a random number of bytes until no cuts are left.
struct Cutter {
    address: SocketAddr,
    left: Arc<AtomicUsize>,
    seen: Arc<Seen>,
}

/// Requests seen by the proxy.
#[derive(Default)]
struct Seen {
    negotiations: AtomicUsize,
    sockets: AtomicUsize,
}

impl Seen {
    fn count_requests(&self, data: &[u8]) {
        let count = |words: &[u8]| data.windows(words.len()).filter(|piece| *piece == words).count();
        self.negotiations
            .fetch_add(count(b"POST /api/notify/negotiate"), Ordering::SeqCst);
        self.sockets
            .fetch_add(count(b"GET /api/notify?id="), Ordering::SeqCst);
    }
}

impl Cutter {
    async fn start(server: SocketAddr, seed: u64, cuts: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let left = Arc::new(AtomicUsize::new(cuts));
        let counted = left.clone();
        let seen = Arc::<Seen>::default();
        let looking = seen.clone();
        let mut random = StdRng::seed_from_u64(seed);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let bytes = random.random_range(300..20_000);
                tokio::spawn(forward(client, server, bytes, counted.clone(), looking.clone()));
            }
        });
        Self { address, left, seen }
    }
}

async fn forward(
    mut client: TcpStream,
    server: SocketAddr,
    mut bytes: usize,
    left: Arc<AtomicUsize>,
    seen: Arc<Seen>,
) {
    let mut server = TcpStream::connect(server).await.unwrap();
    let (mut up, mut down) = (vec![0; 512], vec![0; 512]);
    loop {
        let wrote = tokio::select! {
            read = client.read(&mut up) => match read {
                Ok(length @ 1..) => {
                    seen.count_requests(&up[..length]);
                    cut(&mut server, &up[..length], &mut bytes, &left).await
                }
                _ => return,
            },
            read = server.read(&mut down) => match read {
                Ok(length @ 1..) => cut(&mut client, &down[..length], &mut bytes, &left).await,
                _ => return,
            },
        };
        if !wrote {
            // Resets the connections without a close handshake, like a network failure.
            for stream in [client, server] {
                _ = stream.set_zero_linger();
            }
            return;
        }
    }
}

/// Forwards the data up to the cut. Returns false if the connection was cut.
async fn cut(to: &mut TcpStream, data: &[u8], bytes: &mut usize, left: &AtomicUsize) -> bool {
    let passed = data.len().min(*bytes);
    *bytes -= passed;
    let is_cut = passed < data.len()
        && left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
            .is_ok();
    let data = if is_cut { &data[..passed] } else { data };
    to.write_all(data).await.is_ok() && !is_cut
}

pub struct Official {
    child: Child,
    output: mpsc::UnboundedReceiver<Value>,
}

impl Official {
    pub fn start(address: SocketAddr, token: &str, transport: &str, is_stateful: bool) -> Self {
        let webapp = "../webapp";
        let mut command = Command::new("node");
        command
            .current_dir(webapp)
            .arg("dev/hub-client.mjs")
            .arg(format!("http://{address}/api/notify"))
            .arg(transport)
            .args(is_stateful.then_some("--stateful"))
            .env("FIRMBOOK_TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (tell, output) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                _ = tell.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self { child, output }
    }

    pub async fn next_message(&mut self) -> Value {
        let output = tokio::time::timeout(PATIENCE, self.output.recv()).await;
        output
            .expect("timed out waiting for the client")
            .expect("the client ended")
    }
}

async fn assert_delivered_exactly_once(transport: &str, is_stateful: bool, seed: u64) {
    let generous = HubLimits {
        connections: 100_000,
        opened: unlimited(),
    };
    let hub = Hub::with(|config, _| config.hub = generous).await;
    let admin = hub.app.admin().await;
    let cutter = Cutter::start(hub.address, seed, cuts()).await;
    let token = admin.token.clone().unwrap();
    let mut client = Official::start(cutter.address, &token, transport, is_stateful);
    while client.next_message().await.get("connected").is_none() {}

    let (app, user, left) = (hub.app.app.clone(), admin.user_key.clone(), cutter.left.clone());
    // Highest message number up to which all messages were received.
    let (tell, mut whole) = watch::channel(0);
    let posting = tokio::spawn(async move {
        let mut count = 0;
        // Sends until all cuts are used up, plus 20 messages on a stable connection.
        let mut more = 20;
        while more > 0 {
            count += 1;
            _ = whole.wait_for(|whole| count <= whole + MAX_IN_FLIGHT).await;
            push(&app, &user, &format!("#{count}")).await;
            if left.load(Ordering::SeqCst) == 0 {
                more -= 1;
            }
        }
        count
    });
    // Messages by id, as a page would show them.
    let mut shown: BTreeMap<i64, String> = BTreeMap::new();
    let mut on_connection: BTreeSet<(String, i64)> = BTreeSet::new();
    let mut connections = BTreeSet::new();
    let (mut raw, mut repeated) = (0, 0);
    let mut expected = None;
    let mut posting = Some(posting);
    let (mut whole, mut aged) = (0, 0);
    while expected.is_none_or(|expected| shown.len() < expected) {
        if posting.as_ref().is_some_and(tokio::task::JoinHandle::is_finished)
            && let Some(posting) = posting.take()
        {
            expected = Some(usize::try_from(posting.await.unwrap()).unwrap());
            continue;
        }
        let output = client.next_message().await;
        let Some(message) = output["message"].as_str() else {
            continue;
        };
        let (connection, id) = (
            output["connection"].as_str().unwrap().to_owned(),
            output["id"].as_i64().unwrap(),
        );
        raw += 1;
        connections.insert(connection.clone());
        repeated += usize::from(!on_connection.insert((connection, id)));
        let known = shown.insert(id, message.to_owned());
        assert!(known.is_none_or(|known| known == message));
        // Backdates older messages, so that they are no longer replayed.
        while shown.contains_key(&(whole + 1)) {
            whole += 1;
        }
        tell.send_replace(whole);
        if whole > aged + 20 {
            aged = whole - 10;
            // Skips rows that the dispatcher has locked.
            let sql = format!(
                "UPDATE hub_outbox SET dispatched_at = '2000-01-01' WHERE id IN (
                   SELECT id FROM hub_outbox WHERE id <= {aged} AND dispatched_at > '2000-01-01'
                   ORDER BY id FOR UPDATE SKIP LOCKED)"
            );
            hub.app.execute(&sql).await;
        }
    }
    let texts: Vec<String> = shown.into_values().collect();
    let all: Vec<String> = (1..=texts.len()).map(|number| format!("#{number}")).collect();
    assert_eq!(texts, all);
    assert_eq!(cutter.left.load(Ordering::SeqCst), 0);
    eprintln!(
        "{transport}{}: {} messages, {raw} received, {repeated} repeated on one connection, {} cuts, {} connections",
        if is_stateful { " stateful" } else { "" },
        all.len(),
        cuts(),
        connections.len()
    );
    assert_eq!(repeated, 0, "no connection receives a message twice");
    if is_stateful {
        let Seen {
            negotiations,
            sockets,
        } = &*cutter.seen;
        let (sockets, negotiations) = (
            sockets.load(Ordering::SeqCst),
            negotiations.load(Ordering::SeqCst),
        );
        assert!(
            sockets > negotiations,
            "connections are resumed without a new negotiation"
        );
    }
    drop(client.child.stdin.take());
    let ended = tokio::time::timeout(PATIENCE, client.child.wait()).await;
    assert!(ended.unwrap().unwrap().success());
}

#[tokio::test]
async fn stateful_web_socket_client_misses_nothing() {
    assert_delivered_exactly_once("WebSockets", true, 1).await;
}

#[tokio::test]
async fn web_socket_client_misses_nothing() {
    assert_delivered_exactly_once("WebSockets", false, 2).await;
}

#[tokio::test]
async fn event_stream_client_misses_nothing() {
    assert_delivered_exactly_once("ServerSentEvents", false, 3).await;
}

#[tokio::test]
async fn long_polling_client_misses_nothing() {
    assert_delivered_exactly_once("LongPolling", false, 4).await;
}
