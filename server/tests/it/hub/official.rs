//! The official client, `@microsoft/signalr` from npm, on a line that is cut again and again.

use super::support::{Hub, post};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use server::hub::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::sync::{mpsc, watch};

/// Cuts of one run; `FIRMBOOK_HUB_CUTS=1000` for a long one.
fn cuts() -> usize {
    std::env::var("FIRMBOOK_HUB_CUTS").map_or(20, |cuts| cuts.parse().unwrap())
}

/// How far what is posted may be ahead of what was shown: all of it, and what is replayed before it, fits through a line
/// of the longer kind, however slow the machine is.
const AHEAD: i64 = 30;

/// A way to the server that breaks each connection after some bytes, as long as there are cuts left.
struct Cutter {
    address: SocketAddr,
    left: Arc<AtomicUsize>,
    seen: Arc<Seen>,
}

/// What was asked for on the lines.
#[derive(Default)]
struct Seen {
    negotiations: AtomicUsize,
    sockets: AtomicUsize,
}

impl Seen {
    fn look_at(&self, data: &[u8]) {
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
                tokio::spawn(carry(client, server, bytes, counted.clone(), looking.clone()));
            }
        });
        Self { address, left, seen }
    }
}

async fn carry(
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
                    seen.look_at(&up[..length]);
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
            // Without a goodbye, as a network does it.
            for stream in [client, server] {
                _ = stream.set_zero_linger();
            }
            return;
        }
    }
}

/// Passes on what there is, up to the cut.
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
    heard: mpsc::UnboundedReceiver<Value>,
}

impl Official {
    pub fn start(address: SocketAddr, token: &str, transport: &str, is_stateful: bool) -> Self {
        let webapp = concat!(env!("CARGO_MANIFEST_DIR"), "/../webapp");
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
        let (tell, heard) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                _ = tell.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self { child, heard }
    }

    pub async fn hears(&mut self) -> Value {
        let heard = tokio::time::timeout(Duration::from_secs(60), self.heard.recv()).await;
        heard
            .expect("the client says something")
            .expect("the client lives")
    }
}

async fn nothing_is_lost_or_doubled(transport: &str, is_stateful: bool, seed: u64) {
    let generous = Limits {
        connections: 100_000,
        burst: 1e9,
        a_second: 1e9,
    };
    let hub = Hub::with(|config, _| config.hub = generous).await;
    let admin = hub.app.admin().await;
    let cutter = Cutter::start(hub.address, seed, cuts()).await;
    let token = admin.token.clone().unwrap();
    let mut client = Official::start(cutter.address, &token, transport, is_stateful);
    while client.hears().await.get("connected").is_none() {}

    let (app, user, left) = (hub.app.app.clone(), admin.user_key.clone(), cutter.left.clone());
    // Everything up to this one was shown.
    let (tell, mut whole) = watch::channel(0);
    let posting = tokio::spawn(async move {
        let mut count = 0;
        // As long as lines break, and then some more on a whole one.
        let mut more = 20;
        while more > 0 {
            count += 1;
            _ = whole.wait_for(|whole| count <= whole + AHEAD).await;
            post(&app, &user, &format!("#{count}")).await;
            if left.load(Ordering::SeqCst) == 0 {
                more -= 1;
            }
        }
        count
    });
    // What a page would show: each id once, in the order in which they came.
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
        let heard = client.hears().await;
        let Some(message) = heard["message"].as_str() else {
            continue;
        };
        let (connection, id) = (
            heard["connection"].as_str().unwrap().to_owned(),
            heard["id"].as_i64().unwrap(),
        );
        raw += 1;
        connections.insert(connection.clone());
        repeated += usize::from(!on_connection.insert((connection, id)));
        let known = shown.insert(id, message.to_owned());
        assert!(known.is_none_or(|known| known == message));
        // What was shown a while ago is not replayed for ever: time flies.
        while shown.contains_key(&(whole + 1)) {
            whole += 1;
        }
        tell.send_replace(whole);
        if whole > aged + 20 {
            aged = whole - 10;
            // What the dispatcher holds at the moment is left for the next time.
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
        "{transport}{}: {} messages, {raw} heard, {repeated} of them again on one connection, {} cuts, {} connections",
        if is_stateful { " stateful" } else { "" },
        all.len(),
        cuts(),
        connections.len()
    );
    assert_eq!(repeated, 0, "a connection hears nothing twice");
    if is_stateful {
        let Seen {
            negotiations,
            sockets,
        } = &*cutter.seen;
        let (sockets, negotiations) = (
            sockets.load(Ordering::SeqCst),
            negotiations.load(Ordering::SeqCst),
        );
        assert!(sockets > negotiations, "lines are resumed");
    }
    drop(client.child.stdin.take());
    let ended = tokio::time::timeout(Duration::from_secs(20), client.child.wait()).await;
    assert!(ended.unwrap().unwrap().success());
}

#[tokio::test]
async fn web_sockets_with_stateful_reconnect() {
    nothing_is_lost_or_doubled("WebSockets", true, 1).await;
}

#[tokio::test]
async fn web_sockets() {
    nothing_is_lost_or_doubled("WebSockets", false, 2).await;
}

#[tokio::test]
async fn server_sent_events() {
    nothing_is_lost_or_doubled("ServerSentEvents", false, 3).await;
}

#[tokio::test]
async fn long_polling() {
    nothing_is_lost_or_doubled("LongPolling", false, 4).await;
}
