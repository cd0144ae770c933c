//! Starting a connection.

use super::*;

#[test]
fn start_negotiates_opens_shakes_hands_and_pings() {
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
fn failed_start_disconnects_and_reports_the_error() {
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
        assert_eq!(
            client.connection.wakes_at(),
            None,
            "a failed start is not retried"
        );
        client.does(Event::Start);
        client.connects();
        assert_eq!(client.state(), State::Connected, "a second start succeeds");
    }
}

#[test]
fn tries_transports_in_server_order_and_negotiates_for_each() {
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
    assert_eq!(
        failure(&client.closed(Some("no poll"))),
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
fn does_not_negotiate_after_the_last_transport_failed() {
    let negotiations = |effects: &[Effect]| {
        let is_negotiation = |effect: &&Effect| matches!(effect, Effect::Negotiate { .. });
        effects.iter().filter(is_negotiation).count()
    };
    let fail_all = |client: &mut Client| {
        for _ in 0..2 {
            client.negotiated(ALL);
            assert_eq!(negotiations(&client.closed(Some("refused"))), 1);
        }
        client.negotiated(ALL);
        client.closed(Some("refused"))
    };
    let mut client = Client::connected(|_| {});
    client.closed(None);
    client.at(0);
    for (at_ms, pause_ms) in [(0, 2_000), (2_000, 10_000), (12_000, 30_000)] {
        client.now_ms = at_ms;
        assert_eq!(fail_all(&mut client), []);
        assert_eq!(client.connection.wakes_at(), Some(at_ms + pause_ms));
        assert_eq!(negotiations(&client.at(at_ms + pause_ms)), 1);
    }
    // Nor does it negotiate for offers that this client cannot use.
    let mut client = Client::new(|options| options.supported.retain(|one| *one == Transport::WebSockets));
    client.does(Event::Start);
    client.negotiated(ALL);
    assert!(failure(&client.closed(Some("refused"))).contains("'LongPolling' is not supported"));
}

#[test]
fn follows_redirects_with_their_token_up_to_the_limit() {
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
fn validates_options() {
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
