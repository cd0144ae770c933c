//! Closing, losing and resuming a connection.

use super::{AfterClose, Connection, Effect, State, Step};
use crate::hub::message::{Message, Outcome};

const CANCELED: &str = "Invocation canceled due to the underlying connection being closed.";

impl Connection {
    pub(super) fn stop(&mut self) {
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
                self.leave(AfterClose::Quietly);
            }
            State::Connected => {
                self.write(&Message::Close {
                    error: None,
                    allow_reconnect: false,
                });
                self.leave(AfterClose::Close(None));
            }
            State::Reconnecting => self.leave(AfterClose::Close(None)),
        }
    }

    /// Closes the transport, if one is open, and disconnects once it is closed.
    pub(super) fn leave(&mut self, then: AfterClose) {
        let has_line = match &self.step {
            Step::Up | Step::Resuming { .. } => true,
            Step::Connecting(connecting) => connecting.has_line(),
            Step::Idle | Step::Waiting { .. } | Step::Leaving { .. } => false,
        };
        self.change(State::Disconnecting);
        self.line = None;
        let reason = match &then {
            AfterClose::Close(Some(error)) => error.clone(),
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

    pub(super) fn left(&mut self) {
        // Later events of this attempt are ignored.
        self.attempt += 1;
        let Step::Leaving { then } = std::mem::replace(&mut self.step, Step::Idle) else {
            return;
        };
        self.change(State::Disconnected);
        if let AfterClose::Close(error) = then {
            self.effects.push(Effect::Closed(error));
        }
    }

    pub(super) fn reject_calls(&mut self, error: &str) {
        for number in std::mem::take(&mut self.calls) {
            self.effects.push(Effect::Completed {
                id: number.to_string(),
                outcome: Outcome::Error(error.to_owned()),
            });
        }
    }

    /// Closes the transport because of an error.
    pub(super) fn drop_line(&mut self, error: Option<String>) {
        let attempt = self.attempt;
        self.effects.push(Effect::Close { attempt });
        self.lost(error);
    }

    pub(super) fn line_closed(&mut self, error: Option<String>) {
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
            // A resume is tried once. If it fails, the connection is lost with the original error.
            Step::Resuming { error } => {
                let error = error.clone();
                self.lost(error);
            }
            Step::Idle | Step::Waiting { .. } => {}
        }
    }

    pub(super) fn resume(&mut self, error: Option<String>) {
        self.attempt += 1;
        self.step = Step::Resuming { error };
        if let Some(line) = &mut self.line {
            line.last_received_ms = self.now_ms;
            self.effects.push(Effect::Open {
                attempt: self.attempt,
                transport: line.transport,
                url: line.url.clone(),
                access_token: line.access_token.clone(),
            });
        }
    }

    pub(super) fn lost(&mut self, error: Option<String>) {
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

    pub(super) fn leave_after_loss(&mut self, error: Option<String>) {
        self.step = Step::Idle;
        self.change(State::Disconnected);
        self.effects.push(Effect::Closed(error));
    }
}
