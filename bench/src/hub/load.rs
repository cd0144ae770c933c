//! Load generator: opens connections, counts the pushes they receive, and reports when the last one arrived.
//!
//! Reads the commands `connect COUNT A_SECOND` and `await NUMBER` from standard input and answers each with a
//! line.

use super::socket;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::io::BufRead;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

const PATIENCE: Duration = Duration::from_secs(20);
const HANDSHAKE: &str = "{\"protocol\":\"json\",\"version\":2}\u{1e}";
const PING: &str = "{\"type\":6}\u{1e}";
const PING_EVERY: Duration = Duration::from_secs(15);
/// Delay before a client acknowledges messages, as in the official client.
const ACKNOWLEDGE_AFTER: Duration = Duration::from_secs(1);

/// Protocol of a connection.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Speech {
    /// Negotiation and hub protocol version 2, with pings and acknowledgements like the official client.
    Hub,
    /// WebSocket without a subprotocol. Every message is a push.
    Plain,
    /// Engine.IO 4 and Socket.IO 5.
    #[value(name = "socket.io")]
    SocketIo,
    /// WebSocket frames on a plain TCP connection, without the upgrade.
    Frames,
}

impl fmt::Display for Speech {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().ok_or(fmt::Error)?;
        formatter.write_str(value.get_name())
    }
}

/// For each push number: the number of connections that received it, and the time of the last delivery in nanoseconds.
#[derive(Default)]
struct Count {
    arrived: HashMap<u32, (usize, u64)>,
    /// Pushes received twice or out of order.
    strays: usize,
    failed: usize,
}

struct Load {
    speech: Speech,
    address: String,
    /// Access tokens, assigned to connections round-robin.
    tokens: Vec<String>,
    count: RefCell<Count>,
    open: Cell<usize>,
    changed: Notify,
    buffer: RefCell<Vec<u8>>,
}

/// Opens connections and counts the pushes they receive.
#[derive(Args)]
pub struct Options {
    protocol: Speech,
    address: String,
    /// File with one access token per line.
    tokens: Option<PathBuf>,
}

pub fn run(options: Options) -> anyhow::Result<()> {
    super::limits::raise_open_files()?;
    let tokens = match options.tokens {
        Some(file) => std::fs::read_to_string(file)?
            .lines()
            .map(str::to_owned)
            .collect(),
        None => Vec::new(),
    };
    let load = Rc::new(Load {
        speech: options.protocol,
        address: options.address,
        tokens,
        count: RefCell::default(),
        open: Cell::new(0),
        changed: Notify::new(),
        buffer: RefCell::new(vec![0; 64 * 1024]),
    });
    let (tell, orders) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            _ = tell.send(line);
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    tokio::task::LocalSet::new().block_on(&runtime, obey(load, orders))
}

async fn obey(load: Rc<Load>, mut orders: mpsc::UnboundedReceiver<String>) -> anyhow::Result<()> {
    while let Some(order) = orders.recv().await {
        match order.split(' ').collect::<Vec<_>>()[..] {
            ["connect", count, a_second] => {
                let failed = connect(&load, count.parse()?, a_second.parse()?).await?;
                println!("connected {} {failed}", load.open.get());
            }
            ["await", number] => {
                let (arrived, last_ns) = load.until_arrived(number.parse()?).await;
                println!("arrived {arrived} {last_ns} {}", load.count.borrow().strays);
            }
            _ => bail!("unknown command `{order}`"),
        }
    }
    Ok(())
}

/// Opens `count` connections at a steady rate and waits until each is open or has failed. Returns the number
/// of failed connections.
async fn connect(load: &Rc<Load>, count: usize, a_second: u32) -> anyhow::Result<usize> {
    let first = load.open.get();
    let mut ticks = interval(Duration::from_secs(1) / a_second);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for number in first..first + count {
        ticks.tick().await;
        let load = load.clone();
        tokio::task::spawn_local(async move {
            if let Err(error) = load.carry(number).await {
                let mut counted = load.count.borrow_mut();
                counted.failed += 1;
                if counted.failed <= 3 {
                    eprintln!("connection {number}: {error:#}");
                }
            }
            load.changed.notify_waiters();
        });
    }
    let done = load.until(|| load.open.get() + load.count.borrow().failed >= first + count);
    _ = timeout(PATIENCE, done).await;
    Ok(load.count.borrow().failed)
}

impl Load {
    async fn until(&self, is_so: impl Fn() -> bool) {
        loop {
            let changed = self.changed.notified();
            if is_so() {
                return;
            }
            changed.await;
        }
    }

    /// Waits for a push on all connections. Returns how many received it and the time of the last delivery.
    async fn until_arrived(&self, number: u32) -> (usize, u64) {
        let arrived = || {
            self.count
                .borrow()
                .arrived
                .get(&number)
                .copied()
                .unwrap_or_default()
        };
        _ = timeout(PATIENCE, self.until(|| arrived().0 >= self.open.get())).await;
        arrived()
    }

    async fn carry(&self, number: usize) -> anyhow::Result<()> {
        let (stream, begun) = timeout(PATIENCE, self.open(number)).await??;
        let mut connection = Connection {
            last: 0,
            tracked: 0,
            greeting: match self.speech {
                // Hub: handshake response and notification list. Socket.IO: open packet and namespace.
                Speech::Hub | Speech::SocketIo => 2,
                Speech::Plain | Speech::Frames => 0,
            },
            begun,
            acknowledge_at: None,
            answers: Vec::new(),
        };
        if connection.greeting == 0 {
            self.is_open();
        }
        connection.listen(self, &stream).await
    }

    fn is_open(&self) {
        self.open.set(self.open.get() + 1);
        self.changed.notify_waiters();
    }

