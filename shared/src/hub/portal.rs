//! The portal's connection. Reconnects after an unexpected close, up to a limit of consecutive attempts.

use super::connection::{Connection, Effect, Event, Options, State};
use super::message::Outcome;
use super::push::TRANSIENT_NOTIFICATION;
use super::recent_ids::RecentIds;
use super::retry::PortalRetry;
use serde_json::Value;

/// Maximum number of remembered notification ids. Exceeds the number of notifications that the server resends
/// to a new connection.
const MAX_REMEMBERED: usize = 20_000;

/// Output for the driver to carry out.
#[derive(Debug, Clone, PartialEq)]
pub enum PortalEffect {
    Do(Effect),
    /// A message for the browser console.
    Log(String),
}

#[derive(Debug)]
pub struct Portal {
    connection: Connection,
    retry: PortalRetry,
    /// Ids of the notifications received on any connection of this page.
    seen_ids: RecentIds,
    starts_at_ms: Option<u64>,
    is_wanted: bool,
}

impl Portal {
    pub fn new(options: Options) -> Self {
        Self {
            connection: Connection::new(options),
            retry: PortalRetry::default(),
            seen_ids: RecentIds::new(MAX_REMEMBERED),
            starts_at_ms: None,
            is_wanted: false,
        }
    }

    pub fn state(&self) -> State {
        self.connection.state()
    }

    /// Handles an event and returns the effects to carry out, in order.
    pub fn handle(&mut self, event: Event, now_ms: u64) -> Vec<PortalEffect> {
        let mut deeds = Vec::new();
        match event {
            Event::Start => {
                self.is_wanted = true;
                match self.state() {
                    // If the connection is closing, it restarts once it is closed.
                    State::Disconnected | State::Disconnecting => self.starts_at_ms = Some(now_ms),
                    State::Connecting | State::Connected | State::Reconnecting => {}
                }
            }
            Event::Stop => {
                (self.is_wanted, self.starts_at_ms) = (false, None);
                deeds = self.handle_connection_event(event, now_ms);
            }
            event => deeds = self.handle_connection_event(event, now_ms),
        }
        if self.state() == State::Disconnected && self.starts_at_ms.take_if(|at| *at <= now_ms).is_some() {
            deeds.extend(self.handle_connection_event(Event::Start, now_ms));
        }
        deeds
    }

    fn handle_connection_event(&mut self, event: Event, now_ms: u64) -> Vec<PortalEffect> {
        let mut deeds = Vec::new();
        for effect in self.connection.handle(event, now_ms) {
            match effect {
                Effect::Started(Ok(())) | Effect::Reconnected(_) => self.retry.connected(),
                Effect::Started(Err(error)) => self.lost(Some(error), now_ms, &mut deeds),
                Effect::Closed(error) => self.lost(error, now_ms, &mut deeds),
                Effect::Reconnecting(error) => deeds.extend(error.map(PortalEffect::Log)),
                Effect::Called {
                    ref target,
                    ref arguments,
                    ..
                } if self.is_duplicate_notification(target, arguments) => {}
                Effect::Called { id: Some(ref id), .. } => {
                    let id = id.clone();
                    deeds.push(PortalEffect::Do(effect));
                    let outcome = Outcome::Error("Client didn't provide a result.".into());
                    let answer = self.connection.answer(id, outcome, now_ms);
                    deeds.extend(answer.into_iter().flatten().map(PortalEffect::Do));
                }
                effect => deeds.push(PortalEffect::Do(effect)),
            }
        }
        deeds
    }

    /// Returns whether this is a transient notification that was received before. The server resends those of
    /// the last minutes to every new connection.
    fn is_duplicate_notification(&mut self, target: &str, arguments: &[Value]) -> bool {
        if !target.eq_ignore_ascii_case(TRANSIENT_NOTIFICATION) {
            return false;
        }
        let id = arguments.first().and_then(|argument| argument["id"].as_i64());
        id.is_some_and(|id| id != 0 && !self.seen_ids.is_new(id))
    }

    fn lost(&mut self, error: Option<String>, now_ms: u64, deeds: &mut Vec<PortalEffect>) {
        if !self.is_wanted {
            return;
        }
        deeds.extend(error.map(PortalEffect::Log));
        // The page has already requested a restart.
        if self.starts_at_ms.is_some() {
            return;
        }
        match self.retry.lost() {
            Ok(delay_ms) => self.starts_at_ms = Some(now_ms + delay_ms),
            Err(given_up) => deeds.push(PortalEffect::Log(given_up.into())),
        }
    }

    /// Returns when [`Event::Time`] is due, unless another event occurs first.
    pub fn wakes_at(&self) -> Option<u64> {
        let starts_at_ms = self.starts_at_ms.filter(|_| self.state() == State::Disconnected);
        let wakes_at = [starts_at_ms, self.connection.wakes_at()];
        wakes_at.into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests;
