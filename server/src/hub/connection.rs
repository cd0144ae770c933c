//! One hub connection: protocol state, user, and the line (transport request) that currently carries it.

use super::Group;
use super::identity::Identity;
use super::lines::outlet::Outlet;
use aws_lc_rs::rand;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use shared::hub::negotiate::Transport;
use shared::hub::session::{AttachError, QUEUE_LIMIT, REPLAY_LIMIT, Session};
use shared::permission::Permissions;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Maximum bytes per write to a line, unless a single record is larger. A client receives a write completely
/// or not at all.
const BATCH_BYTES: usize = 8 * 1024;
/// How long the ids of replayed pushes are kept for deduplication. Longer than a push can be in flight.
const REMEMBERED_MS: u64 = 300_000;

pub struct Connection {
    /// Public connection id.
    pub id: String,
    /// Secret connection token. Requests need it together with an access token of the same user.
    pub token: String,
    pub group: Group,
    /// Identity and permissions at the time of opening. The connection is closed when either changes.
    pub identity: Identity,
    pub permissions: Permissions,
    held: Mutex<Held>,
    /// Notified when the line has work to do.
    changed: Notify,
}

struct Held {
    session: Session<Bytes>,
    /// Number of the current line. Each new line increments it.
    line: u64,
    /// Target of direct writes that bypass the line's task. Set for WebSockets only.
    outlet: Option<Arc<Outlet>>,
    welcome: Welcome,
    /// Number and response of the last numbered poll.
    answer: Option<(u64, Bytes)>,
}

/// Progress of the welcome: a new connection first gets the pushes that it may have missed, then live ones.
enum Welcome {
    /// The welcome is being sent. Live pushes are buffered.
    Awaited {
        waiting: Vec<(Option<i64>, Bytes)>,
        bytes: usize,
    },
    Done {
        replayed: HashSet<i64>,
        at_ms: u64,
    },
}

/// The user of a new connection, with the identity and permissions it was opened with.
pub struct ConnectionUser {
    pub group: Group,
    pub identity: Identity,
    pub permissions: Permissions,
}

/// State of a connection as seen by one of its lines.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    Open,
    /// All records were sent. The line closes.
    Over,
    /// Another line carries the connection.
    Replaced,
}

/// The next step of a line without an outlet.
#[derive(Debug, PartialEq, Eq)]
pub enum Todo {
    Write(Bytes),
    Wait,
    /// The connection has ended. The line signals that as its transport requires.
    End,
    /// Another line carries the connection.
    Leave,
}

impl Connection {
    /// # Errors
    /// Returns an error if the system random number generator fails.
    pub fn new(user: ConnectionUser, is_stateful: bool, version: u8, now_ms: u64) -> anyhow::Result<Self> {
        let id = secret()?;
        Ok(Self {
            token: if version == 0 { id.clone() } else { secret()? },
            id,
            group: user.group,
            identity: user.identity,
            permissions: user.permissions,
            held: Mutex::new(Held {
                session: Session::new(is_stateful, now_ms),
                line: 0,
                outlet: None,
                welcome: Welcome::Awaited {
                    waiting: Vec::new(),
                    bytes: 0,
                },
                answer: None,
            }),
            changed: Notify::new(),
        })
    }