    async fn open(&self, number: usize) -> anyhow::Result<(TcpStream, Vec<u8>)> {
        match self.speech {
            Speech::Hub => {
                let token = &self.tokens[number % self.tokens.len()];
                let path = "/api/notify/negotiate?negotiateVersion=1&useStatefulReconnect=true";
                let answer: serde_json::Value =
                    serde_json::from_str(&socket::post(&self.address, path, token).await?)?;
                let id = answer["connectionToken"].as_str().context("no connectionToken")?;
                let path = format!("/api/notify?id={id}");
                let (stream, begun) = socket::upgrade(&self.address, &path, Some(token)).await?;
                say(&stream, HANDSHAKE).await?;
                Ok((stream, begun))
            }
            Speech::Plain => socket::upgrade(&self.address, "/", None).await,
            Speech::SocketIo => {
                let path = "/socket.io/?EIO=4&transport=websocket";
                let (stream, begun) = socket::upgrade(&self.address, path, None).await?;
                say(&stream, "40").await?;
                Ok((stream, begun))
            }
            Speech::Frames => Ok((socket::connect(&self.address).await?, Vec::new())),
        }
    }
}

async fn say(stream: &TcpStream, words: &str) -> anyhow::Result<()> {
    let frame = socket::text(words);
    let mut rest = &frame[..];
    while !rest.is_empty() {
        stream.writable().await?;
        match stream.try_write(rest) {
            Ok(length) => rest = &rest[length..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

struct Connection {
    /// Number of the last push.
    last: u32,
    /// Number of messages to acknowledge.
    tracked: u64,
    /// Messages still expected before the connection counts as open.
    greeting: u8,
    /// Bytes of an incomplete message.
    begun: Vec<u8>,
    acknowledge_at: Option<Instant>,
    answers: Vec<&'static str>,
}

impl Connection {
    async fn listen(&mut self, load: &Load, stream: &TcpStream) -> anyhow::Result<()> {
        let mut pings = interval(PING_EVERY);
        // The first message can arrive together with the upgrade response.
        self.take(load, 0)?;
        loop {
            for answer in std::mem::take(&mut self.answers) {
                say(stream, answer).await?;
            }
            let acknowledge_at = self.acknowledge_at;
            tokio::select! {
                biased;
                ready = stream.readable() => {
                    ready?;
                    let read = stream.try_read(&mut load.buffer.borrow_mut());
                    match read {
                        Ok(0) => bail!("connection closed by the server"),
                        Ok(length) => self.take(load, length)?,
                        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                        Err(error) => return Err(error.into()),
                    }
                }
                () = async { sleep_until(acknowledge_at.unwrap_or_else(Instant::now)).await }, if acknowledge_at.is_some() => {
                    self.acknowledge_at = None;
                    let words = format!("{{\"type\":8,\"sequenceId\":{}}}\u{1e}", self.tracked);
                    say(stream, &words).await?;
                }
                _ = pings.tick(), if load.speech == Speech::Hub => say(stream, PING).await?,
            }
        }
    }

    /// Processes the first `length` bytes of the shared buffer.
    fn take(&mut self, load: &Load, length: usize) -> anyhow::Result<()> {
        let buffer = load.buffer.borrow();
        let read = &buffer[..length];
        if self.begun.is_empty() {
            let taken = socket::take_messages(read, |message| self.hear(load, message))?;
            self.begun.extend_from_slice(&read[taken..]);
        } else {
            let mut bytes = std::mem::take(&mut self.begun);
            bytes.extend_from_slice(read);
            let taken = socket::take_messages(&bytes, |message| self.hear(load, message))?;
            self.begun = bytes.split_off(taken);
        }
        Ok(())
    }

    fn hear(&mut self, load: &Load, message: &[u8]) {
        match load.speech {
            Speech::Hub => {
                for record in message.split_inclusive(|byte| *byte == 0x1e) {
                    if record.starts_with(b"{\"type\":1,") {
                        self.tracked += 1;
                        self.acknowledge_at
                            .get_or_insert_with(|| Instant::now() + ACKNOWLEDGE_AFTER);
                    }
                    self.hear_push(load, record);
                }
            }
            Speech::SocketIo if message == b"2" => self.answers.push("3"),
            Speech::Plain | Speech::SocketIo | Speech::Frames => self.hear_push(load, message),
        }
    }

    fn hear_push(&mut self, load: &Load, record: &[u8]) {
        let Some(number) = number_in(record) else {
            if self.greeting > 0 && record != PING.as_bytes() {
                self.greeting -= 1;
                if self.greeting == 0 {
                    load.is_open();
                }
            }
            return;
        };
        let mut count = load.count.borrow_mut();
        if number != self.last + 1 && self.last > 0 {
            count.strays += 1;
        }
        self.last = number;
        let arrived = count.arrived.entry(number).or_default();
        *arrived = (arrived.0 + 1, now_ns());
        let is_all = arrived.0 >= load.open.get();
        drop(count);
        if is_all {
            load.changed.notify_waiters();
        }
    }
}

/// Parses the number after the first `#`.
fn number_in(record: &[u8]) -> Option<u32> {
    let at = record.iter().position(|byte| *byte == b'#')?;
    let digits = record[at + 1..].iter().take_while(|byte| byte.is_ascii_digit());
    digits
        .map(|digit| u32::from(digit - b'0'))
        .reduce(|number, digit| number * 10 + digit)
}

/// Returns the nanoseconds since the Unix epoch.
pub fn now_ns() -> u64 {
    let now = server::clock::Clock::System.now().as_nanosecond();
    u64::try_from(now).unwrap_or(u64::MAX)
}
