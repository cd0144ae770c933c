//! The server's end of one connection, whatever carries it: handshake, keep-alive, what waits to be written, and the
//! resumption of a lost line.

use super::buffer::{Received, Unacknowledged};
use super::frame::Splitter;
use super::handshake::{self, Version};
use super::message::{Message, Outcome};
use super::negotiate::Transport;
use super::{BUFFER_SIZE, HANDSHAKE_MS, KEEP_ALIVE_MS, MAX_CLIENT_RECORD, TIMEOUT_MS};
use std::collections::VecDeque;

/// How long a connection without a line is kept: one that nobody opened yet, or between two polls.
pub const UNUSED_MS: u64 = 15_000;
/// How long a lost line may be resumed.
pub const RESUME_MS: u64 = 40_000;
/// What may wait for one slow reader, in bytes. Above it the connection is closed and the reader may come back: the
/// database still knows what it missed.
pub const QUEUE_LIMIT: usize = 1024 * 1024;
/// How long a resumable connection waits for the first word of its client before it calls it.
///
/// The official client numbers what it receives from when it has taken note of the handshake's answer, which is later
/// than it has read it. A call that comes in the same message is handled and not counted: after a resume its numbers
/// would lie behind ours, and as many calls would be handled twice.
const FIRST_WORD_MS: u64 = 1_000;
/// What a client may say in a second.
const RECORDS_A_SECOND: u32 = 1_000;
const CLOSED_WITH_ERROR: &str = "Connection closed with an error.";
pub const TOO_SLOW: &str = "The connection was closed because the client reads too slowly.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Handshake,
    Open,
    /// Nothing comes in any more; what waits is written, then the line is closed.
    Closing,
    Over,
}

/// Why a line cannot belong to a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Gone,
    OtherTransport,
    /// There is a line already, and the connection cannot be resumed.
    Busy,
}

/// `R` is a record as it is written, separator included; cloning should be cheap.
#[derive(Debug)]
pub struct Session<R> {
    phase: Phase,
    transport: Option<Transport>,
    /// Before the handshake: negotiated. After it: version 2 as well.
    is_stateful: bool,
    is_attached: bool,
    splitter: Splitter,
    /// Written first, and not kept: pings, acknowledgements, what a resumed line begins with.
    line: VecDeque<R>,
    /// Calls of the client, in order.
    queue: VecDeque<R>,
    queued_bytes: usize,
    sent: Unacknowledged<R>,
    received: Received,
    farewell: Option<R>,
    /// Until when, at most, calls wait for the first word of the client.
    first_word_by_ms: Option<u64>,
    /// Since when the phase lasts, in the handshake; since when there is no line, when there is none.
    since_ms: u64,
    heard_ms: u64,
    has_pinged: bool,
    ping_ms: u64,
    records_left: u32,
}

impl<R: Clone + AsRef<[u8]> + From<String>> Session<R> {
    /// A connection that was negotiated and has no line yet.
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
            farewell: None,
            first_word_by_ms: None,
            since_ms: now_ms,
            heard_ms: now_ms,
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

    /// Since when there has been no line, while there is none.
    pub fn without_line_since_ms(&self) -> Option<u64> {
        (!self.is_attached).then_some(self.since_ms)
    }

    /// Nothing will be written any more: close the line and forget the connection.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// A line: the socket, the stream, or one poll. A resumable connection takes a new one over the old one.
    ///
    /// # Errors
    /// When it cannot belong to this connection.
    pub fn attach(&mut self, transport: Transport, now_ms: u64) -> Result<(), Refusal> {
        match self.transport {
            Some(other) if other != transport => return Err(Refusal::OtherTransport),
            // The last words of a poll are fetched by the next one.
            Some(Transport::LongPolling) if self.phase != Phase::Over => {}
            Some(_) => match self.phase {
                Phase::Closing | Phase::Over => return Err(Refusal::Gone),
                Phase::Open if self.is_stateful => self.resume(),
                _ if self.is_attached => return Err(Refusal::Busy),
                _ => return Err(Refusal::Gone),
            },
            None if self.phase == Phase::Over => return Err(Refusal::Gone),
            None => self.since_ms = now_ms,
        }
        self.transport = Some(transport);
        self.is_attached = true;
        self.heard_ms = now_ms;
        Ok(())
    }

