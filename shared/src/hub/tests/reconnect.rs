//! A page that loses its connection and connects again, with a server that resends recent notifications.

use super::ANSWER;
use crate::hub::connection::{Effect, Event, Options, State};
use crate::hub::negotiate::Transport;
use crate::hub::portal::{Portal, PortalEffect};
use crate::hub::push::{self, TRANSIENT_NOTIFICATION, TransientNotification};
use crate::hub::retry::RetryPolicy;
use crate::hub::session::Session;
use proptest::prelude::*;
use std::collections::VecDeque;

/// Period in which the server resends a notification.
const LATELY_MS: u64 = 120_000;

#[derive(Debug, Clone)]
enum Step {
    Push,
    /// The server writes up to this many records as one message.
    Write(usize),
    /// The page receives up to this many messages.
    Read(usize),
    Cut,
    /// Advances the clock by this many milliseconds.
    Wait(u64),
}

struct Page {
    portal: Portal,
    server: Option<Session<String>>,
    to_page: VecDeque<String>,
    attempt: u64,
    now_ms: u64,
    /// Send times of the notifications. Ids count from 1.
    outbox: Vec<u64>,
    told: Vec<usize>,
}

impl Page {
    fn new(retry: RetryPolicy) -> Self {
        let mut options = Options::new("/notify");
        (options.stateful, options.retry) = (false, retry);
        let mut page = Self {
            portal: Portal::new(options),
            server: None,
            to_page: VecDeque::new(),
            attempt: 0,
            now_ms: 0,
            outbox: Vec::new(),
            told: Vec::new(),
        };
        page.happens(Event::Start);
        page
    }

    fn happens(&mut self, event: Event) {
        for deed in self.portal.handle(event, self.now_ms) {
            let PortalEffect::Do(effect) = deed else { continue };
            match effect {
                Effect::Negotiate { attempt, .. } => {
                    let answer = Ok((200, ANSWER.replace(r#""useStatefulReconnect":true,"#, "")));
                    self.happens(Event::Negotiated { attempt, answer });
                }
                Effect::Open { attempt, .. } => {
                    let mut server = Session::new(false, self.now_ms);
                    server.attach(Transport::WebSockets, self.now_ms).unwrap();
                    self.server = Some(server);
                    self.to_page.clear();
                    self.attempt = attempt;
                    self.happens(Event::Opened { attempt });
                }
                Effect::Send { attempt, text } if attempt == self.attempt => self.says(&text),
                Effect::Called { arguments, .. } => {
                    self.told
                        .push(arguments[0]["id"].as_u64().unwrap().try_into().unwrap());
                }
                _ => {}
            }
        }
    }

    fn says(&mut self, text: &str) {
        let Some(server) = &mut self.server else { return };
        if server.receive(text.as_bytes(), self.now_ms) {
            for (index, sent_ms) in self.outbox.iter().enumerate() {
                if sent_ms + LATELY_MS > self.now_ms {
                    server.send(record(index + 1));
                }
            }
        }
    }

    fn run(&mut self, step: &Step) {
        match *step {
            Step::Push => {
                self.outbox.push(self.now_ms);
                if let Some(server) = &mut self.server {
                    server.send(record(self.outbox.len()));
                }
            }
            Step::Write(count) => {
                let Some(server) = &mut self.server else { return };
                let records: String = (0..count).map_while(|_| server.next_record()).collect();
                if !records.is_empty() {
                    self.to_page.push_back(records);
                }
            }
            Step::Read(count) => {
                for _ in 0..count {
                    let Some(text) = self.to_page.pop_front() else {
                        return;
                    };
                    let attempt = self.attempt;
                    self.happens(Event::Received { attempt, text });
                }
            }
            Step::Cut => {
                if self.server.take().is_some() {
                    self.to_page.clear();
                    let (attempt, error) = (self.attempt, None);
                    self.happens(Event::Closed { attempt, error });
                }
            }
            Step::Wait(pause_ms) => {
                self.now_ms += pause_ms;
                if let Some(server) = &mut self.server {
                    server.tick(self.now_ms);
                }
                self.happens(Event::Time);
            }
        }
    }
}

fn record(id: usize) -> String {
    let told = TransientNotification {
        id: id.try_into().unwrap(),
        notification_type: 47,
        heading: "Ready".into(),
        message: "x".repeat(id % 5 * 1_000),
    };
    push::event(TRANSIENT_NOTIFICATION, &told).unwrap()
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Push),
        4 => (1_usize..4).prop_map(Step::Write),
        4 => (1_usize..4).prop_map(Step::Read),
        1 => Just(Step::Cut),
        2 => (0_u64..1_000).prop_map(Step::Wait),
    ]
}

proptest! {
    #[test]
    fn delivers_every_notification_once_and_in_order(
        retry in prop::sample::select(vec![RetryPolicy::usual(), RetryPolicy::never()]),
        steps in prop::collection::vec(step(), 0..100),
    ) {
        let mut page = Page::new(retry);
        for step in &steps {
            page.run(step);
        }
        // Longer than the portal's retry delay, and shorter than the resend period.
        for step in [Step::Wait(16_000), Step::Write(usize::MAX), Step::Read(usize::MAX)].iter().cycle().take(6) {
            page.run(step);
        }
        prop_assert_eq!(page.portal.state(), State::Connected);
        prop_assert_eq!(page.told, (1..=page.outbox.len()).collect::<Vec<_>>());
    }
}
