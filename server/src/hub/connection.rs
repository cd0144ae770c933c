//! One connection: its protocol state, whose it is, and the line that carries it at the moment.

use super::Group;
use super::lines::outlet::Outlet;
use crate::auth::token::Claims;
use aws_lc_rs::rand;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use shared::hub::negotiate::Transport;
use shared::hub::session::{QUEUE_LIMIT, Refusal, Session, TOO_SLOW};
use shared::permission::Permissions;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// What one write to a line holds at most, unless a single record is larger: a client gets all of it or nothing.
const BATCH_BYTES: usize = 8 * 1024;
/// How long the ids of replayed pushes are remembered: longer than a push can be under way.
const REMEMBERED_MS: u64 = 300_000;

pub struct Connection {
    /// Public.
    pub id: String,
    /// Whoever has it, and a token of the same user, has the connection.
    pub token: String,
    pub group: Group,
    pub claims: Claims,
    /// The account in which it was opened, and what may be done in it: with others it ends.
    pub account: String,
    pub permissions: Permissions,
    held: Mutex<Held>,
    /// The line has something to do.
    changed: Notify,
    /// Something was written, so that there is room for more.
    room: Notify,
}

struct Held {
    session: Session<Bytes>,
    /// Counts the lines; the newest one counts.
    line: u64,
    /// Where records go without the line's doing, when it is a WebSocket.
    outlet: Option<Arc<Outlet>>,
    welcome: Welcome,
    /// The last poll that has a number, and what it was answered.
    answer: Option<(u64, Bytes)>,
}

/// A connection is told first what it may have missed, then what happens.
enum Welcome {
    /// What happens meanwhile waits.
    Awaited {
        waiting: Vec<(Option<i64>, Bytes)>,
        bytes: usize,
    },
    Done {
        replayed: HashSet<i64>,
        at_ms: u64,
    },
}

/// Whose connection it is to be.
pub struct Owner {
    pub group: Group,
    pub claims: Claims,
    pub account: String,
    pub permissions: Permissions,
}

/// How a connection and one of its lines stand.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    Open,
    /// Everything was said; the line is to be closed.
    Over,
    /// Another line carries the connection.
    Replaced,
}

/// What a line without an outlet has to do now.
#[derive(Debug, PartialEq, Eq)]
pub enum Todo {
    Write(Bytes),
    Wait,
    /// The connection is over: say so, in the way of the transport.
    End,
    /// Another line carries it.
    Leave,
}

impl Connection {
    /// # Errors
    /// When the system gives no random bytes.
    pub fn new(owner: Owner, is_stateful: bool, version: u8, now_ms: u64) -> anyhow::Result<Self> {
        let id = secret()?;
        Ok(Self {
            token: if version == 0 { id.clone() } else { secret()? },
            id,
            group: owner.group,
            claims: owner.claims,
            account: owner.account,
            permissions: owner.permissions,
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
            room: Notify::new(),
        })
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

    /// Ends it unless a line has come meanwhile; whether it did.
    pub fn end_without_line(&self) -> bool {
        let mut held = self.held();
        let ends = held.session.without_line_since_ms().is_some();
        if ends {
            held.session.end();
        }
        ends
    }

    /// Takes a line; the one before it, if any, has to leave. The number names it from now on.
    pub fn attach(&self, transport: Transport, now_ms: u64) -> Result<u64, Refusal> {
        let mut held = self.held();
        held.session.attach(transport, now_ms)?;
        held.line += 1;
        held.outlet = None;
        let line = held.line;
        drop(held);
        self.changed.notify_waiters();
        Ok(line)
    }

    /// The line broke.
    pub fn detach(&self, line: u64, now_ms: u64) {
        let mut held = self.held();
        if held.line == line {
            held.outlet = None;
            held.session.detach(now_ms);
        }
    }

    /// The client left on purpose.
    pub fn end(&self, line: u64) {
        let mut held = self.held();
        if held.line == line {
            held.session.end();
        }
    }

    /// Takes what came on a line, or was posted (no line); true when the connection is open now.
    pub fn receive(&self, line: Option<u64>, bytes: &[u8], now_ms: u64) -> bool {
        let mut held = self.held();
        if line.is_some_and(|line| line != held.line) {
            return false;
        }
        let is_opened = held.session.receive(bytes, now_ms);
        self.pour(held);
        is_opened
    }

    /// What a poll of this number was answered; its first answer was lost on the way.
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

    /// The second's work; true when the connection can be forgotten.
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

    /// Queues a push; one with an id that was replayed to this connection already is not repeated.
    pub fn queue(&self, id: Option<i64>, record: &Bytes) {
        let mut held = self.held();
        let Held { session, welcome, .. } = &mut *held;
        match welcome {
            Welcome::Awaited { waiting, bytes } => {
                *bytes += record.len();
                if *bytes > QUEUE_LIMIT && !waiting.is_empty() {
                    session.close(Some(TOO_SLOW), true);
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

    /// Lets out what is queued.
    pub fn go_on(&self) {
        self.pour(self.held());
    }

    /// Writes what there is, as far as the socket takes it; wakes the line for what it has to do itself.
    fn pour(&self, mut held: MutexGuard<'_, Held>) {
        let Held { session, outlet, .. } = &mut *held;
        let mut wakes = true;
        let mut has_written = false;
        if let Some(outlet) = outlet {
            while outlet.is_clear()
                && let Some(records) = next_records(session)
            {
                outlet.send(&records);
                has_written = true;
            }
            wakes = !outlet.is_clear() || outlet.is_broken() || session.is_over();
        }
        drop(held);
        if has_written {
            self.room.notify_waiters();
        }
        if wakes {
            self.changed.notify_waiters();
        }
    }

    /// Resolves when the line has something to do.
    pub fn changed(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// From now on records go there, as long as no other line takes over.
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

    /// Sends in the welcome, as fast as the client reads; false when the connection is over.
    pub async fn welcome_with(&self, record: Bytes) -> bool {
        loop {
            let room = self.room.notified();
            tokio::pin!(room);
            room.as_mut().enable();
            {
                let mut held = self.held();
                if !held.session.is_open() {
                    return false;
                }
                if held.session.has_room_for(record.len()) {
                    held.session.send(record);
                    self.pour(held);
                    return true;
                }
            }
            room.await;
        }
    }

    /// Ends the welcome: what waited follows, but for what was replayed.
    pub fn welcomed(&self, replayed: HashSet<i64>, now_ms: u64) {
        let mut held = self.held();
        let Held { session, welcome, .. } = &mut *held;
        if let Welcome::Awaited { waiting, .. } = welcome {
            for (id, record) in std::mem::take(waiting) {
                if id.is_none_or(|id| !replayed.contains(&id)) {
                    session.send(record);
                }
            }
        }
        *welcome = Welcome::Done {
            replayed,
            at_ms: now_ms,
        };
        self.pour(held);
    }

    /// Waits until the line has something to do.
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
        drop(held);
        self.room.notify_waiters();
        Todo::Write(records)
    }
}

/// The next record, and those behind it that fit into one write with it.
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
    // One record alone is shared with everybody who gets it.
    Some(joined.map_or(first, Bytes::from))
}

/// 16 random bytes for a URL.
fn secret() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    rand::fill(&mut bytes).map_err(|_| anyhow::anyhow!("the system gives no random bytes"))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
