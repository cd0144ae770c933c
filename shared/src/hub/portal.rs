//! The connection as the portal keeps it: what ends without being asked to is begun again, a few times in a row.

use super::connection::{Connection, Effect, Event, Options, State};
use super::known::Known;
use super::message::Outcome;
use super::push::TRANSIENT_NOTIFICATION;
use super::retry::PortalRetry;
use serde_json::Value;

/// More than the server sends again to whoever connects.
const REMEMBERED: usize = 20_000;

/// What the driver does.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    Do(Effect),
    /// For the console, and for nobody else.
    Log(String),
}

#[derive(Debug)]
pub struct Portal {
    connection: Connection,
    retry: PortalRetry,
    /// Notifications that came over any connection of this page.
    told: Known,
    starts_at_ms: Option<u64>,
    is_wanted: bool,
}

impl Portal {
    pub fn new(options: Options) -> Self {
        Self {
            connection: Connection::new(options),
            retry: PortalRetry::default(),
            told: Known::new(REMEMBERED),
            starts_at_ms: None,
            is_wanted: false,
        }
    }

    pub fn state(&self) -> State {
        self.connection.state()
    }

    /// Takes what happened; gives what is to be done, in order.
    pub fn handle(&mut self, event: Event, now_ms: u64) -> Vec<Deed> {
        match event {
            Event::Start => self.is_wanted = true,
            Event::Stop => (self.is_wanted, self.starts_at_ms) = (false, None),
            _ => {}
        }
        let mut deeds = self.pass_on(event, now_ms);
        if self.starts_at_ms.take_if(|at| *at <= now_ms).is_some() {
            deeds.extend(self.pass_on(Event::Start, now_ms));
        }
        deeds
    }

