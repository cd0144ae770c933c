use super::*;
use Transport::{LongPolling, ServerSentEvents, WebSockets};
use serde_json::json;

fn written(session: &mut Session<String>) -> String {
    let mut all = String::new();
    while let Some(record) = session.next_record() {
        all += &record;
    }
    all.replace('\u{1e}', "|")
}

fn open(stateful: bool, transport: Transport) -> Session<String> {
    let mut session = Session::new(stateful, 0);
    session.attach(transport, 0).unwrap();
    let version = if stateful { Version::Two } else { Version::One };
    assert!(session.receive(handshake::request(version).as_bytes(), 0));
    assert_eq!(written(&mut session), "{}|");
    if stateful {
        session.receive(Message::Ping.to_record().as_bytes(), 0);
    }
    session
}

fn event(number: usize) -> String {
    Message::Invocation {
        id: None,
        target: "T".into(),
        arguments: vec![json!(number)],
        stream_ids: Vec::new(),
    }
    .to_record()
}

#[test]
fn accepts_messages_in_the_same_frame_as_the_handshake() {
    let mut session = Session::<String>::new(false, 0);
    session.attach(WebSockets, 0).unwrap();
    assert!(!session.receive(b"{\"protocol\":\"json\",", 0));
    let rest =
        b"\"version\":1}\x1e{\"type\":1,\"invocationId\":\"7\",\"target\":\"Nope\",\"arguments\":[]}\x1e";
    assert!(session.receive(rest, 0));
    assert_eq!(
        written(&mut session),
        "{}|{\"type\":3,\"invocationId\":\"7\",\"error\":\"Failed to invoke 'Nope' due to an error on the \
         server. HubException: Method does not exist.\"}|"
    );
}

#[test]
fn stateful_connection_waits_for_first_message_before_calling() {
    let greeted = |version| {
        let mut session = Session::new(true, 0);
        session.attach(WebSockets, 0).unwrap();
        session.receive(handshake::request(version).as_bytes(), 0);
        session.send(event(1));
        session
    };
    let call = event(1).replace('\u{1e}', "|");
    let mut session = greeted(Version::Two);
    assert_eq!(written(&mut session), "{}|");
    session.receive(Message::Ping.to_record().as_bytes(), 0);
    assert_eq!(written(&mut session), call);

    // A silent client receives calls after one second.
    let mut session = greeted(Version::Two);
    assert!(session.tick(999));
    assert_eq!(written(&mut session), "{}|");
    assert!(!session.tick(999) && session.tick(1_000));
    assert_eq!(written(&mut session), call);

    // A plain connection does not number messages, so it does not wait.
    assert_eq!(written(&mut greeted(Version::One)), format!("{{}}|{call}"));
}

#[test]
fn rejects_bad_handshakes_and_ends_the_connection() {
    let large = format!("{}\u{1e}", "x".repeat(MAX_CLIENT_RECORD + 1));
    for (bytes, error) in [
        (
            "{\"protocol\":\"foo\",\"version\":1}\u{1e}",
            "The protocol 'foo' is not supported.",
        ),
        (
            "{\"type\":6}\u{1e}",
            "An unexpected error occurred during connection handshake.",
        ),
        (large.as_str(), "Handshake was canceled."),
    ] {
        let mut session = Session::new(false, 0);
        session.attach(WebSockets, 0).unwrap();
        assert!(!session.receive(bytes.as_bytes(), 0));
        assert_eq!(written(&mut session), format!("{{\"error\":\"{error}\"}}|"));
        assert!(session.is_over());
    }
    let mut session = Session::new(false, 0);
    session.attach(WebSockets, 5_000).unwrap();
    session.tick(19_999);
    assert_eq!(written(&mut session), "");
    session.tick(20_000);
    assert_eq!(written(&mut session), "{\"error\":\"Handshake was canceled.\"}|");
}

