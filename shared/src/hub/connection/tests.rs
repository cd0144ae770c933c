use super::*;
use crate::hub::retry::RetryPolicy;

const ALL: &str = r#"{"negotiateVersion":1,"connectionId":"i","connectionToken":"t","availableTransports":[
    {"transport":"WebSockets","transferFormats":["Text"]},{"transport":"ServerSentEvents","transferFormats":["Text"]},
    {"transport":"LongPolling","transferFormats":["Text"]}]}"#;

struct Client {
    connection: Connection,
    now_ms: u64,
    attempt: u64,
}

impl Client {
    fn new(set: impl FnOnce(&mut Options)) -> Self {
        let mut options = Options::new("/notify");
        options.stateful = false;
        set(&mut options);
        Self {
            connection: Connection::new(options),
            now_ms: 0,
            attempt: 0,
        }
    }

    fn does(&mut self, event: Event) -> Vec<Effect> {
        let effects = self.connection.handle(event, self.now_ms);
        for effect in &effects {
            if let Effect::Negotiate { attempt, .. } | Effect::Open { attempt, .. } = effect {
                self.attempt = *attempt;
            }
        }
        effects
    }

    fn negotiated(&mut self, body: &str) -> Vec<Effect> {
        let answer = Ok((200, body.to_owned()));
        let attempt = self.attempt;
        self.does(Event::Negotiated { attempt, answer })
    }

    fn opened(&mut self) -> Vec<Effect> {
        let attempt = self.attempt;
        self.does(Event::Opened { attempt })
    }

    fn hears(&mut self, text: &str) -> Vec<Effect> {
        let (attempt, text) = (self.attempt, text.replace('|', "\u{1e}"));
        self.does(Event::Received { attempt, text })
    }

    fn closed(&mut self, error: Option<&str>) -> Vec<Effect> {
        let (attempt, error) = (self.attempt, error.map(str::to_owned));
        self.does(Event::Closed { attempt, error })
    }

    fn connected(set: impl FnOnce(&mut Options)) -> Self {
        let mut client = Self::new(set);
        client.does(Event::Start);
        client.connects();
        client
    }

    fn connects(&mut self) -> Vec<Effect> {
        self.negotiated(ALL);
        self.opened();
        self.hears("{}|")
    }

    fn state(&self) -> State {
        self.connection.state()
    }

    fn at(&mut self, now_ms: u64) -> Vec<Effect> {
        self.now_ms = now_ms;
        self.does(Event::Time)
    }
}

fn failure(effects: &[Effect]) -> &str {
    effects
        .iter()
        .find_map(|effect| match effect {
            Effect::Started(Err(error)) => Some(error.as_str()),
            _ => None,
        })
        .unwrap_or_else(|| panic!("{effects:?}"))
}

fn changed(effects: &[Effect]) -> Vec<State> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Changed(state) => Some(*state),
            _ => None,
        })
        .collect()
}

fn closed_with(effects: &[Effect]) -> Option<Option<&str>> {
    effects.iter().find_map(|effect| match effect {
        Effect::Closed(error) => Some(error.as_deref()),
        _ => None,
    })
}

#[test]
fn a_start_negotiates_opens_shakes_hands_and_pings() {
    let mut client = Client::new(|_| {});
    assert_eq!(
        client.does(Event::Start),
        [
            Effect::Changed(State::Connecting),
            Effect::Negotiate {
                attempt: 1,
                url: "/notify/negotiate?negotiateVersion=1".into(),
                access_token: None
            }
        ]
    );
    assert_eq!(
        client.negotiated(ALL),
        [Effect::Open {
            attempt: 2,
            transport: Transport::WebSockets,
            url: "/notify?id=t".into(),
            access_token: None
        }]
    );
    let send = |text: &str| Effect::Send {
        attempt: 2,
        text: text.replace('|', "\u{1e}"),
    };
    assert_eq!(client.opened(), [send("{\"protocol\":\"json\",\"version\":1}|")]);
    assert_eq!(
        client.hears("{}|{\"type\":1,\"target\":\"T\",\"arguments\":[]}|"),
        [
            Effect::Changed(State::Connected),
            Effect::Started(Ok(())),
            send("{\"type\":6}|"),
            Effect::Called {
                id: None,
                target: "T".into(),
                arguments: vec![]
            }
        ]
    );
    assert_eq!(
        client.does(Event::Start),
        [Effect::Started(Err(
            "Cannot start a HubConnection that is not in the 'Disconnected' state.".into()
        ))]
    );
}