    /// Returns the key of the user's connection limit.
    pub fn limit_key(&self) -> Arc<str> {
        self.identity.limit_key(&self.group.user_key)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn transport(&self) -> Option<Transport> {
        self.held().session.transport()
    }

    pub fn is_over(&self) -> bool {
        self.held().session.is_over()
    }

    pub fn without_line_since_ms(&self) -> Option<u64> {
        self.held().session.without_line_since_ms()
    }

    /// Ends the connection if it has no line. Returns whether it did.
    pub fn end_without_line(&self) -> bool {
        let mut held = self.held();
        let ends = held.session.without_line_since_ms().is_some();
        if ends {
            held.session.end();
        }
        ends
    }

    /// Attaches a new line, which replaces the current one, and returns its number. Ends the connection if its
    /// client missed too much. The client then opens a new one, which starts with the current state.
    pub fn attach(&self, transport: Transport, now_ms: u64) -> Result<u64, AttachError> {
        let mut held = self.held();
        if held
            .session
            .resume_bytes()
            .is_some_and(|bytes| bytes > REPLAY_LIMIT)
        {
            held.session.end();
            drop(held);
            self.changed.notify_waiters();
            return Err(AttachError::Gone);
        }
        held.session.attach(transport, now_ms)?;
        held.line += 1;
        held.outlet = None;
        let line = held.line;
        drop(held);
        self.changed.notify_waiters();
        Ok(line)
    }

    /// Records that the line broke. Does nothing if another line has replaced it.
    pub fn detach(&self, line: u64, now_ms: u64) {
        let mut held = self.held();
        if held.line == line {
            held.outlet = None;
            held.session.detach(now_ms);
        }
    }

    /// Ends the connection at the client's request.
    pub fn end(&self, line: u64) {
        let mut held = self.held();
        if held.line == line {
            held.session.end();
        }
    }

    /// Processes bytes from a line, or from a POST (`line` is `None`). Returns `true` if they completed the
    /// handshake.
    pub fn receive(&self, line: Option<u64>, bytes: &[u8], now_ms: u64) -> bool {
        let mut held = self.held();
        if line.is_some_and(|line| line != held.line) {
            return false;
        }
        let is_opened = held.session.receive(bytes, now_ms);
        self.pour(held);
        is_opened
    }

    /// Returns the stored response to the poll with this number, for a client that lost the first response.
    pub fn answer_to(&self, poll: Option<u64>) -> Option<Bytes> {
        let held = self.held();
        let (number, bytes) = held.answer.as_ref()?;
        (poll == Some(*number)).then(|| bytes.clone())
    }

    pub fn answered(&self, poll: Option<u64>, bytes: Bytes) {
        self.held().answer = poll.map(|number| (number, bytes));
    }

    pub fn close(&self, error: Option<&str>, allow_reconnect: bool) {
        let mut held = self.held();
        held.session.close(error, allow_reconnect);
        self.pour(held);
    }

    /// Runs the periodic work, once a second. Returns `true` if the connection has ended and can be removed.
    pub fn tick(&self, now_ms: u64) -> bool {
        let mut held = self.held();
        if let Welcome::Done { replayed, at_ms } = &mut held.welcome
            && !replayed.is_empty()
            && now_ms > *at_ms + REMEMBERED_MS
        {
            *replayed = HashSet::new();
        }
        let has_work = held.session.tick(now_ms);
        let is_over = held.session.is_over();
        if has_work {
            self.pour(held);
        }
        is_over
    }

    /// Queues a push. Skips it if the welcome already replayed the same id.
    pub fn queue(&self, id: Option<i64>, record: &Bytes) {
        let mut held = self.held();
        let Held { session, welcome, .. } = &mut *held;
        match welcome {
            Welcome::Awaited { waiting, bytes } => {
                *bytes += record.len();
                if *bytes > QUEUE_LIMIT && !waiting.is_empty() {
                    session.close(None, true);
                } else {
                    waiting.push((id, record.clone()));
                }
            }
            Welcome::Done { replayed, .. } => {
                if id.is_none_or(|id| !replayed.contains(&id)) {
                    session.send(record.clone());
                }
            }
        }
    }

    /// Flushes queued records.
    pub fn go_on(&self) {
        self.pour(self.held());
    }

    /// Writes queued records to the outlet until the socket is full. Wakes the line if work is left for it.
    fn pour(&self, mut held: MutexGuard<'_, Held>) {
        let Held { session, outlet, .. } = &mut *held;
        let mut wakes = true;
        if let Some(outlet) = outlet {
            while outlet.is_clear()
                && let Some(records) = next_records(session)
            {
                outlet.send(&records);
            }
            wakes = !outlet.is_clear() || outlet.is_broken() || session.is_over();
        }
        drop(held);
        if wakes {
            self.changed.notify_waiters();
        }
    }

    /// Resolves when the line has work to do.
    pub fn changed(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// Sets the outlet for direct writes, unless another line has taken over.
    pub fn open_outlet(&self, line: u64, outlet: Arc<Outlet>) {
        let mut held = self.held();
        if held.line == line {
            held.outlet = Some(outlet);
            self.pour(held);
        }
    }

    pub fn standing(&self, line: u64) -> Standing {
        let held = self.held();
        if held.line != line {
            Standing::Replaced
        } else if held.session.is_over() {
            Standing::Over
        } else {
            Standing::Open
        }
    }

    /// Sends the records of the welcome, and then the buffered pushes except those in `replayed`.
    pub fn welcome_with(
        &self,
        records: impl IntoIterator<Item = Bytes>,
        replayed: HashSet<i64>,
        now_ms: u64,
    ) {
        let mut held = self.held();
        let Held { session, welcome, .. } = &mut *held;
        for record in records {
            session.send_first(record);
        }
        if let Welcome::Awaited { waiting, .. } = welcome {
            for (id, record) in std::mem::take(waiting) {
                if id.is_none_or(|id| !replayed.contains(&id)) {
                    session.send_first(record);
                }
            }
        }
        *welcome = Welcome::Done {
            replayed,
            at_ms: now_ms,
        };
        self.pour(held);
    }

    /// Waits until the line has work to do, and returns it.
    pub async fn todo(&self, line: u64) -> Todo {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            match self.todo_now(line) {
                Todo::Wait => changed.await,
                todo => return todo,
            }
        }
    }

    fn todo_now(&self, line: u64) -> Todo {
        let mut held = self.held();
        if held.line != line {
            return Todo::Leave;
        }
        let Some(records) = next_records(&mut held.session) else {
            return if held.session.is_over() {
                Todo::End
            } else {
                Todo::Wait
            };
        };
        Todo::Write(records)
    }
}

/// Takes the next record, joined with the following ones that fit into one write.
fn next_records(session: &mut Session<Bytes>) -> Option<Bytes> {
    let first = session.next_record()?;
    let mut joined: Option<Vec<u8>> = None;
    let mut length = first.len();
    while length < BATCH_BYTES
        && let Some(next) = session.next_record()
    {
        joined
            .get_or_insert_with(|| first.to_vec())
            .extend_from_slice(&next);
        length += next.len();
    }
    // A single record is not copied: its bytes are shared by all its recipients.
    Some(joined.map_or(first, Bytes::from))
}

/// Generates 16 random bytes, encoded for URLs.
fn secret() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    rand::fill(&mut bytes).map_err(|_| anyhow::anyhow!("system random number generator failed"))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