#[test]
fn closes_on_malformed_records_and_allows_reconnect() {
    let large = format!("{{\"type\":6,\"x\":\"{}\"}}\u{1e}", "x".repeat(MAX_CLIENT_RECORD));
    for bytes in [
        "\u{1e}",
        "{}\u{1e}",
        "nonsense\u{1e}",
        large.as_str(),
        "{\"type\":3,\"invocationId\":\"0\",\"result\":1,\"error\":\"x\"}\u{1e}",
    ] {
        let mut session = open(false, WebSockets);
        session.receive(bytes.as_bytes(), 0);
        assert_eq!(
            written(&mut session),
            "{\"type\":7,\"error\":\"Connection closed with an error.\",\"allowReconnect\":true}|"
        );
        assert!(session.is_over());
    }
    let mut session = open(false, WebSockets);
    session.receive(
        b"{\"type\":99}\x1e{\"type\":5,\"invocationId\":\"x\"}\x1e{\"type\":8,\"sequenceId\":3}\x1e",
        0,
    );
    assert_eq!(written(&mut session), "");
    assert!(session.is_open(), "unknown messages are ignored");
}

#[test]
fn closes_when_the_record_rate_is_exceeded() {
    let mut session = open(false, WebSockets);
    let second = "{\"type\":6}\u{1e}".repeat(RECORDS_A_SECOND as usize - 1);
    session.receive(second.as_bytes(), 0);
    session.tick(1_000);
    session.receive(second.as_bytes(), 1_000);
    assert!(session.is_open());
    session.receive(b"{\"type\":6}\x1e", 1_000);
    assert!(!session.is_open());
}

#[test]
fn sends_pings_and_times_out_silent_clients() {
    let mut session = open(false, ServerSentEvents);
    for now in (1_000..=31_000).step_by(1_000) {
        session.tick(now);
    }
    assert_eq!(
        written(&mut session),
        "{\"type\":6}|{\"type\":6}|",
        "a silent client that never pinged"
    );
    session.receive(b"{\"type\":6}\x1e", 40_000);
    session.tick(70_000);
    assert!(session.is_open());
    session.tick(70_001);
    assert!(written(&mut session).ends_with("\"allowReconnect\":true}|"));
    let mut poll = open(false, LongPolling);
    poll.tick(1_000_000);
    assert_eq!(written(&mut poll), "");
}

#[test]
fn answers_a_close_message() {
    let mut session = open(true, WebSockets);
    session.send(event(1));
    session.receive(b"{\"type\":7,\"error\":\"any\"}\x1e", 0);
    assert_eq!(
        written(&mut session),
        format!("{}{{\"type\":7}}|", event(1).replace('\u{1e}', "|"))
    );
    assert_eq!(session.attach(WebSockets, 0), Err(AttachError::Gone));
}

#[test]
fn attaches_or_rejects_transports() {
    let mut session = open(false, WebSockets);
    assert_eq!(session.attach(LongPolling, 0), Err(AttachError::OtherTransport));
    assert_eq!(session.attach(WebSockets, 0), Err(AttachError::Busy));
    session.detach(0);
    assert_eq!(session.attach(WebSockets, 0), Err(AttachError::Gone));
    let mut session = open(true, WebSockets);
    assert_eq!(
        session.attach(WebSockets, 0),
        Ok(()),
        "the new transport replaces the old one"
    );
    let mut poll = open(true, LongPolling);
    poll.detach(0);
    assert_eq!(poll.attach(LongPolling, 0), Ok(()));
}

#[test]
fn ends_unused_connections_after_the_timeout() {
    let mut unused = Session::<String>::new(true, 1_000);
    unused.tick(15_999);
    assert!(!unused.is_over());
    unused.tick(16_000);
    assert!(unused.is_over());
    for (stateful, transport, kept_ms) in [(true, WebSockets, RESUME_MS), (false, LongPolling, UNUSED_MS)] {
        let mut session = open(stateful, transport);
        session.detach(5_000);
        session.tick(5_000 + kept_ms - 1);
        assert!(!session.is_over());
        session.tick(5_000 + kept_ms);
        assert!(session.is_over());
    }
}