#[test]
fn a_failed_start_is_disconnected_and_says_why() {
    let (not_found, refused) = ("Not Found".to_owned(), "{\"error\":\"no\"}|");
    type Way<'a> = &'a dyn Fn(&mut Client) -> Vec<Effect>;
    let cases: [(&str, Way); 6] = [
        (
            "Failed to complete negotiation with the server: Error: Not Found: Status code '404' Either this is not a SignalR endpoint or there is a proxy blocking the connection.",
            &|client| {
                let (attempt, answer) = (client.attempt, Ok((404, not_found.clone())));
                client.does(Event::Negotiated { attempt, answer })
            },
        ),
        (
            "Failed to complete negotiation with the server: TypeError: fetch failed",
            &|client| {
                let (attempt, answer) = (client.attempt, Err("TypeError: fetch failed".into()));
                client.does(Event::Negotiated { attempt, answer })
            },
        ),
        ("Server returned handshake error: no", &|client| {
            client.negotiated(ALL);
            client.opened();
            client.hears(refused)
        }),
        (
            "The underlying connection was closed before the hub handshake could complete.",
            &|client| {
                client.negotiated(ALL);
                client.opened();
                client.closed(None)
            },
        ),
        (SILENCE, &|client| {
            client.negotiated(ALL);
            client.opened();
            client.at(29_999);
            client.at(30_000)
        }),
        (
            "None of the transports supported by the client are supported by the server.",
            &|client| client.negotiated(r#"{"negotiateVersion":1,"availableTransports":[]}"#),
        ),
    ];
    for (error, way) in cases {
        let mut client = Client::new(|_| {});
        client.does(Event::Start);
        let effects = way(&mut client);
        assert_eq!(failure(&effects), error);
        assert_eq!(client.state(), State::Disconnected);
        assert_eq!(closed_with(&effects), None);
        assert_eq!(client.connection.wakes_at(), None, "a start is not tried again");
        client.does(Event::Start);
        client.connects();
        assert_eq!(client.state(), State::Connected, "but may be");
    }
}

#[test]
fn transports_are_tried_in_the_servers_order_with_a_new_negotiation_for_each() {
    let mut client =
        Client::new(|options| options.allowed = vec![Transport::WebSockets, Transport::LongPolling]);
    client.does(Event::Start);
    client.negotiated(ALL);
    let effects = client.closed(Some("no socket"));
    assert!(matches!(effects[..], [Effect::Negotiate { .. }]), "{effects:?}");
    let effects = client.negotiated(ALL);
    let [
        Effect::Open {
            transport: Transport::LongPolling,
            ..
        },
    ] = effects[..]
    else {
        panic!("{effects:?}")
    };
    client.closed(Some("no poll"));
    assert_eq!(
        failure(&client.negotiated(ALL)),
        "Unable to connect to the server with any of the available transports. Error: WebSockets failed: Error: \
         no socket ServerSentEvents failed: Error: 'ServerSentEvents' is disabled by the client. Error: \
         LongPolling failed: Error: no poll"
    );
    let mut client = Client::new(|options| options.supported = vec![Transport::ServerSentEvents]);
    client.does(Event::Start);
    let odd = r#"{"negotiateVersion":1,"availableTransports":[{"transport":"Pigeons","transferFormats":["Text"]},
        {"transport":"WebSockets","transferFormats":["Binary"]},{"transport":"LongPolling","transferFormats":["Text"]},
        {"transport":"ServerSentEvents","transferFormats":["Text"]}]}"#;
    assert!(matches!(
        client.negotiated(odd)[..],
        [Effect::Open {
            transport: Transport::ServerSentEvents,
            ..
        }]
    ));
}

#[test]
fn redirects_are_followed_with_their_token_and_not_for_ever() {
    let mut client = Client::new(|_| {});
    client.does(Event::Start);
    let redirect = r#"{"url":"https://other/hub?a=b","accessToken":"new"}"#;
    for _ in 1..100 {
        assert_eq!(
            client.negotiated(redirect),
            [Effect::Negotiate {
                attempt: client.attempt,
                url: "https://other/hub/negotiate?a=b&negotiateVersion=1".into(),
                access_token: Some("new".into())
            }]
        );
    }
    assert_eq!(
        failure(&client.negotiated(redirect)),
        "Negotiate redirection limit exceeded."
    );
}

