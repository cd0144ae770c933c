//! Client side of a hub connection, as a state machine. It takes [`Event`]s with the current time and returns
//! [`Effect`]s for a driver to carry out.

mod connect;
mod end;
mod event;
mod incoming;
mod options;
#[cfg(test)]
mod tests;

pub use event::{Effect, Event, State};
pub use options::Options;

use super::buffer::{Received, Unacknowledged};
use super::message::{Message, Outcome};
use super::negotiate::Transport;
use super::{BUFFER_SIZE, KEEP_ALIVE_MS, TIMEOUT_MS};
use connect::Connecting;
use serde_json::Value;
use std::collections::BTreeSet;

const SILENCE: &str = "Server timeout elapsed without receiving a message from the server.";
const NOT_CONNECTED: &str = "Cannot send data if the connection is not in the 'Connected' State.";

/// The current activity within a [`State`].
#[derive(Debug)]
enum Step {
    Idle,
    Connecting(Box<Connecting>),
    Up,
    /// Reopening the transport of a stateful connection, which closed with this error.
    Resuming {
        error: Option<String>,
    },
    /// Waiting for the next reconnect attempt.
    Waiting {
        until_ms: u64,
    },
    /// Waiting for the transport to close.
    Leaving {
        then: AfterClose,
    },
}

#[derive(Debug)]
enum AfterClose {
    /// Stopped during the start: no `Closed` effect.
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
    /// The current transport connection.
    line: Option<TransportConnection>,
    /// Failed reconnect attempts since the connection was lost.
    failed_tries: usize,
    next_call: u64,
    calls: BTreeSet<u64>,
}

#[derive(Debug)]
struct TransportConnection {
    transport: Transport,
    url: String,
    access_token: Option<String>,
    connection_id: Option<String>,
    stateful: Option<Stateful>,
    last_received_ms: u64,
    sent_ms: u64,
}

#[derive(Debug)]
struct Stateful {
    sent: Unacknowledged<String>,
    received: Received,
    /// After a resume, messages are ignored until the server sends its sequence number.
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

    /// Handles an event and returns the effects to carry out, in order.
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

    /// Returns when [`Event::Time`] is due, unless another event occurs first.
    pub fn wakes_at(&self) -> Option<u64> {
        if let Step::Waiting { until_ms } = self.step {
            return Some(until_ms);
        }
        let line = self.line.as_ref()?;
        if line.transport == Transport::LongPolling {
            return None;
        }
        let silence = Some(line.last_received_ms + TIMEOUT_MS);
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

    /// Calls a server method without requesting a result.
    ///
    /// # Errors
    /// Returns an error unless the connection is in [`State::Connected`].
    pub fn send(
        &mut self,
        target: &str,
        arguments: Vec<Value>,
        now_ms: u64,
    ) -> Result<Vec<Effect>, &'static str> {
        self.call(None, target, arguments, now_ms)
    }

    /// Calls a server method and returns the invocation id. [`Effect::Completed`] with this id delivers the
    /// result.
    ///
    /// # Errors
    /// Returns an error unless the connection is in [`State::Connected`].
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

    /// Sends the result of a call that the server made.
    ///
    /// # Errors
    /// Returns an error unless the connection is in [`State::Connected`].
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

    /// Sends a message. While a stateful connection resumes, tracked messages are only buffered.
    fn write(&mut self, message: &Message) {
        let Some(line) = &mut self.line else { return };
        let text = message.to_record();
        if let Some(stateful) = &mut line.stateful
            && message.is_tracked()
        {
            // The official client counts UTF-16 code units, not bytes.
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
                (line.last_received_ms, line.sent_ms) = (self.now_ms, self.now_ms);
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
        if self.now_ms >= line.last_received_ms + TIMEOUT_MS {
            match self.step {
                Step::Up => self.drop_line(Some(SILENCE.into())),
                Step::Connecting(_) => self.fail_without_fallback(SILENCE.into()),
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
}

fn stateful() -> Stateful {
    Stateful {
        sent: Unacknowledged::new(BUFFER_SIZE),
        received: Received::default(),
        awaits_sequence: false,
    }
}
