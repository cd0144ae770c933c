//! Connections whose transport closes or falls silent.

use super::*;

/// Returns a connected client with stateful reconnect.
fn resumable() -> Client {
    let mut client = Client::new(|options| options.stateful = true);
    client.does(Event::Start);
    client.negotiated(&ALL.replacen('{', r#"{"useStatefulReconnect":true,"#, 1));
    assert!(matches!(&client.opened()[..], [Effect::Send { text, .. }] if text.contains("\"version\":2")));
    client.hears("{}|");
    client
}

#[test]
fn restarts_the_retry_policy_for_each_loss() {
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
fn pings_when_idle_and_times_out_on_silence() {
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
fn resumes_silently_or_reports_the_original_error() {
    let mut client = resumable();
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
    assert!(
        client.hears(event).is_empty(),
        "ignored before the sequence number"
    );
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

    let mut client = resumable();
    client.closed(Some("cut"));
    let effects = client.closed(Some("refused"));
    assert!(
        effects.contains(&Effect::Reconnecting(Some("cut".into()))),
        "{effects:?}"
    );
}

#[test]
fn gives_up_a_resume_after_the_timeout() {
    let mut client = resumable();
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
fn makes_progress_when_transport_breaks_every_second() {
    let mut client = resumable();
    let event = r#"{"type":1,"target":"T","arguments":[]}|"#;
    client.hears(&event.repeat(2));
    for heard in 2..5 {
        client.now_ms += 600;
        client.closed(Some("cut"));
        client.opened();
        client.hears(r#"{"type":9,"sequenceId":1}|"#);
        assert_eq!(client.connection.wakes_at(), Some(client.now_ms));
        let effects = client.at(client.now_ms);
        let acknowledged = format!("\"type\":8,\"sequenceId\":{heard}}}");
        assert!(
            matches!(&effects[..], [Effect::Send { text, .. }] if text.contains(&acknowledged)),
            "{effects:?}"
        );
        client.hears(&event.repeat(heard + 1));
    }
}