#[test]
fn resends_unacknowledged_messages_after_a_resume() {
    let mut session = open(true, WebSockets);
    for number in 1..=3 {
        session.send(event(number));
    }
    written(&mut session);
    session.receive(b"{\"type\":8,\"sequenceId\":1}\x1e", 0);
    session.detach(0);
    session.send(event(4));
    assert_eq!(written(&mut session), "");
    session.attach(WebSockets, 0).unwrap();
    let expected = format!(
        "{{\"type\":9,\"sequenceId\":2}}|{}{}{}",
        event(2),
        event(3),
        event(4)
    );
    assert_eq!(written(&mut session), expected.replace('\u{1e}', "|"));
    session.receive(b"{\"type\":9,\"sequenceId\":2}\x1e", 0);
    assert!(
        written(&mut session).contains("allowReconnect"),
        "lost messages cannot be recovered"
    );
}

#[test]
fn answers_a_repeated_call_once_and_acknowledges_it() {
    let mut session = open(true, WebSockets);
    let call = "{\"type\":1,\"invocationId\":\"0\",\"target\":\"X\",\"arguments\":[]}\u{1e}";
    session.receive(call.as_bytes(), 0);
    assert_eq!(written(&mut session).matches("\"type\":3").count(), 1);
    session.detach(0);
    session.attach(WebSockets, 0).unwrap();
    written(&mut session);
    session.receive(
        format!("{{\"type\":9,\"sequenceId\":1}}\u{1e}{call}").as_bytes(),
        0,
    );
    assert_eq!(written(&mut session), "");
    session.tick(1_000);
    assert_eq!(written(&mut session), "{\"type\":8,\"sequenceId\":1}|");
}

#[test]
fn limits_unacknowledged_and_queued_bytes() {
    let mut session = open(true, WebSockets);
    let record = || "x".repeat(1_000);
    for _ in 0..500 {
        session.send(record());
    }
    let mut count = 0;
    while session.next_record().is_some() {
        count += 1;
    }
    assert_eq!(count, 100, "sending pauses until the client acknowledges");
    session.receive(b"{\"type\":8,\"sequenceId\":60}\x1e", 0);
    assert_eq!(written(&mut session).len(), 60_000);
    for _ in 0..(QUEUE_LIMIT / 1_000) {
        session.send(record());
    }
    assert!(!session.is_open());
    assert!(written(&mut session).contains(TOO_SLOW));
    assert!(session.is_over());
}

#[test]
fn first_records_do_not_count_toward_the_queue_limit() {
    let mut session = open(false, WebSockets);
    session.send_first("x".repeat(QUEUE_LIMIT));
    session.send_first("y".repeat(QUEUE_LIMIT));
    session.send("z".repeat(QUEUE_LIMIT));
    assert!(session.is_open());
    assert_eq!(
        session.next_record().map(|record| record.len()),
        Some(QUEUE_LIMIT)
    );
    session.send("z".into());
    assert!(!session.is_open());
}

#[test]
fn counts_the_bytes_of_a_resume() {
    let mut session = Session::<String>::new(true, 0);
    assert_eq!(session.resume_bytes(), None);
    session.attach(WebSockets, 0).unwrap();
    assert_eq!(session.resume_bytes(), None, "the handshake is pending");
    let mut session = open(true, WebSockets);
    session.send("x".repeat(300));
    session.send_first("x".repeat(20));
    written(&mut session);
    session.detach(0);
    session.send("x".to_owned());
    assert_eq!(session.resume_bytes(), Some(321));
    session.receive(b"{\"type\":8,\"sequenceId\":1}\x1e", 0);
    assert_eq!(session.resume_bytes(), Some(21));
    assert_eq!(open(false, WebSockets).resume_bytes(), None);
    assert_eq!(open(true, LongPolling).resume_bytes(), None);
}