    fn resume(&mut self) {
        self.splitter = Splitter::new(MAX_CLIENT_RECORD);
        self.line.clear();
        let sequence = self.sent.first();
        self.line.push_back(record(&Message::Sequence { sequence }));
        self.line.extend(self.sent.replay().cloned());
    }

    /// The line is gone.
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

    /// Without a word more.
    pub fn end(&mut self) {
        self.phase = Phase::Over;
        self.line = VecDeque::new();
        self.queue = VecDeque::new();
        self.queued_bytes = 0;
    }

    /// Takes what the client sent; true when this was the handshake and the connection is open now.
    pub fn receive(&mut self, bytes: &[u8], now_ms: u64) -> bool {
        self.heard_ms = now_ms;
        let mut is_opened = false;
        for record in self.splitter.take(bytes) {
            match (self.phase, record) {
                (Phase::Handshake, Ok(record)) => is_opened |= self.shake_hands(&record, now_ms),
                (Phase::Handshake, Err(_)) => self.refuse(handshake::CANCELED),
                (Phase::Open, Ok(record)) => {
                    self.first_word_by_ms = None;
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
                self.first_word_by_ms = self.is_stateful.then_some(now_ms + FIRST_WORD_MS);
                self.ping_ms = now_ms + KEEP_ALIVE_MS;
                self.line.push_back(handshake::accepted().into());
                true
            }
            Err(error) => {
                self.refuse(&error);
                false
            }
        }
    }

    fn refuse(&mut self, error: &str) {
        self.phase = Phase::Closing;
        self.farewell = Some(handshake::refused(error).into());
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

    /// Queues a call of the client. What a slow reader has not taken beyond [`QUEUE_LIMIT`] closes the connection.
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
        self.queue.push_back(record);
    }

    /// A record of any size fits into an empty queue.
    pub fn has_room_for(&self, bytes: usize) -> bool {
        self.queued_bytes == 0 || self.queued_bytes + bytes <= QUEUE_LIMIT
    }

    /// Says goodbye: what waits is written before it.
    pub fn close(&mut self, error: Option<&str>, allow_reconnect: bool) {
        match self.phase {
            Phase::Handshake => self.refuse(handshake::CANCELED),
            Phase::Open => {
                self.phase = Phase::Closing;
                self.farewell = Some(record(&Message::Close {
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

    /// The next record to write, none while there is nothing or nobody to write to. After the last one of a closing
    /// connection it is over.
    pub fn next_record(&mut self) -> Option<R> {
        if !self.is_attached {
            return None;
        }
        if let Some(record) = self.line.pop_front() {
            return Some(record);
        }
        let must_wait = self.is_stateful && (self.first_word_by_ms.is_some() || self.sent.is_full());
        if !must_wait && let Some(record) = self.queue.pop_front() {
            self.queued_bytes -= record.as_ref().len();
            if self.is_stateful {
                self.sent.keep(record.clone(), record.as_ref().len());
            }
            return Some(record);
        }
        if self.phase == Phase::Closing {
            self.phase = Phase::Over;
            return self.farewell.take();
        }
        None
    }

    /// To be called every second; true when the line has something to do now.
    pub fn tick(&mut self, now_ms: u64) -> bool {
        let may_begin = self.first_word_by_ms.take_if(|by| *by <= now_ms).is_some();
        self.keep_time(now_ms);
        may_begin || !self.line.is_empty() || matches!(self.phase, Phase::Closing | Phase::Over)
    }

    fn keep_time(&mut self, now_ms: u64) {
        self.records_left = RECORDS_A_SECOND;
        let is_poll = self.transport == Some(Transport::LongPolling);
        match self.phase {
            Phase::Over => return,
            Phase::Handshake if self.transport.is_some() && now_ms >= self.since_ms + HANDSHAKE_MS => {
                self.refuse(handshake::CANCELED);
            }
            Phase::Open if self.is_attached && !is_poll => {
                if self.has_pinged && now_ms > self.heard_ms + TIMEOUT_MS {
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
