//! The client's connection: what happened and when goes in, what is to be done comes out. A driver that only carries
//! out [`Effect`]s and reports [`Event`]s makes a client of it.

mod connect;
mod options;
#[cfg(test)]
mod tests;

pub use options::Options;

use super::buffer::{Received, Unacknowledged};
use super::frame::whole_records;
use super::handshake::{self, Version};
use super::message::{Message, Outcome};
use super::negotiate::Transport;
use super::{BUFFER_SIZE, KEEP_ALIVE_MS, TIMEOUT_MS};
use connect::Connecting;
use serde_json::Value;
use std::collections::BTreeSet;

const SILENCE: &str = "Server timeout elapsed without receiving a message from the server.";
const CANCELED: &str = "Invocation canceled due to the underlying connection being closed.";
const NOT_CONNECTED: &str = "Cannot send data if the connection is not in the 'Connected' State.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Disconnected,
    Connecting,
    Connected,
    Disconnecting,
    Reconnecting,
}

/// What the driver reports. `attempt` is the number that the effect carried which caused it; what comes late, of an
/// attempt that is over, is ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Start,
    Stop,
    /// Status and body of the answer, or why there is none.
    Negotiated {
        attempt: u64,
        answer: Result<(u16, String), String>,
    },
    Opened {
        attempt: u64,
    },
    /// A message of the transport: it holds whole records.
    Received {
        attempt: u64,
        text: String,
    },
    /// The line did not open or is gone, also after [`Effect::Close`].
    Closed {
        attempt: u64,
        error: Option<String>,
    },
    /// The time of [`Connection::wakes_at`] has come.
    Time,
}

/// What the driver does.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// `POST` there with the user's access token, or with this one, which a redirecting server gave.
    Negotiate {
        attempt: u64,
        url: String,
        access_token: Option<String>,
    },
    Open {
        attempt: u64,
        transport: Transport,
        url: String,
        access_token: Option<String>,
    },
    Send {
        attempt: u64,
        text: String,
    },
    Close {
        attempt: u64,
    },
    Changed(State),
    /// The answer to [`Event::Start`].
    Started(Result<(), String>),
    Reconnecting(Option<String>),
    /// With the new connection's public id, unless negotiation is skipped.
    Reconnected(Option<String>),
    Closed(Option<String>),
    /// The server calls; with an id it wants [`Connection::answer`].
    Called {
        id: Option<String>,
        target: String,
        arguments: Vec<Value>,
    },
    Item {
        id: String,
        item: Value,
    },
    /// The end of a call of ours.
    Completed {
        id: String,
        outcome: Outcome,
    },
}

/// What the connection is doing inside of its state.
#[derive(Debug)]
enum Step {
    Idle,
    Connecting(Box<Connecting>),
    Up,
    /// The line of a resumable connection is opened again; it broke with this error.
    Resuming {
        error: Option<String>,
    },
    /// Before the next try of a reconnect.
    Waiting {
        until_ms: u64,
    },
    /// The line was told to close.
    Leaving {
        then: Leave,
    },
}

#[derive(Debug)]
enum Leave {
    /// A start that was stopped: no callback.
    Quietly,
    Close(Option<String>),
}

#[derive(Debug)]
pub struct Connection {
    options: Options,
    state: State,
    step: Step,
    attempt: u64,
    effects: Vec<Effect>,
    now_ms: u64,
    /// Of the present line.
    line: Option<Line>,
    /// Of a loss: tries that failed.
    failed_tries: usize,
    next_call: u64,
    calls: BTreeSet<u64>,
}

#[derive(Debug)]
struct Line {
    transport: Transport,
    url: String,
    access_token: Option<String>,
    connection_id: Option<String>,
    stateful: Option<Stateful>,
    heard_ms: u64,
    sent_ms: u64,
}

#[derive(Debug)]
struct Stateful {
    sent: Unacknowledged<String>,
    received: Received,
    /// On a resumed line nothing counts before the other side's number.
    awaits_sequence: bool,
}

impl Connection {
    pub fn new(options: Options) -> Self {
        Self {
            options,
            state: State::Disconnected,
            step: Step::Idle,
            attempt: 0,
            effects: Vec::new(),
            now_ms: 0,
            line: None,
            failed_tries: 0,
            next_call: 0,
            calls: BTreeSet::new(),
        }
    }

    pub fn state(&self) -> State {
        self.state
    }

    /// Whether to hold back further calls until the server has confirmed earlier ones.
    pub fn is_congested(&self) -> bool {
        let stateful = self.line.as_ref().and_then(|line| line.stateful.as_ref());
        stateful.is_some_and(|stateful| stateful.sent.is_full())
    }

