//! Random event sequences: only allowed state transitions occur, and every outcome is reported once.

use super::*;
use proptest::prelude::*;

/// Returns the states that may follow a state.
fn may_follow(state: State) -> &'static [State] {
    use State::{Connected, Connecting, Disconnected, Disconnecting, Reconnecting};
    match state {
        Disconnected => &[Connecting],
        Connecting => &[Connected, Disconnecting, Disconnected],
        Connected => &[Reconnecting, Disconnecting, Disconnected],
        Reconnecting => &[Connected, Disconnecting, Disconnected],
        Disconnecting => &[Disconnected],
    }
}

#[derive(Debug, Clone)]
enum Step {
    Start,
    Stop,
    /// Advances the clock by this many milliseconds.
    Time(u64),
    /// Advances the clock to `wakes_at`.
    Alarm,
    Negotiated(Result<(u16, &'static str), &'static str>),
    Opened,
    Hears(&'static str),
    Closed(Option<&'static str>),
}

fn step() -> impl Strategy<Value = Step> {
    const STATEFUL: &str = r#"{"negotiateVersion":1,"connectionToken":"t","useStatefulReconnect":true,
        "availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]}]}"#;
    let answers = vec![
        Ok((200, ALL)),
        Ok((200, STATEFUL)),
        Ok((200, r#"{"url":"/elsewhere"}"#)),
        Ok((200, r#"{"error":"no"}"#)),
        Ok((200, r#"{"availableTransports":[]}"#)),
        Ok((404, "Not Found")),
        Err("TypeError: fetch failed"),
    ];
    let words = vec![
        "{}|",
        "{}|{\"type\":1,\"target\":\"T\",\"arguments\":[]}|",
        "{\"error\":\"no\"}|",
        "{\"type\":6}|",
        "{\"type\":7}|",
        "{\"type\":7,\"error\":\"soon\",\"allowReconnect\":true}|",
        "{\"type\":9,\"sequenceId\":1}|",
        "{\"type\":9,\"sequenceId\":7}|",
        "nonsense|",
        "{\"type\":6}",
    ];
    prop_oneof![
        2 => Just(Step::Start),
        1 => Just(Step::Stop),
        1 => (0_u64..40_000).prop_map(Step::Time),
        2 => Just(Step::Alarm),
        5 => prop::sample::select(answers).prop_map(Step::Negotiated),
        5 => Just(Step::Opened),
        6 => prop::sample::select(words).prop_map(Step::Hears),
        2 => prop::option::of(Just("cut")).prop_map(Step::Closed),
    ]
}

/// Tracks the reported effects as a user of the connection would.
struct Follower {
    client: Client,
    state: State,
    /// Starts without a result.
    starts: usize,
    /// Whether a `Closed` effect is allowed.
    was_connected: bool,
}

impl Follower {
    fn take(&mut self, step: &Step, age: u64) {
        // Events of earlier attempts arrive late.
        let attempt = self.client.attempt.saturating_sub(age);
        let is_late = attempt != self.client.attempt;
        let event = match step.clone() {
            Step::Start => Event::Start,
            Step::Stop => Event::Stop,
            Step::Time(pause_ms) => {
                self.client.now_ms += pause_ms;
                Event::Time
            }
            Step::Alarm => {
                self.client.now_ms = self.client.connection.wakes_at().unwrap_or(self.client.now_ms);
                Event::Time
            }
            Step::Negotiated(answer) => Event::Negotiated {
                attempt,
                answer: answer
                    .map(|(status, body)| (status, body.to_owned()))
                    .map_err(str::to_owned),
            },
            Step::Opened => Event::Opened { attempt },
            Step::Hears(text) => Event::Received {
                attempt,
                text: text.replace('|', "\u{1e}"),
            },
            Step::Closed(error) => Event::Closed {
                attempt,
                error: error.map(str::to_owned),
            },
        };
        let before = self.state;
        let effects = self.client.does(event);
        match step {
            Step::Start if before == State::Disconnected => {
                assert_eq!(effects.first(), Some(&Effect::Changed(State::Connecting)));
                self.starts += 1;
            }
            Step::Start => {
                assert_eq!(
                    failure(&effects),
                    "Cannot start a HubConnection that is not in the 'Disconnected' state."
                );
                assert_eq!(effects.len(), 1);
                return;
            }
            Step::Stop if [State::Disconnected, State::Disconnecting].contains(&before) => {
                assert_eq!(effects, []);
            }
            Step::Negotiated(_) | Step::Opened | Step::Hears(_) | Step::Closed(_) if is_late => {
                assert_eq!(effects, [], "too late");
            }
            _ => {}
        }
        for effect in &effects {
            self.hear(effect);
        }
        self.rests();
    }

    fn hear(&mut self, effect: &Effect) {
        match effect {
            Effect::Changed(state) => {
                assert!(
                    may_follow(self.state).contains(state),
                    "{:?} -> {state:?}",
                    self.state
                );
                self.state = *state;
            }
            Effect::Started(outcome) => {
                assert_eq!(self.starts, 1);
                self.starts = 0;
                self.was_connected = outcome.is_ok();
                let expected: &[State] = match outcome {
                    Ok(()) => &[State::Connected],
                    // A stopped start fails before the state changes.
                    Err(_) => &[State::Disconnected, State::Connecting],
                };
                assert!(expected.contains(&self.state), "{outcome:?} in {:?}", self.state);
            }
            Effect::Reconnecting(_) => assert_eq!(self.state, State::Reconnecting),
            Effect::Reconnected(_) => assert_eq!(self.state, State::Connected),
            Effect::Closed(_) => {
                assert_eq!(self.state, State::Disconnected);
                assert!(
                    std::mem::take(&mut self.was_connected),
                    "`Closed` follows each connection exactly once"
                );
            }
            Effect::Called { .. } | Effect::Item { .. } => assert_eq!(self.state, State::Connected),
            Effect::Negotiate { .. } | Effect::Open { .. } => {
                assert!(![State::Disconnected, State::Disconnecting].contains(&self.state));
            }
            Effect::Send { .. } | Effect::Close { .. } | Effect::Completed { .. } => {}
        }
    }

    fn rests(&self) {
        assert_eq!(self.client.state(), self.state);
        match self.state {
            State::Disconnected => {
                assert_eq!(self.client.connection.wakes_at(), None);
                assert_eq!(self.starts, 0, "every start has a result");
                assert!(!self.was_connected, "every end is reported");
            }
            State::Connecting => assert_eq!(self.starts, 1),
            State::Disconnecting | State::Connected | State::Reconnecting => assert_eq!(self.starts, 0),
        }
    }
}

proptest! {
    #[test]
    fn allows_only_valid_state_transitions(
        policy in prop::sample::select(vec![RetryPolicy::usual(), RetryPolicy::never(), RetryPolicy::after([0])]),
        stateful in any::<bool>(),
        steps in prop::collection::vec((step(), prop_oneof![5 => Just(0), 1 => 1_u64..3]), 0..60),
    ) {
        let client = Client::new(|options| (options.retry, options.stateful) = (policy, stateful));
        let mut follower = Follower { client, state: State::Disconnected, starts: 0, was_connected: false };
        for (step, age) in &steps {
            follower.take(step, *age);
        }
        follower.take(&Step::Stop, 0);
        follower.take(&Step::Closed(None), 0);
        prop_assert_eq!(follower.state, State::Disconnected);
        follower.take(&Step::Start, 0);
        follower.client.connects();
        prop_assert_eq!(follower.client.state(), State::Connected, "can be started again");
    }
}
