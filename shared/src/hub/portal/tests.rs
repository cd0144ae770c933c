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

    /// Handles an event and returns the logged messages.
    fn does(&mut self, event: Event) -> Vec<String> {
        let mut logged = Vec::new();
        for deed in self.portal.handle(event, self.now_ms) {
            match deed {
                PortalEffect::Log(text) => logged.push(text),
                PortalEffect::Do(Effect::Negotiate { attempt, .. } | Effect::Open { attempt, .. }) => {
                    self.attempt = attempt;
                }
                PortalEffect::Do(_) => {}
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

    /// Advances the clock to the next wake-up and returns the pause.
    fn waits(&mut self) -> u64 {
        let pause = self.portal.wakes_at().unwrap() - self.now_ms;
        self.now_ms += pause;
        self.does(Event::Time);
        pause
    }
}

const OH: &str = "Failed to complete negotiation with the server: Error: Oh: Status code '500'";

#[test]
fn retries_a_failed_start_five_times() {
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
fn resets_the_retry_count_after_a_success() {
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
fn exhausts_the_reconnect_policy_before_its_own_retries() {
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
fn delivers_each_notification_once_across_connections() {
    let mut tab = Tab::new(RetryPolicy::usual());
    tab.does(Event::Start);
    let mut told = Vec::new();
    for ids in [&[1, 2][..], &[1, 2, 3, 0], &[0]] {
        tab.connects();
        for id in ids {
            let call = json!({ "type": 1, "target": TRANSIENT_NOTIFICATION, "arguments": [{ "id": id }] });
            let (attempt, text) = (tab.attempt, format!("{call}\u{1e}"));
            let deeds = tab.portal.handle(Event::Received { attempt, text }, 0);
            told.extend((!deeds.is_empty()).then_some(*id));
        }
        let (attempt, error) = (tab.attempt, None);
        tab.does(Event::Closed { attempt, error });
        tab.waits();
    }
    assert_eq!(
        told,
        [1, 2, 3, 0, 0],
        "notifications without an id are not deduplicated"
    );
}

#[test]
fn answers_calls_that_expect_a_result() {
    let mut tab = Tab::new(RetryPolicy::usual());
    tab.does(Event::Start);
    tab.connects();
    let text = r#"{"type":1,"invocationId":"7","target":"X","arguments":[]}"#.to_owned() + "\u{1e}";
    let attempt = tab.attempt;
    let deeds = tab.portal.handle(Event::Received { attempt, text }, 0);
    let answer = "{\"type\":3,\"invocationId\":\"7\",\"error\":\"Client didn't provide a result.\"}\u{1e}";
    assert!(
        matches!(&deeds[..], [PortalEffect::Do(Effect::Called { .. }), PortalEffect::Do(Effect::Send { text, .. })] if text == answer),
        "{deeds:?}"
    );
}

#[test]
fn does_not_retry_after_stop() {
    let mut tab = Tab::new(RetryPolicy::usual());
    tab.does(Event::Start);
    assert!(tab.does(Event::Stop).is_empty(), "stopped during the start");
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
    assert_eq!(tab.portal.wakes_at(), None, "stopped between two attempts");
}

#[test]
fn start_does_nothing_unless_disconnected() {
    let mut tab = Tab::new(RetryPolicy::usual());
    let starts = |tab: &mut Tab, state: State| {
        assert_eq!(tab.portal.state(), state);
        let wakes_at = tab.portal.wakes_at();
        assert_eq!(tab.portal.handle(Event::Start, tab.now_ms), [], "{state:?}");
        assert_eq!((tab.portal.state(), tab.portal.wakes_at()), (state, wakes_at));
    };
    tab.does(Event::Start);
    starts(&mut tab, State::Connecting);
    tab.connects();
    starts(&mut tab, State::Connected);
    let (attempt, error) = (tab.attempt, Some("broken".to_owned()));
    tab.does(Event::Closed { attempt, error });
    starts(&mut tab, State::Reconnecting);
}

#[test]
fn start_between_two_attempts_replaces_the_next_one() {
    let mut tab = Tab::new(RetryPolicy::usual());
    tab.does(Event::Start);
    tab.fails();
    tab.now_ms += 1_000;
    tab.does(Event::Start);
    tab.connects();
    tab.now_ms = 15_000;
    assert!(tab.does(Event::Time).is_empty(), "there is no second start");
    assert_eq!(tab.portal.state(), State::Connected);
}

#[test]
fn start_during_a_stop_connects_once_it_is_done() {
    let mut tab = Tab::new(RetryPolicy::usual());
    for is_up in [true, false] {
        tab.does(Event::Start);
        if is_up {
            tab.connects();
        } else {
            let (attempt, answer) = (tab.attempt, Ok((200, ANSWER.to_owned())));
            tab.does(Event::Negotiated { attempt, answer });
        }
        tab.does(Event::Stop);
        let attempt = tab.attempt;
        assert!(tab.does(Event::Start).is_empty());
        assert_eq!(
            (tab.portal.state(), tab.portal.wakes_at()),
            (State::Disconnecting, None)
        );
        assert!(tab.does(Event::Closed { attempt, error: None }).is_empty());
        tab.connects();
        tab.does(Event::Stop);
        let attempt = tab.attempt;
        tab.does(Event::Closed { attempt, error: None });
    }
}

/// Covers every way that a connection can end.
#[test]
fn logs_every_connection_error() {
    type Way<'a> = &'a dyn Fn(&mut Tab) -> Vec<String>;
    let negotiated = |tab: &mut Tab, status: u16, body: &str| {
        let (attempt, answer) = (tab.attempt, Ok((status, body.to_owned())));
        tab.does(Event::Negotiated { attempt, answer })
    };
    let received = |tab: &mut Tab, text: &str| {
        let (attempt, text) = (tab.attempt, text.replace('|', "\u{1e}"));
        tab.does(Event::Received { attempt, text })
    };
    let opened = |tab: &mut Tab| {
        negotiated(tab, 200, ANSWER);
        let attempt = tab.attempt;
        tab.does(Event::Opened { attempt });
    };
    let cases: [(&str, Way); 8] = [
        (
            "Server timeout elapsed without receiving a message from the server.",
            &|tab| {
                tab.connects();
                tab.now_ms += 30_000;
                tab.does(Event::Time)
            },
        ),
        (
            "Server timeout elapsed without receiving a message from the server.",
            &|tab| {
                opened(tab);
                tab.now_ms += 30_000;
                tab.does(Event::Time)
            },
        ),
        ("Negotiate redirection limit exceeded.", &|tab| {
            (0..100)
                .flat_map(|_| negotiated(tab, 200, r#"{"url":"/elsewhere"}"#))
                .collect()
        }),
        (
            "Unable to connect to the server with any of the available transports. Error: WebSockets failed: Error: \
             refused",
            &|tab| {
                negotiated(tab, 200, ANSWER);
                let (attempt, error) = (tab.attempt, Some("refused".to_owned()));
                tab.does(Event::Closed { attempt, error })
            },
        ),
        ("Server returned handshake error: no", &|tab| {
            opened(tab);
            received(tab, "{\"error\":\"no\"}|")
        }),
        ("Server returned an error on close: full", &|tab| {
            tab.connects();
            let mut logged = received(tab, "{\"type\":7,\"error\":\"full\"}|");
            let attempt = tab.attempt;
            logged.extend(tab.does(Event::Closed { attempt, error: None }));
            logged
        }),
        (
            "Failed to complete negotiation with the server: Error: Not Found: Status code '404' Either this is not a \
             SignalR endpoint or there is a proxy blocking the connection.",
            &|tab| negotiated(tab, 404, "Not Found"),
        ),
        (
            "Failed to complete negotiation with the server: TypeError: fetch failed",
            &|tab| {
                let (attempt, answer) = (tab.attempt, Err("TypeError: fetch failed".to_owned()));
                tab.does(Event::Negotiated { attempt, answer })
            },
        ),
    ];
    for (text, way) in cases {
        let mut tab = Tab::new(RetryPolicy::never());
        tab.does(Event::Start);
        assert_eq!(way(&mut tab), [text]);
        assert_eq!(tab.portal.state(), State::Disconnected);
        assert_eq!(tab.waits(), 15_000);
        assert_eq!(tab.portal.state(), State::Connecting);
    }
}
