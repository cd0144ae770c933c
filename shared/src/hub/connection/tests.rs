use super::*;
use crate::hub::retry::RetryPolicy;

mod losses;
mod starts;
mod transitions;

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
fn stops_in_any_state() {
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
fn reconnects_after_server_close_only_if_allowed() {
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
fn drops_malformed_messages_without_handling_any_part() {
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
fn completes_each_call_once() {
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
