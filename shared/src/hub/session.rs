//! Server side of one connection, independent of its transport: handshake, keep-alive, send queue, and
//! stateful reconnect.

use super::buffer::{Received, Unacknowledged};
use super::frame::Splitter;
use super::handshake::{self, Version};
use super::message::{Message, Outcome};
use super::negotiate::Transport;
use super::{BUFFER_SIZE, HANDSHAKE_MS, KEEP_ALIVE_MS, MAX_CLIENT_RECORD, TIMEOUT_MS};
use std::collections::VecDeque;

/// How long a connection is kept without a transport: before the first one attaches, or between two polls.
pub const UNUSED_MS: u64 = 15_000;
/// How long a stateful connection can be resumed after its transport is lost.
pub const RESUME_MS: u64 = 40_000;
/// Limit of queued bytes for one slow reader. Above it, the connection is closed. The client may reconnect,
/// because the database holds what it missed.
pub const QUEUE_LIMIT: usize = 1024 * 1024;
/// Limit of the bytes that are sent again after a reconnect: the records of a resumed connection, or the recent
/// notifications on a new one. A client that missed more loads the current state instead.
pub const REPLAY_LIMIT: usize = 64 * 1024;
/// How long a stateful connection waits for the client's first message before it sends calls.
///
/// The official client starts to count messages only after it has processed the handshake response. A call in
/// the same transport message would be handled but not counted. After a resume, the client's numbers would be
/// behind the server's, and as many calls would be handled twice.
const FIRST_MESSAGE_TIMEOUT_MS: u64 = 1_000;
/// Limit of records per second from a client.
const RECORDS_A_SECOND: u32 = 1_000;
const CLOSED_WITH_ERROR: &str = "Connection closed with an error.";
pub const TOO_SLOW: &str = "The connection was closed because the client reads too slowly.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Handshake,
    Open,
    /// Input is ignored. The queue is written, then the transport is closed.
    Closing,
    Over,
}

/// Why a transport cannot attach to a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttachError {
    Gone,
    OtherTransport,
    /// A transport is attached already, and the connection cannot be resumed.
    Busy,
}

#[derive(Debug)]
struct Queued<R> {
    record: R,
    /// Whether the record counts toward [`QUEUE_LIMIT`].
    counts: bool,
}

/// `R` is an encoded record, including the separator. Cloning should be cheap.
#[derive(Debug)]
pub struct Session<R> {
    phase: Phase,
    transport: Option<Transport>,
    /// Before the handshake: stateful reconnect was negotiated. After the handshake: the client also uses version 2.
    is_stateful: bool,
    is_attached: bool,
    splitter: Splitter,
    /// Written before the queue and never resent: pings, acknowledgements, and the first records after a
    /// resume.
    line: VecDeque<R>,
    /// Calls to the client, in order.
    queue: VecDeque<Queued<R>>,
    /// Bytes of the queued records that count toward [`QUEUE_LIMIT`].
    queued_bytes: usize,
    sent: Unacknowledged<R>,
    received: Received,
    close_record: Option<R>,
    /// Deadline of the wait for the client's first message.
    first_message_deadline_ms: Option<u64>,
    /// Start of the handshake phase; later, the time at which the transport was lost.
    since_ms: u64,
    last_received_ms: u64,
    has_pinged: bool,
    ping_ms: u64,
    records_left: u32,
}

impl<R: Clone + AsRef<[u8]> + From<String>> Session<R> {
    /// Creates a negotiated connection without a transport.
    pub fn new(is_stateful: bool, now_ms: u64) -> Self {
        Self {
            phase: Phase::Handshake,
            transport: None,
            is_stateful,
            is_attached: false,
            splitter: Splitter::new(MAX_CLIENT_RECORD),
            line: VecDeque::new(),
            queue: VecDeque::new(),
            queued_bytes: 0,
            sent: Unacknowledged::new(BUFFER_SIZE),
            received: Received::default(),
            close_record: None,
            first_message_deadline_ms: None,
            since_ms: now_ms,
            last_received_ms: now_ms,
            has_pinged: false,
            ping_ms: now_ms + KEEP_ALIVE_MS,
            records_left: RECORDS_A_SECOND,
        }
    }

    pub fn transport(&self) -> Option<Transport> {
        self.transport
    }

    pub fn is_open(&self) -> bool {
        self.phase == Phase::Open
    }

    /// Returns the time since which the connection has had no transport. `None` while one is attached.
    pub fn without_line_since_ms(&self) -> Option<u64> {
        (!self.is_attached).then_some(self.since_ms)
    }

