//! Messages from the server.

use super::{AfterClose, Connection, Effect, Step};
use crate::hub::frame::whole_records;
use crate::hub::handshake;
use crate::hub::message::Message;

impl Connection {
    pub(super) fn received(&mut self, text: &str) {
        if let Some(line) = &mut self.line {
            line.last_received_ms = self.now_ms;
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
                Err(error) => return self.fail_without_fallback(error),
            },
            Step::Up => text,
            _ => return,
        };
        // Parses all records before handling any, so a malformed message has no partial effect.
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
                if let Some(stateful) = self.line.as_mut().and_then(|line| line.stateful.as_mut()) {
                    stateful.received.add_bytes(text.len(), self.now_ms);
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
                    if let Err(gap) = stateful.received.resume(*sequence, now_ms) {
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
                    self.leave(AfterClose::Close(error));
                }
            }
            _ => {}
        }
    }

    fn is_ours(&self, id: &str) -> bool {
        id.parse().is_ok_and(|number: u64| self.calls.contains(&number))
    }
}
