//! Client and server connected by an unreliable transport.

mod reconnect;

use super::connection::{Connection, Effect, Event, Options, State};
use super::message::{Message, Outcome};
use super::negotiate::Transport;
use super::session::Session;
use proptest::prelude::*;
use serde_json::json;
use std::collections::VecDeque;

const ANSWER: &str = r#"{"negotiateVersion":1,"connectionId":"i","connectionToken":"t","useStatefulReconnect":true,
    "availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]}]}"#;

#[derive(Debug, Clone)]
enum Step {
    ServerSends,
    ClientCalls,
    /// The server writes up to this many records as one message.
    Write(usize),
    /// The client receives up to this many messages.
    ClientReads(usize),
    /// The server receives up to this many bytes.
    ServerReads(usize),
    Cut {
        server_notices: bool,
    },
    ClientNotices,
    /// The client receives a message of an earlier transport connection.
    Late,
    Second,
}

struct World {
    client: Connection,
    server: Session<String>,
    to_client: VecDeque<String>,
    to_server: VecDeque<u8>,
    stale: Vec<(u64, String)>,
    /// The attempt whose transport is open.
    line: Option<u64>,
    broken: Option<u64>,
    now_ms: u64,
    sent: usize,
    calls: Vec<String>,
    seen: Vec<usize>,
    answers: Vec<String>,
}

impl World {
    fn connected() -> Self {
        let mut world = Self {
            client: Connection::new(Options::new("/notify")),
            server: Session::new(true, 0),
            to_client: VecDeque::new(),
            to_server: VecDeque::new(),
            stale: Vec::new(),
            line: None,
            broken: None,
            now_ms: 0,
            sent: 0,
            calls: Vec::new(),
            seen: Vec::new(),
            answers: Vec::new(),
        };
        world.happens(Event::Start);
        world.settle();
        assert_eq!(world.client.state(), State::Connected);
        world
    }

    fn happens(&mut self, event: Event) {
        let effects = self.client.handle(event, self.now_ms);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Negotiate { attempt, .. } => {
                    let answer = Ok((200, ANSWER.to_owned()));
                    self.happens(Event::Negotiated { attempt, answer });
                }
                Effect::Open { attempt, .. } => {
                    self.server.attach(Transport::WebSockets, self.now_ms).unwrap();
                    (self.line, self.broken) = (Some(attempt), None);
                    self.to_client.clear();
                    self.to_server.clear();
                    self.happens(Event::Opened { attempt });
                }
                Effect::Send { attempt, text } if self.line == Some(attempt) => {
                    self.to_server.extend(text.bytes());
                }
                Effect::Called { arguments, .. } => {
                    self.seen.push(arguments[0].as_u64().unwrap().try_into().unwrap());
                }
                Effect::Completed { id, outcome } => {
                    assert!(matches!(outcome, Outcome::Error(error) if error.contains("does not exist")));
                    self.answers.push(id);
                }
                Effect::Send { .. } | Effect::Started(Ok(())) => {}
                Effect::Changed(state) => {
                    assert!(
                        [State::Connecting, State::Connected].contains(&state),
                        "{state:?}"
                    );
                }
                other => panic!("{other:?}"),
            }
        }
    }

    fn run(&mut self, step: &Step) {
        match *step {
            Step::ServerSends => {
                self.sent += 1;
                let event = Message::Invocation {
                    id: None,
                    target: "T".into(),
                    arguments: vec![json!(self.sent), json!("x".repeat(self.sent % 7 * 1_000))],
                    stream_ids: Vec::new(),
                };
                self.server.send(event.to_record());
            }
            Step::ClientCalls => {
                let (id, effects) = self.client.invoke("X", Vec::new(), self.now_ms).unwrap();
                self.calls.push(id);
                self.carry_out(effects);
            }
            Step::Write(count) if self.line.is_some() => {
                let records: String = (0..count).map_while(|_| self.server.next_record()).collect();
                if !records.is_empty() {
                    self.to_client.push_back(records);
                }
            }
            Step::ClientReads(count) => {
                for _ in 0..count {
                    let (Some(attempt), Some(text)) = (self.line, self.to_client.pop_front()) else {
                        return;
                    };
                    self.stale.push((attempt, text.clone()));
                    self.happens(Event::Received { attempt, text });
                }
            }
            Step::ServerReads(count) if self.line.is_some() => {
                let bytes: Vec<u8> = self.to_server.drain(..count.min(self.to_server.len())).collect();
                self.server.receive(&bytes, self.now_ms);
            }
            Step::Cut { server_notices } => {
                if let Some(attempt) = self.line.take() {
                    self.broken = Some(attempt);
                    self.stale
                        .extend(self.to_client.drain(..).map(|text| (attempt, text)));
                    self.to_server.clear();
                    if server_notices {
                        self.server.detach(self.now_ms);
                    }
                }
            }
            Step::ClientNotices => {
                if let Some(attempt) = self.broken {
                    self.happens(Event::Closed { attempt, error: None });
                }
            }
            Step::Late => {
                if let Some((attempt, text)) = self.stale.pop()
                    && ![self.line, self.broken].contains(&Some(attempt))
                {
                    self.happens(Event::Received { attempt, text });
                }
            }
            Step::Second => {
                self.run(&Step::ClientNotices);
                self.settle();
                self.now_ms += 1_000;
                self.server.tick(self.now_ms);
                self.happens(Event::Time);
            }
            Step::Write(_) | Step::ServerReads(_) => {}
        }
    }

    /// Delivers everything in flight.
    fn settle(&mut self) {
        self.run(&Step::ClientNotices);
        loop {
            self.run(&Step::Write(3));
            if self.to_client.is_empty() && self.to_server.is_empty() {
                return;
            }
            self.run(&Step::ServerReads(usize::MAX));
            self.run(&Step::ClientReads(usize::MAX));
        }
    }
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::ServerSends),
        2 => Just(Step::ClientCalls),
        3 => (1_usize..4).prop_map(Step::Write),
        3 => (1_usize..4).prop_map(Step::ClientReads),
        3 => (1_usize..120).prop_map(Step::ServerReads),
        1 => any::<bool>().prop_map(|server_notices| Step::Cut { server_notices }),
        2 => Just(Step::ClientNotices),
        1 => Just(Step::Late),
        1 => Just(Step::Second),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(400)))]

    #[test]
    fn delivers_everything_once_and_in_order_over_any_transport_failures(steps in prop::collection::vec(step(), 0..150)) {
        let mut world = World::connected();
        for step in &steps {
            world.run(step);
        }
        for _ in 0..20 {
            world.run(&Step::Second);
        }
        world.settle();
        prop_assert_eq!(&world.seen, &(1..=world.sent).collect::<Vec<_>>());
        prop_assert_eq!(&world.answers, &world.calls);
        prop_assert_eq!(world.client.state(), State::Connected);
    }
}