    /// Returns whether the connection has ended, so that the transport can be closed and the session dropped.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Attaches a transport: the socket, the stream, or one poll. On a stateful connection, a new transport
    /// replaces the old one.
    ///
    /// # Errors
    /// Returns an [`AttachError`] if the connection has ended, uses another transport, or is busy.
    pub fn attach(&mut self, transport: Transport, now_ms: u64) -> Result<(), AttachError> {
        match self.transport {
            Some(other) if other != transport => return Err(AttachError::OtherTransport),
            // A closing connection delivers its last records with the next poll.
            Some(Transport::LongPolling) if self.phase != Phase::Over => {}
            Some(_) => match self.phase {
                Phase::Closing | Phase::Over => return Err(AttachError::Gone),
                Phase::Open if self.is_stateful => self.resume(),
                _ if self.is_attached => return Err(AttachError::Busy),
                _ => return Err(AttachError::Gone),
            },
            None if self.phase == Phase::Over => return Err(AttachError::Gone),
            None => self.since_ms = now_ms,
        }
        self.transport = Some(transport);
        self.is_attached = true;
        self.last_received_ms = now_ms;
        Ok(())
    }

    /// Returns the size in bytes of the unacknowledged and queued records, which a resuming transport would receive.
    /// `None` if the connection cannot be resumed.
    pub fn resume_bytes(&self) -> Option<usize> {
        let resumes = self.transport.is_some() && self.is_stateful && self.phase == Phase::Open;
        let queued = self.queue.iter().map(|queued| queued.record.as_ref().len());
        resumes.then(|| self.sent.weight() + queued.sum::<usize>())
    }

    fn resume(&mut self) {
        self.splitter = Splitter::new(MAX_CLIENT_RECORD);
        self.line.clear();
        let sequence = self.sent.first();
        self.line.push_back(record(&Message::Sequence { sequence }));
        self.line.extend(self.sent.replay().cloned());
    }

    /// Detaches the transport.
    pub fn detach(&mut self, now_ms: u64) {
        if !self.is_attached {
            return;
        }
        self.is_attached = false;
        if self.phase != Phase::Handshake {
            self.since_ms = now_ms;
        }
        let stays = match self.transport {
            Some(Transport::LongPolling) => true,
            Some(Transport::WebSockets) => self.is_stateful && self.phase == Phase::Open,
            _ => false,
        };
        if !stays {
            self.end();
        }
    }

    /// Ends the connection without a close message.
    pub fn end(&mut self) {
        self.phase = Phase::Over;
        self.line = VecDeque::new();
        self.queue = VecDeque::new();
        self.queued_bytes = 0;
    }

    /// Handles input from the client. Returns true if it completed the handshake.
    pub fn receive(&mut self, bytes: &[u8], now_ms: u64) -> bool {
        self.last_received_ms = now_ms;
        let mut is_opened = false;
        for record in self.splitter.take(bytes) {
            match (self.phase, record) {
                (Phase::Handshake, Ok(record)) => is_opened |= self.shake_hands(&record, now_ms),
                (Phase::Handshake, Err(_)) => self.reject_handshake(handshake::CANCELED),
                (Phase::Open, Ok(record)) => {
                    self.first_message_deadline_ms = None;
                    let message = Message::parse(&record);
                    self.records_left = self.records_left.saturating_sub(1);
                    match message {
                        Ok(message) if self.records_left > 0 => self.handle(message, now_ms),
                        _ => self.fail(),
                    }
                }
                (Phase::Open, Err(_)) => self.fail(),
                (Phase::Closing | Phase::Over, _) => {}
            }
        }
        is_opened
    }

    fn shake_hands(&mut self, record: &str, now_ms: u64) -> bool {
        match handshake::read_request(record) {
            Ok(version) => {
                self.is_stateful &= version == Version::Two && self.transport == Some(Transport::WebSockets);
                self.phase = Phase::Open;
                self.first_message_deadline_ms =
                    self.is_stateful.then_some(now_ms + FIRST_MESSAGE_TIMEOUT_MS);
                self.ping_ms = now_ms + KEEP_ALIVE_MS;
                self.line.push_back(handshake::accepted().into());
                true
            }
            Err(error) => {
                self.reject_handshake(&error);
                false
            }
        }
    }

    fn reject_handshake(&mut self, error: &str) {
        self.phase = Phase::Closing;
        self.close_record = Some(handshake::refused(error).into());
    }

    fn handle(&mut self, message: Option<Message>, now_ms: u64) {
        let Some(message) = message else { return };
        if self.is_stateful && message.is_tracked() && !self.received.is_new(now_ms) {
            return;
        }
        match message {
            Message::Invocation {
                id: Some(id), target, ..
            }
            | Message::StreamInvocation { id, target, .. } => {
                let target: String = target.chars().take(100).collect();
                let outcome = Outcome::Error(format!(
                    "Failed to invoke '{target}' due to an error on the server. \
                     HubException: Method does not exist."
                ));
                self.send(record(&Message::Completion { id, outcome }));
            }
            Message::Ping => self.has_pinged = true,
            Message::Close { .. } => self.close(None, false),
            Message::Ack { sequence } if self.is_stateful => self.sent.acknowledge(sequence),
            Message::Sequence { sequence }
                if self.is_stateful && self.received.resume(sequence, now_ms).is_err() =>
            {
                self.fail();
            }
            _ => {}
        }
    }