#[test]
fn a_stop_ends_any_state() {
    let mut client = Client::connected(|_| {});
    client.connection.invoke("X", vec![], 0).unwrap();
    let effects = client.does(Event::Stop);
    assert_eq!(changed(&effects), [State::Disconnecting]);
    assert!(effects.contains(&Effect::Completed {
        id: "0".into(),
        outcome: Outcome::Error("Invocation canceled due to the underlying connection being closed.".into())
    }));
    assert!(client.does(Event::Stop).is_empty());
    let effects = client.closed(None);
    assert_eq!(
        effects,
        [Effect::Changed(State::Disconnected), Effect::Closed(None)]
    );
    assert!(client.does(Event::Stop).is_empty());

    let mut client = Client::new(|_| {});
    client.does(Event::Start);
    let effects = client.does(Event::Stop);
    assert_eq!(
        failure(&effects),
        "The connection was stopped during negotiation."
    );
    assert_eq!(changed(&effects), [State::Disconnecting, State::Disconnected]);
    assert_eq!(closed_with(&effects), None);
    assert!(client.negotiated(ALL).is_empty(), "too late");

    let mut client = Client::new(|_| {});
    client.does(Event::Start);
    client.negotiated(ALL);
    client.opened();
    assert_eq!(
        failure(&client.does(Event::Stop)),
        "The connection was stopped before the hub handshake could complete."
    );
    assert_eq!(changed(&client.closed(None)), [State::Disconnected]);

    let mut client = Client::connected(|_| {});
    client.closed(Some("lost"));
    let effects = client.does(Event::Stop);
    assert_eq!(changed(&effects), [State::Disconnecting, State::Disconnected]);
    assert_eq!(closed_with(&effects), Some(None));
}

#[test]
fn a_loss_is_tried_again_by_the_policy_and_each_loss_anew() {
    let mut client = Client::connected(|_| {});
    for _ in 0..2 {
        let effects = client.closed(Some("WebSocket closed with status code: 1006 (no reason given)."));
        assert_eq!(changed(&effects), [State::Reconnecting]);
        let base = client.now_ms;
        for (wait, last) in [(0, false), (2_000, false), (10_000, false), (30_000, true)] {
            let due = client.now_ms + wait;
            assert_eq!(client.connection.wakes_at(), Some(due));
            client.at(due);
            if last {
                let effects = client.connects();
                assert_eq!(changed(&effects), [State::Connected]);
                assert!(effects.contains(&Effect::Reconnected(Some("i".into()))));
            } else {
                let (attempt, answer) = (client.attempt, Err("down".into()));
                client.does(Event::Negotiated { attempt, answer });
                assert_eq!(client.state(), State::Reconnecting);
            }
        }
        assert_eq!(client.now_ms, base + 42_000);
    }
    client.closed(None);
    let mut effects = Vec::new();
    for wait in [0, 2_000, 10_000, 30_000] {
        client.at(client.now_ms + wait);
        let (attempt, answer) = (client.attempt, Err("down".into()));
        effects = client.does(Event::Negotiated { attempt, answer });
    }
    assert_eq!(client.state(), State::Disconnected);
    assert_eq!(
        closed_with(&effects),
        Some(Some("Failed to complete negotiation with the server: down"))
    );
    let mut client = Client::connected(|options| options.retry = RetryPolicy::never());
    let effects = client.closed(Some("lost"));
    assert_eq!(closed_with(&effects), Some(Some("lost")));
    assert_eq!(changed(&effects), [State::Disconnected]);
}

#[test]
fn a_close_of_the_server_is_final_unless_it_allows_to_come_back() {
    let mut client = Client::connected(|_| {});
    let effects = client.hears("{\"type\":7,\"error\":\"gone\"}|");
    assert_eq!(changed(&effects), [State::Disconnecting]);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Send { text, .. } if text.contains("\"type\":7")))
    );
    assert_eq!(
        closed_with(&client.closed(None)),
        Some(Some("Server returned an error on close: gone"))
    );
    let mut client = Client::connected(|_| {});
    let effects = client.hears("{\"type\":7,\"error\":\"soon\",\"allowReconnect\":true}|");
    assert_eq!(changed(&effects), [State::Reconnecting]);
    assert!(effects.contains(&Effect::Reconnecting(Some(
        "Server returned an error on close: soon".into()
    ))));
}

#[test]
fn what_cannot_be_read_drops_the_line_before_any_of_it_is_handled() {
    for (text, error) in [
        ("{\"type\":6}", "Message is incomplete."),
        (
            "{\"type\":1,\"target\":\"T\",\"arguments\":[]}|{\"type\":1}|",
            "Invalid payload for Invocation message.",
        ),
        ("{\"type\":8}|", "Invalid SequenceId for Ack message."),
    ] {
        let mut client = Client::connected(|_| {});
        let effects = client.hears(text);
        assert!(
            effects.contains(&Effect::Reconnecting(Some(error.into()))),
            "{effects:?}"
        );
        assert!(
            !effects
                .iter()
                .any(|effect| matches!(effect, Effect::Called { .. }))
        );
    }
}