    /// Takes what happened; gives what is to be done, in order.
    pub fn handle(&mut self, event: Event, now_ms: u64) -> Vec<Effect> {
        self.now_ms = now_ms;
        match event {
            Event::Start => self.start(),
            Event::Stop => self.stop(),
            Event::Time => self.time(),
            Event::Negotiated { attempt, answer } if attempt == self.attempt => self.negotiated(answer),
            Event::Opened { attempt } if attempt == self.attempt => self.opened(),
            Event::Received { attempt, text } if attempt == self.attempt => self.received(&text),
            Event::Closed { attempt, error } if attempt == self.attempt => self.line_closed(error),
            _ => {}
        }
        std::mem::take(&mut self.effects)
    }

    /// When to report [`Event::Time`], unless something else happens before.
    pub fn wakes_at(&self) -> Option<u64> {
        if let Step::Waiting { until_ms } = self.step {
            return Some(until_ms);
        }
        let line = self.line.as_ref()?;
        if line.transport == Transport::LongPolling {
            return None;
        }
        let silence = Some(line.heard_ms + TIMEOUT_MS);
        match &self.step {
            Step::Up => {
                let acknowledgement = line.stateful.as_ref().and_then(|s| s.received.due_ms());
                [silence, Some(line.sent_ms + KEEP_ALIVE_MS), acknowledgement]
                    .into_iter()
                    .flatten()
                    .min()
            }
            Step::Connecting(_) | Step::Resuming { .. } => silence,
            _ => None,
        }
    }