    /// Queues a call to the client. Closes the connection if the queue would exceed [`QUEUE_LIMIT`].
    pub fn send(&mut self, record: R) {
        if self.phase != Phase::Open {
            return;
        }
        let bytes = record.as_ref().len();
        if !self.has_room_for(bytes) {
            self.queue = VecDeque::new();
            self.queued_bytes = 0;
            self.close(Some(TOO_SLOW), true);
            return;
        }
        self.queued_bytes += bytes;
        self.queue.push_back(Queued { record, counts: true });
    }

    /// Queues an initial record of a new connection. It does not count toward [`QUEUE_LIMIT`], because the
    /// client has had no time to read it.
    pub fn send_first(&mut self, record: R) {
        if self.phase == Phase::Open {
            self.queue.push_back(Queued {
                record,
                counts: false,
            });
        }
    }

    /// Returns whether the queue has room for this many bytes. An empty queue accepts a record of any size.
    fn has_room_for(&self, bytes: usize) -> bool {
        self.queued_bytes == 0 || self.queued_bytes + bytes <= QUEUE_LIMIT
    }

    /// Closes the connection with a close message after the queued records.
    pub fn close(&mut self, error: Option<&str>, allow_reconnect: bool) {
        match self.phase {
            Phase::Handshake => self.reject_handshake(handshake::CANCELED),
            Phase::Open => {
                self.phase = Phase::Closing;
                self.close_record = Some(record(&Message::Close {
                    error: error.map(str::to_owned),
                    allow_reconnect,
                }));
            }
            Phase::Closing | Phase::Over => {}
        }
        if !self.is_attached && self.transport != Some(Transport::LongPolling) {
            self.end();
        }
    }

    fn fail(&mut self) {
        self.close(Some(CLOSED_WITH_ERROR), true);
    }

    /// Returns the next record to write, or `None` if the queue is empty or no transport is attached. Taking
    /// the last record of a closing connection ends it.
    pub fn next_record(&mut self) -> Option<R> {
        if !self.is_attached {
            return None;
        }
        if let Some(record) = self.line.pop_front() {
            return Some(record);
        }
        let must_wait = self.is_stateful && (self.first_message_deadline_ms.is_some() || self.sent.is_full());
        if !must_wait && let Some(Queued { record, counts }) = self.queue.pop_front() {
            if counts {
                self.queued_bytes -= record.as_ref().len();
            }
            if self.is_stateful {
                self.sent.keep(record.clone(), record.as_ref().len());
            }
            return Some(record);
        }
        if self.phase == Phase::Closing {
            self.phase = Phase::Over;
            return self.close_record.take();
        }
        None
    }

    /// Must be called every second. Returns true if the transport has something to write or must close.
    pub fn tick(&mut self, now_ms: u64) -> bool {
        let may_begin = self
            .first_message_deadline_ms
            .take_if(|by| *by <= now_ms)
            .is_some();
        self.check_timeouts(now_ms);
        may_begin || !self.line.is_empty() || matches!(self.phase, Phase::Closing | Phase::Over)
    }

    fn check_timeouts(&mut self, now_ms: u64) {
        self.records_left = RECORDS_A_SECOND;
        let is_poll = self.transport == Some(Transport::LongPolling);
        match self.phase {
            Phase::Over => return,
            Phase::Handshake if self.transport.is_some() && now_ms >= self.since_ms + HANDSHAKE_MS => {
                self.reject_handshake(handshake::CANCELED);
            }
            Phase::Open if self.is_attached && !is_poll => {
                if self.has_pinged && now_ms > self.last_received_ms + TIMEOUT_MS {
                    self.fail();
                } else if now_ms >= self.ping_ms {
                    self.ping_ms = now_ms + KEEP_ALIVE_MS;
                    self.line.push_back(record(&Message::Ping));
                }
            }
            _ => {}
        }
        if self.is_attached
            && let Some(sequence) = self.received.take_due(now_ms)
        {
            self.line.push_back(record(&Message::Ack { sequence }));
        }
        let may_resume = self.is_stateful && self.phase == Phase::Open && !is_poll;
        let kept_ms = if may_resume && self.transport.is_some() {
            RESUME_MS
        } else {
            UNUSED_MS
        };
        if !self.is_attached && now_ms >= self.since_ms + kept_ms {
            self.end();
        }
    }
}

fn record<R: From<String>>(message: &Message) -> R {
    message.to_record().into()
}

#[cfg(test)]
mod tests;