#[test]
fn silence_ends_a_line_and_pings_keep_it() {
    let mut client = Client::connected(|_| {});
    assert_eq!(client.connection.wakes_at(), Some(15_000));
    let effects = client.at(15_000);
    assert!(matches!(&effects[..], [Effect::Send { text, .. }] if text.starts_with("{\"type\":6}")));
    assert_eq!(client.connection.wakes_at(), Some(30_000));
    client.now_ms = 29_999;
    client.hears("{\"type\":6}|");
    client.at(59_998);
    assert_eq!(client.state(), State::Connected);
    let effects = client.at(59_999);
    assert!(effects.contains(&Effect::Reconnecting(Some(SILENCE.into()))));
    let mut poll = Client::connected(|options| options.allowed = vec![Transport::LongPolling]);
    assert_eq!(poll.connection.wakes_at(), None);
    assert!(poll.at(1_000_000).is_empty());
}

#[test]
fn a_resumable_line_comes_back_silently_or_is_lost_with_its_first_error() {
    let answer = ALL.replacen('{', "{\"useStatefulReconnect\":true,", 1);
    let connected = || {
        let mut client = Client::new(|options| options.stateful = true);
        client.does(Event::Start);
        client.negotiated(&answer);
        assert!(
            matches!(&client.opened()[..], [Effect::Send { text, .. }] if text.contains("\"version\":2"))
        );
        client.hears("{}|");
        client
    };
    let mut client = connected();
    let effects = client.closed(Some("cut"));
    assert!(
        matches!(&effects[..], [Effect::Open { url, .. }] if url == "/notify?id=t"),
        "{effects:?}"
    );
    let effects = client.opened();
    assert!(
        matches!(&effects[..], [Effect::Send { text, .. }] if text == "{\"type\":9,\"sequenceId\":1}\u{1e}")
    );
    let event = "{\"type\":1,\"target\":\"T\",\"arguments\":[]}|";
    assert!(client.hears(event).is_empty(), "nothing counts before the number");
    assert_eq!(
        client
            .hears(&format!("{{\"type\":9,\"sequenceId\":1}}|{event}"))
            .len(),
        1
    );
    assert_eq!(client.connection.wakes_at(), Some(1_000));
    assert!(
        matches!(&client.at(1_000)[..], [Effect::Send { text, .. }] if text.contains("\"type\":8,\"sequenceId\":1}"))
    );
    let effects = client.hears("{\"type\":9,\"sequenceId\":9}|");
    assert!(effects.contains(&Effect::Reconnecting(Some(
        "Sequence ID greater than amount of messages we've received.".into()
    ))));

    let mut client = connected();
    client.closed(Some("cut"));
    let effects = client.closed(Some("refused"));
    assert!(
        effects.contains(&Effect::Reconnecting(Some("cut".into()))),
        "{effects:?}"
    );
}

#[test]
fn a_line_that_does_not_come_back_is_given_up() {
    let mut client = Client::new(|options| options.stateful = true);
    client.does(Event::Start);
    client.negotiated(&ALL.replacen('{', r#"{"useStatefulReconnect":true,"#, 1));
    client.opened();
    client.hears("{}|");
    client.now_ms = 20_000;
    let effects = client.closed(Some("cut"));
    assert!(matches!(effects[..], [Effect::Open { .. }]), "{effects:?}");
    assert_eq!(client.connection.wakes_at(), Some(50_000));
    let effects = client.at(50_000);
    assert!(
        effects.contains(&Effect::Reconnecting(Some("cut".into()))),
        "{effects:?}"
    );
}

#[test]
fn answers_reach_their_call_once() {
    let mut client = Client::connected(|_| {});
    let (id, effects) = client.connection.invoke("X", vec![], 0).unwrap();
    assert_eq!((id.as_str(), effects.len()), ("0", 1));
    let answer = "{\"type\":3,\"invocationId\":\"0\",\"result\":5}|";
    assert_eq!(
        client.hears(&answer.repeat(2)),
        [Effect::Completed {
            id,
            outcome: Outcome::Result(5.into())
        }]
    );
    assert!(
        client
            .hears("{\"type\":2,\"invocationId\":\"9\",\"item\":1}|")
            .is_empty()
    );
    client.closed(None);
    assert_eq!(client.connection.send("X", vec![], 0), Err(NOT_CONNECTED));
}

#[test]
fn options_are_checked() {
    assert_eq!(
        Options::new("").check(),
        Err("The 'url' argument should not be empty.")
    );
    let mut options = Options::new("/notify");
    assert_eq!(options.check(), Ok(()));
    options.skip_negotiation = true;
    assert_eq!(
        options.check(),
        Err("Negotiation can only be skipped when using the WebSocket transport directly.")
    );
    options.allowed = vec![Transport::WebSockets];
    assert_eq!(options.check(), Ok(()));
    let mut client = Client::new(|old| {
        *old = options;
        old.stateful = false;
    });
    let effects = client.does(Event::Start);
    assert!(matches!(&effects[1], Effect::Open { url, .. } if url == "/notify"));
}