    /// Calls the server without wanting an answer.
    ///
    /// # Errors
    /// Outside of a connection.
    pub fn send(
        &mut self,
        target: &str,
        arguments: Vec<Value>,
        now_ms: u64,
    ) -> Result<Vec<Effect>, &'static str> {
        self.call(None, target, arguments, now_ms)
    }

    /// Calls the server; [`Effect::Completed`] with this id is the answer.
    ///
    /// # Errors
    /// Outside of a connection.
    pub fn invoke(
        &mut self,
        target: &str,
        arguments: Vec<Value>,
        now_ms: u64,
    ) -> Result<(String, Vec<Effect>), &'static str> {
        let number = self.next_call;
        let effects = self.call(Some(number.to_string()), target, arguments, now_ms)?;
        self.next_call += 1;
        self.calls.insert(number);
        Ok((number.to_string(), effects))
    }

    /// Answers a call of the server.
    ///
    /// # Errors
    /// Outside of a connection.
    pub fn answer(&mut self, id: String, outcome: Outcome, now_ms: u64) -> Result<Vec<Effect>, &'static str> {
        self.say(&Message::Completion { id, outcome }, now_ms)
    }

    fn call(
        &mut self,
        id: Option<String>,
        target: &str,
        arguments: Vec<Value>,
        now_ms: u64,
    ) -> Result<Vec<Effect>, &'static str> {
        let call = Message::Invocation {
            id,
            target: target.to_owned(),
            arguments,
            stream_ids: Vec::new(),
        };
        self.say(&call, now_ms)
    }

    fn say(&mut self, message: &Message, now_ms: u64) -> Result<Vec<Effect>, &'static str> {
        self.now_ms = now_ms;
        if self.state != State::Connected {
            return Err(NOT_CONNECTED);
        }
        self.write(message);
        Ok(std::mem::take(&mut self.effects))
    }

    fn change(&mut self, state: State) {
        self.state = state;
        self.effects.push(Effect::Changed(state));
    }

    /// Writes on the line; without one, what is tracked waits for it.
    fn write(&mut self, message: &Message) {
        let Some(line) = &mut self.line else { return };
        let text = message.to_record();
        if let Some(stateful) = &mut line.stateful
            && message.is_tracked()
        {
            // As the official client counts: UTF-16 units, not bytes.
            stateful.sent.keep(text.clone(), text.encode_utf16().count());
        }
        if matches!(self.step, Step::Up) {
            line.sent_ms = self.now_ms;
            let attempt = self.attempt;
            self.effects.push(Effect::Send { attempt, text });
        }
    }

    fn start(&mut self) {
        if self.state != State::Disconnected {
            let error = "Cannot start a HubConnection that is not in the 'Disconnected' state.";
            self.effects.push(Effect::Started(Err(error.into())));
            return;
        }
        self.change(State::Connecting);
        self.connect();
    }

    fn stop(&mut self) {
        match self.state {
            State::Disconnected | State::Disconnecting => {}
            State::Connecting => {
                let error = match &self.step {
                    Step::Connecting(connecting) if !connecting.has_line() => {
                        "The connection was stopped during negotiation."
                    }
                    _ => "The connection was stopped before the hub handshake could complete.",
                };
                self.effects.push(Effect::Started(Err(error.into())));
                self.leave(Leave::Quietly);
            }
            State::Connected => {
                self.write(&Message::Close {
                    error: None,
                    allow_reconnect: false,
                });
                self.leave(Leave::Close(None));
            }
            State::Reconnecting => self.leave(Leave::Close(None)),
        }
    }

    /// Closes the line, if there is one, and is disconnected when it is closed.
    fn leave(&mut self, then: Leave) {
        let has_line = match &self.step {
            Step::Up | Step::Resuming { .. } => true,
            Step::Connecting(connecting) => connecting.has_line(),
            Step::Idle | Step::Waiting { .. } | Step::Leaving { .. } => false,
        };
        self.change(State::Disconnecting);
        self.line = None;
        let reason = match &then {
            Leave::Close(Some(error)) => error.clone(),
            _ => CANCELED.to_owned(),
        };
        self.reject_calls(&reason);
        self.step = Step::Leaving { then };
        if has_line {
            let attempt = self.attempt;
            self.effects.push(Effect::Close { attempt });
        } else {
            self.left();
        }
    }

    fn left(&mut self) {
        // Whatever still comes of the attempt comes too late.
        self.attempt += 1;
        let Step::Leaving { then } = std::mem::replace(&mut self.step, Step::Idle) else {
            return;
        };
        self.change(State::Disconnected);
        if let Leave::Close(error) = then {
            self.effects.push(Effect::Closed(error));
        }
    }

    fn reject_calls(&mut self, error: &str) {
        for number in std::mem::take(&mut self.calls) {
            self.effects.push(Effect::Completed {
                id: number.to_string(),
                outcome: Outcome::Error(error.to_owned()),
            });
        }
    }

    fn opened(&mut self) {
        match &mut self.step {
            Step::Connecting(connecting) => {
                connecting.opened();
                self.shake_hands();
            }
            Step::Resuming { .. } => {
                self.step = Step::Up;
                let attempt = self.attempt;
                let Some(line) = &mut self.line else { return };
                (line.heard_ms, line.sent_ms) = (self.now_ms, self.now_ms);
                let Some(stateful) = &mut line.stateful else {
                    return;
                };
                stateful.awaits_sequence = true;
                let sequence = stateful.sent.first();
                let mut text = Message::Sequence { sequence }.to_record();
                text.extend(stateful.sent.replay().map(String::as_str));
                self.effects.push(Effect::Send { attempt, text });
            }
            _ => {}
        }
    }

    fn received(&mut self, text: &str) {
        if let Some(line) = &mut self.line {
            line.heard_ms = self.now_ms;
        }
        let records = match &self.step {
            Step::Connecting(_) => match handshake::read_answer(text) {
                Ok(rest) => {
                    self.connected();
                    if rest.is_empty() {
                        return;
                    }
                    rest
                }
                Err(error) => return self.connect_failed_for_good(error),
            },
            Step::Up => text,
            _ => return,
        };
        // All are read before any is handled.
        let messages: Result<Vec<_>, String> = whole_records(records)
            .map_err(|fault| fault.to_string())
            .and_then(|records| {
                let parsed = records.into_iter().map(Message::parse);
                parsed
                    .collect::<Result<_, _>>()
                    .map_err(|fault| fault.to_string())
            });
        match messages {
            Ok(messages) => {
                for message in messages.into_iter().flatten() {
                    if !matches!(self.step, Step::Up) {
                        return;
                    }
                    self.handle_message(message);
                }
            }
            Err(error) => self.drop_line(Some(error)),
        }
    }

    fn handle_message(&mut self, message: Message) {
        let now_ms = self.now_ms;
        if let Some(stateful) = self.line.as_mut().and_then(|line| line.stateful.as_mut()) {
            match &message {
                Message::Sequence { sequence } => {
                    stateful.awaits_sequence = false;
                    if let Err(gap) = stateful.received.resume(*sequence) {
                        self.drop_line(Some(gap.to_string()));
                    }
                    return;
                }
                Message::Close { .. } => {}
                _ if stateful.awaits_sequence => return,
                Message::Ack { sequence } => return stateful.sent.acknowledge(*sequence),
                tracked if tracked.is_tracked() && !stateful.received.is_new(now_ms) => return,
                _ => {}
            }
        }
        match message {
            Message::Invocation {
                id,
                target,
                arguments,
                ..
            } => {
                self.effects.push(Effect::Called {
                    id,
                    target,
                    arguments,
                });
            }
            Message::StreamItem { id, item } if self.is_ours(&id) => {
                self.effects.push(Effect::Item { id, item });
            }
            Message::Completion { id, outcome } if self.is_ours(&id) => {
                self.calls.retain(|number| number.to_string() != id);
                self.effects.push(Effect::Completed { id, outcome });
            }
            Message::Close {
                error,
                allow_reconnect,
            } => {
                let error = error.map(|error| format!("Server returned an error on close: {error}"));
                if allow_reconnect {
                    self.drop_line(error);
                } else {
                    self.write(&Message::Close {
                        error: None,
                        allow_reconnect: false,
                    });
                    self.leave(Leave::Close(error));
                }
            }
            _ => {}
        }
    }

    fn is_ours(&self, id: &str) -> bool {
        id.parse().is_ok_and(|number: u64| self.calls.contains(&number))
    }

    /// Gives the line up ourselves.
    fn drop_line(&mut self, error: Option<String>) {
        let attempt = self.attempt;
        self.effects.push(Effect::Close { attempt });
        self.lost(error);
    }

    fn line_closed(&mut self, error: Option<String>) {
        match &self.step {
            Step::Leaving { .. } => self.left(),
            Step::Connecting(_) => self.opening_failed(error),
            Step::Up => {
                let Some(line) = &self.line else { return };
                if line.stateful.is_some() {
                    self.resume(error);
                } else {
                    self.lost(error);
                }
            }
            // Once, at once; then the loss counts, with the error that began it.
            Step::Resuming { error } => {
                let error = error.clone();
                self.lost(error);
            }
            Step::Idle | Step::Waiting { .. } => {}
        }
    }

    fn resume(&mut self, error: Option<String>) {
        self.attempt += 1;
        self.step = Step::Resuming { error };
        if let Some(line) = &mut self.line {
            line.heard_ms = self.now_ms;
            self.effects.push(Effect::Open {
                attempt: self.attempt,
                transport: line.transport,
                url: line.url.clone(),
                access_token: line.access_token.clone(),
            });
        }
    }

    fn lost(&mut self, error: Option<String>) {
        self.attempt += 1;
        self.line = None;
        self.reject_calls(error.as_deref().unwrap_or(CANCELED));
        self.failed_tries = 0;
        match self.options.retry.delay_ms(0) {
            Some(delay_ms) => {
                self.change(State::Reconnecting);
                self.effects.push(Effect::Reconnecting(error));
                self.step = Step::Waiting {
                    until_ms: self.now_ms + delay_ms,
                };
            }
            None => self.leave_after_loss(error),
        }
    }

    fn leave_after_loss(&mut self, error: Option<String>) {
        self.step = Step::Idle;
        self.change(State::Disconnected);
        self.effects.push(Effect::Closed(error));
    }

    fn time(&mut self) {
        if let Step::Waiting { until_ms } = self.step {
            if self.now_ms >= until_ms {
                self.connect();
            }
            return;
        }
        let Some(line) = &mut self.line else { return };
        if line.transport == Transport::LongPolling {
            return;
        }
        let is_up = matches!(self.step, Step::Up);
        if self.now_ms >= line.heard_ms + TIMEOUT_MS {
            match self.step {
                Step::Up => self.drop_line(Some(SILENCE.into())),
                Step::Connecting(_) => self.connect_failed_for_good(SILENCE.into()),
                Step::Resuming { ref error } => {
                    let error = error.clone();
                    self.drop_line(error);
                }
                _ => {}
            }
            return;
        }
        if !is_up {
            return;
        }
        let pings = self.now_ms >= line.sent_ms + KEEP_ALIVE_MS;
        let due = line
            .stateful
            .as_mut()
            .and_then(|s| s.received.take_due(self.now_ms));
        if let Some(sequence) = due {
            self.write(&Message::Ack { sequence });
        } else if pings {
            self.write(&Message::Ping);
        }
    }

    fn shake_hands(&mut self) {
        let Some(line) = &mut self.line else { return };
        let version = if line.stateful.is_some() {
            Version::Two
        } else {
            Version::One
        };
        (line.heard_ms, line.sent_ms) = (self.now_ms, self.now_ms);
        self.effects.push(Effect::Send {
            attempt: self.attempt,
            text: handshake::request(version),
        });
    }

    fn connected(&mut self) {
        self.step = Step::Up;
        let connection_id = self.line.as_ref().and_then(|line| line.connection_id.clone());
        let was_connecting = self.state == State::Connecting;
        self.change(State::Connected);
        self.effects.push(if was_connecting {
            Effect::Started(Ok(()))
        } else {
            Effect::Reconnected(connection_id)
        });
        if self
            .line
            .as_ref()
            .is_some_and(|line| line.transport != Transport::LongPolling)
        {
            self.write(&Message::Ping);
        }
    }
}

fn stateful() -> Stateful {
    Stateful {
        sent: Unacknowledged::new(BUFFER_SIZE),
        received: Received::default(),
        awaits_sequence: false,
    }
}