    fn pass_on(&mut self, event: Event, now_ms: u64) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for effect in self.connection.handle(event, now_ms) {
            match effect {
                Effect::Started(Ok(())) | Effect::Reconnected(_) => self.retry.connected(),
                Effect::Started(Err(error)) => self.lost(Some(error), now_ms, &mut deeds),
                Effect::Closed(error) => self.lost(error, now_ms, &mut deeds),
                Effect::Reconnecting(error) => deeds.extend(error.map(Deed::Log)),
                Effect::Called {
                    ref target,
                    ref arguments,
                    ..
                } if self.was_told(target, arguments) => {}
                Effect::Called { id: Some(ref id), .. } => {
                    let id = id.clone();
                    deeds.push(Deed::Do(effect));
                    let outcome = Outcome::Error("Client didn't provide a result.".into());
                    let answer = self.connection.answer(id, outcome, now_ms);
                    deeds.extend(answer.into_iter().flatten().map(Deed::Do));
                }
                effect => deeds.push(Deed::Do(effect)),
            }
        }
        deeds
    }

    /// Whoever connects anew is sent the transient notifications of the last minutes.
    fn was_told(&mut self, target: &str, arguments: &[Value]) -> bool {
        if !target.eq_ignore_ascii_case(TRANSIENT_NOTIFICATION) {
            return false;
        }
        let id = arguments.first().and_then(|argument| argument["id"].as_i64());
        id.is_some_and(|id| id != 0 && !self.told.is_new(id))
    }

    fn lost(&mut self, error: Option<String>, now_ms: u64, deeds: &mut Vec<Deed>) {
        if !self.is_wanted {
            return;
        }
        deeds.extend(error.map(Deed::Log));
        match self.retry.lost() {
            Ok(delay_ms) => self.starts_at_ms = Some(now_ms + delay_ms),
            Err(given_up) => deeds.push(Deed::Log(given_up.into())),
        }
    }

    /// When to report [`Event::Time`], unless something else happens before.
    pub fn wakes_at(&self) -> Option<u64> {
        let wakes_at = [self.starts_at_ms, self.connection.wakes_at()];
        wakes_at.into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::retry::RetryPolicy;
    use serde_json::json;

    const ANSWER: &str = r#"{"negotiateVersion":1,"connectionToken":"t",
        "availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]}]}"#;

    struct Tab {
        portal: Portal,
        now_ms: u64,
        attempt: u64,
    }

    impl Tab {
        fn new(retry: RetryPolicy) -> Self {
            let mut options = Options::new("/notify");
            (options.stateful, options.retry) = (false, retry);
            Self {
                portal: Portal::new(options),
                now_ms: 0,
                attempt: 0,
            }
        }

        /// What is logged.
        fn does(&mut self, event: Event) -> Vec<String> {
            let mut logged = Vec::new();
            for deed in self.portal.handle(event, self.now_ms) {
                match deed {
                    Deed::Log(text) => logged.push(text),
                    Deed::Do(Effect::Negotiate { attempt, .. } | Effect::Open { attempt, .. }) => {
                        self.attempt = attempt;
                    }
                    Deed::Do(_) => {}
                }
            }
            logged
        }

        fn fails(&mut self) -> Vec<String> {
            let (attempt, answer) = (self.attempt, Ok((500, "Oh".to_owned())));
            self.does(Event::Negotiated { attempt, answer })
        }

        fn connects(&mut self) {
            let (attempt, answer) = (self.attempt, Ok((200, ANSWER.to_owned())));
            self.does(Event::Negotiated { attempt, answer });
            let attempt = self.attempt;
            self.does(Event::Opened { attempt });
            let text = "{}\u{1e}".to_owned();
            self.does(Event::Received { attempt, text });
            assert_eq!(self.portal.state(), State::Connected);
        }

        /// Lets the next pause pass, and says how long it was.
        fn waits(&mut self) -> u64 {
            let pause = self.portal.wakes_at().unwrap() - self.now_ms;
            self.now_ms += pause;
            self.does(Event::Time);
            pause
        }
    }

    const OH: &str = "Failed to complete negotiation with the server: Error: Oh: Status code '500'";

    #[test]
    fn a_start_that_fails_is_tried_five_times_more() {
        let mut tab = Tab::new(RetryPolicy::usual());
        tab.does(Event::Start);
        for _ in 0..5 {
            assert_eq!(tab.fails(), [OH]);
            assert_eq!(tab.waits(), 15_000);
            assert_eq!(tab.portal.state(), State::Connecting);
        }
        assert_eq!(tab.fails(), [OH, "Max number of retries reached."]);
        assert_eq!(tab.portal.wakes_at(), None);
    }

    #[test]
    fn a_success_gives_the_patience_back() {
        let mut tab = Tab::new(RetryPolicy::never());
        tab.does(Event::Start);
        for _ in 0..3 {
            for _ in 0..4 {
                tab.fails();
                tab.waits();
            }
            tab.connects();
            let (attempt, error) = (tab.attempt, Some("broken".to_owned()));
            assert_eq!(tab.does(Event::Closed { attempt, error }), ["broken"]);
            assert_eq!(tab.waits(), 15_000);
        }
    }

    #[test]
    fn the_connection_tries_first_and_says_why() {
        let mut tab = Tab::new(RetryPolicy::usual());
        tab.does(Event::Start);
        tab.connects();
        let (attempt, error) = (tab.attempt, Some("broken".to_owned()));
        assert_eq!(tab.does(Event::Closed { attempt, error }), ["broken"]);
        for pause in [0, 2_000, 10_000] {
            assert_eq!(tab.waits(), pause);
            assert!(tab.fails().is_empty());
        }
        assert_eq!(tab.waits(), 30_000);
        assert_eq!(tab.fails(), [OH]);
        assert_eq!(tab.waits(), 15_000);
        tab.connects();
    }

    #[test]
    fn a_notification_is_told_once_whatever_connection_brings_it() {
        let mut tab = Tab::new(RetryPolicy::usual());
        tab.does(Event::Start);
        let mut told = Vec::new();
        for ids in [&[1, 2][..], &[1, 2, 3, 0], &[0]] {
            tab.connects();
            for id in ids {
                let call =
                    json!({ "type": 1, "target": TRANSIENT_NOTIFICATION, "arguments": [{ "id": id }] });
                let (attempt, text) = (tab.attempt, format!("{call}\u{1e}"));
                let deeds = tab.portal.handle(Event::Received { attempt, text }, 0);
                told.extend((!deeds.is_empty()).then_some(*id));
            }
            let (attempt, error) = (tab.attempt, None);
            tab.does(Event::Closed { attempt, error });
            tab.waits();
        }
        assert_eq!(told, [1, 2, 3, 0, 0], "those without an id cannot be known again");
    }

    #[test]
    fn a_call_that_wants_an_answer_gets_one() {
        let mut tab = Tab::new(RetryPolicy::usual());
        tab.does(Event::Start);
        tab.connects();
        let text = r#"{"type":1,"invocationId":"7","target":"X","arguments":[]}"#.to_owned() + "\u{1e}";
        let attempt = tab.attempt;
        let deeds = tab.portal.handle(Event::Received { attempt, text }, 0);
        let answer =
            "{\"type\":3,\"invocationId\":\"7\",\"error\":\"Client didn't provide a result.\"}\u{1e}";
        assert!(
            matches!(&deeds[..], [Deed::Do(Effect::Called { .. }), Deed::Do(Effect::Send { text, .. })] if text == answer),
            "{deeds:?}"
        );
    }

    #[test]
    fn whoever_stops_is_left_in_peace() {
        let mut tab = Tab::new(RetryPolicy::usual());
        tab.does(Event::Start);
        assert!(tab.does(Event::Stop).is_empty(), "a start that is stopped");
        assert_eq!(tab.portal.wakes_at(), None);

        tab.does(Event::Start);
        tab.connects();
        tab.does(Event::Stop);
        let attempt = tab.attempt;
        assert!(tab.does(Event::Closed { attempt, error: None }).is_empty());
        assert_eq!(tab.portal.wakes_at(), None);

        tab.does(Event::Start);
        tab.fails();
        tab.does(Event::Stop);
        assert_eq!(tab.portal.wakes_at(), None, "between two tries");
    }
}
