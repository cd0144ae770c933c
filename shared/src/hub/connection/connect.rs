//! Establishing a connection: negotiation, redirects, and the offered transports in order.

use super::{AfterClose, Connection, Effect, State, Step, TransportConnection, stateful};
use crate::hub::handshake::{self, Version};
use crate::hub::message::Message;
use crate::hub::negotiate::{Negotiated, Offered, Transport, connect_url, negotiate_url, read_answer};
use std::collections::VecDeque;

const MAX_REDIRECTS: u32 = 100;

#[derive(Debug)]
pub(super) struct Connecting {
    url: String,
    access_token: Option<String>,
    answers: u32,
    /// Transports offered by the first negotiation, without those already tried or skipped. `None` until then.
    offers: Option<VecDeque<Offered>>,
    /// Failure messages of these transports.
    told: Vec<String>,
    opening: Option<Transport>,
    /// The transport is open and the handshake is pending.
    is_open: bool,
}

impl Connecting {
    pub fn has_line(&self) -> bool {
        self.opening.is_some()
    }

    pub fn opened(&mut self) {
        self.is_open = true;
    }
}

impl Connection {
    pub(super) fn connect(&mut self) {
        self.step = Step::Connecting(Box::new(Connecting {
            url: self.options.url.clone(),
            access_token: None,
            answers: 0,
            offers: None,
            told: Vec::new(),
            opening: None,
            is_open: false,
        }));
        if self.options.skip_negotiation {
            self.open(Transport::WebSockets, None, None, false);
        } else {
            self.negotiate();
        }
    }

    fn negotiate(&mut self) {
        self.attempt += 1;
        let Step::Connecting(connecting) = &self.step else {
            return;
        };
        self.effects.push(Effect::Negotiate {
            attempt: self.attempt,
            url: negotiate_url(&connecting.url, self.options.stateful),
            access_token: connecting.access_token.clone(),
        });
    }

    pub(super) fn negotiated(&mut self, answer: Result<(u16, String), String>) {
        let Step::Connecting(connecting) = &mut self.step else {
            return;
        };
        if connecting.opening.is_some() {
            return;
        }
        let answer = answer
            .map_err(|error| format!("Failed to complete negotiation with the server: {error}"))
            .and_then(|(status, body)| read_answer(status, &body, self.options.stateful));
        match answer {
            Err(error) => self.connect_failed(error),
            Ok(Negotiated::Redirect { url, access_token }) => {
                connecting.answers += 1;
                if connecting.answers == MAX_REDIRECTS {
                    return self.connect_failed("Negotiate redirection limit exceeded.".into());
                }
                connecting.url = url;
                if access_token.is_some() {
                    connecting.access_token = access_token;
                }
                self.negotiate();
            }
            Ok(Negotiated::Offers {
                connection_token,
                connection_id,
                offers,
                stateful,
            }) => {
                connecting.answers = 0;
                connecting.offers.get_or_insert_with(|| offers.into());
                match self.next_transport() {
                    Some(transport) => {
                        self.open(transport, connection_token.as_deref(), connection_id, stateful);
                    }
                    None => self.no_transport_left(),
                }
            }
        }
    }

    /// Skips the offers that cannot be used and returns the transport of the first one that can.
    fn next_transport(&mut self) -> Option<Transport> {
        let Step::Connecting(connecting) = &mut self.step else {
            return None;
        };
        let offers = connecting.offers.as_mut()?;
        while let Some(offer) = offers.front() {
            let name = &offer.name;
            let problem = match offer.transport {
                None => format!("Skipping transport '{name}' because it is not supported by this client."),
                Some(transport) if !self.options.allowed.contains(&transport) => {
                    format!("'{name}' is disabled by the client.")
                }
                Some(_) if !offer.is_text => format!("'{name}' does not support Text."),
                Some(transport) if !self.options.supported.contains(&transport) => {
                    format!("'{name}' is not supported in your environment.")
                }
                usable => return usable,
            };
            connecting.told.push(format!("{name} failed: Error: {problem}"));
            offers.pop_front();
        }
        None
    }

    fn no_transport_left(&mut self) {
        let Step::Connecting(connecting) = &self.step else {
            return;
        };
        let error = if connecting.told.is_empty() {
            "None of the transports supported by the client are supported by the server.".into()
        } else {
            format!(
                "Unable to connect to the server with any of the available transports. {}",
                connecting.told.join(" ")
            )
        };
        self.connect_failed(error);
    }

    fn open(
        &mut self,
        transport: Transport,
        connection_token: Option<&str>,
        connection_id: Option<String>,
        is_stateful: bool,
    ) {
        self.attempt += 1;
        let Step::Connecting(connecting) = &mut self.step else {
            return;
        };
        connecting.opening = Some(transport);
        let url = connect_url(&connecting.url, connection_token);
        let access_token = connecting.access_token.clone();
        self.effects.push(Effect::Open {
            attempt: self.attempt,
            transport,
            url: url.clone(),
            access_token: access_token.clone(),
        });
        self.line = Some(TransportConnection {
            transport,
            url,
            access_token,
            connection_id,
            stateful: (is_stateful && transport == Transport::WebSockets).then(stateful),
            last_received_ms: self.now_ms,
            sent_ms: self.now_ms,
        });
    }

    /// Handles a transport that failed to open, or closed before the handshake completed.
    pub(super) fn opening_failed(&mut self, error: Option<String>) {
        let Step::Connecting(connecting) = &mut self.step else {
            return;
        };
        self.line = None;
        let before = "The underlying connection was closed before the hub handshake could complete.";
        let error = error.unwrap_or_else(|| before.into());
        let Some(transport) = connecting.opening.take() else {
            return;
        };
        if self.options.skip_negotiation || connecting.is_open {
            return self.connect_failed(error);
        }
        let name = transport.name();
        connecting
            .told
            .push(format!("Error: {name} failed: Error: {error}"));
        // A connection id serves one transport, so each further transport needs a negotiation. After the last
        // one there is nothing to negotiate for.
        if let Some(offers) = &mut connecting.offers {
            offers.pop_front();
        }
        match self.next_transport() {
            Some(_) => self.negotiate(),
            None => self.no_transport_left(),
        }
    }

    /// Fails the connection attempt without trying another transport.
    pub(super) fn fail_without_fallback(&mut self, error: String) {
        let attempt = self.attempt;
        self.effects.push(Effect::Close { attempt });
        self.connect_failed(error);
    }

    fn connect_failed(&mut self, error: String) {
        self.attempt += 1;
        self.line = None;
        self.step = Step::Idle;
        if self.state == State::Connecting {
            self.change(State::Disconnected);
            self.effects.push(Effect::Started(Err(error)));
            return;
        }
        self.failed_tries += 1;
        match self.options.retry.delay_ms(self.failed_tries) {
            Some(delay_ms) => {
                self.step = Step::Waiting {
                    until_ms: self.now_ms + delay_ms,
                };
            }
            // The official client drops this error. `Portal` logs it before it retries.
            None => self.leave(AfterClose::Close(Some(error))),
        }
    }

    pub(super) fn shake_hands(&mut self) {
        let Some(line) = &mut self.line else { return };
        let version = if line.stateful.is_some() {
            Version::Two
        } else {
            Version::One
        };
        (line.last_received_ms, line.sent_ms) = (self.now_ms, self.now_ms);
        self.effects.push(Effect::Send {
            attempt: self.attempt,
            text: handshake::request(version),
        });
    }

    pub(super) fn connected(&mut self) {
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
