//! Fuzz tests of the wire format: nothing panics, the output stays valid and bounded, and the result does not
//! depend on how the input is split.
//!
//! `PROPTEST_CASES=1000000 cargo test --release -p shared hub::fuzz` runs more cases. The files in
//! `tests/corpus/hub` are part of every run. Failing cases are saved in `proptest-regressions`.

use super::connection::{Connection, Effect, Event, Options};
use super::frame::SEPARATOR;
use super::handshake::{self, Version};
use super::message::{Message, Outcome};
use super::negotiate::{self, Transport};
use super::session::Session;
use proptest::prelude::*;
use serde_json::Value;

/// Server output for a sequence of input chunks after the handshake.
#[derive(Debug)]
struct Answers {
    said: String,
    /// Output after a resume: the unacknowledged messages, which depend on whether an `Ack` arrived before or
    /// after them.
    said_again: String,
    goes_on: bool,
}

fn answers<'a>(pieces: impl IntoIterator<Item = &'a [u8]>, version: Version) -> Answers {
    let mut session = Session::<String>::new(true, 0);
    session.attach(Transport::WebSockets, 0).unwrap();
    session.receive(handshake::request(version).as_bytes(), 0);
    let mut said = String::new();
    for piece in pieces {
        session.receive(piece, 0);
        said.extend(std::iter::from_fn(|| session.next_record()));
    }
    session.tick(1_000);
    _ = session.attach(Transport::WebSockets, 1_000);
    let said_again = std::iter::from_fn(|| session.next_record()).collect();
    Answers {
        said,
        said_again,
        goes_on: session.is_open(),
    }
}

fn check_server(bytes: &[u8], cuts: &[usize]) {
    for version in [Version::One, Version::Two] {
        let whole = answers([bytes], version);
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
        ends.extend([0, bytes.len()]);
        ends.sort_unstable();
        let pieces = ends.windows(2).map(|ends| &bytes[ends[0]..ends[1]]);
        let in_pieces = answers(pieces, version);
        assert_eq!((&whole.said, whole.goes_on), (&in_pieces.said, in_pieces.goes_on));
        for Answers { said, said_again, .. } in [whole, in_pieces] {
            let written = said + &said_again;
            assert!(
                written.len() <= 16 * bytes.len() + 1_000,
                "the output is out of proportion to the input"
            );
            for record in written.split_terminator(SEPARATOR) {
                assert!(serde_json::from_str::<Value>(record).is_ok_and(|record| record.is_object()));
            }
        }
    }
}

/// Delivers the text to a connected client.
fn check_client(text: &str) {
    let mut client = Connection::new(Options::new("/notify"));
    let answer = r#"{"negotiateVersion":1,"connectionId":"i","connectionToken":"t","useStatefulReconnect":true,
        "availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]}]}"#;
    let mut attempt = 0;
    let mut happens = |event| {
        for effect in client.handle(event, 0) {
            if let Effect::Negotiate { attempt: newest, .. } | Effect::Open { attempt: newest, .. } = effect {
                attempt = newest;
            }
        }
        attempt
    };
    let attempt = happens(Event::Start);
    let answer = Ok((200, answer.to_owned()));
    let attempt = happens(Event::Negotiated { attempt, answer });
    happens(Event::Opened { attempt });
    for text in [handshake::accepted(), text.to_owned()] {
        happens(Event::Received { attempt, text });
    }
    // Resumes the connection and delivers the same text again.
    let attempt = happens(Event::Closed { attempt, error: None });
    happens(Event::Opened { attempt });
    let text = text.to_owned();
    happens(Event::Received { attempt, text });
    happens(Event::Closed { attempt, error: None });
    happens(Event::Time);
}

fn check(bytes: &[u8], cuts: &[usize]) {
    check_server(bytes, cuts);
    let text = String::from_utf8_lossy(bytes);
    check_client(&text);
    _ = Message::parse(&text);
    _ = handshake::read_request(&text);
    _ = handshake::read_answer(&text);
    for status in [200, 204, 404] {
        _ = negotiate::read_answer(status, &text, true);
    }
    _ = negotiate::version(Some(&text));
}

#[test]
fn handles_the_corpus() {
    let folder = "tests/corpus/hub";
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let every_byte: Vec<usize> = (0..bytes.len().min(3_000)).collect();
        check(&bytes, &every_byte);
        count += 1;
    }
    assert!(count >= 30, "{count} files");
}

/// Fragments of records in any order.
fn pieces_of_records() -> impl Strategy<Value = Vec<u8>> {
    let words = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\u{1e}",
        "\\u0000",
        "\\ud800",
        "null",
        "true",
        "-1",
        "0",
        "1e400",
        "18446744073709551616",
        "é",
        " ",
        "{\"type\":",
        "\"type\":1",
        "\"invocationId\":\"0\"",
        "\"target\":\"T\"",
        "\"arguments\":[]",
        "\"result\":1",
        "\"error\":\"e\"",
        "\"item\":null",
        "\"sequenceId\":",
        "\"allowReconnect\":true",
        "{\"type\":6}\u{1e}",
        "{\"type\":8,\"sequenceId\":1}\u{1e}",
        "{\"type\":9,\"sequenceId\":1}\u{1e}",
        "{\"type\":4,\"invocationId\":\"0\",\"target\":\"T\",\"arguments\":[]}\u{1e}",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..30)
        .prop_map(|words| words.concat().into_bytes())
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((".{0,4}", inner), 0..4).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

fn message() -> impl Strategy<Value = Message> {
    let id = || ".{1,6}";
    let arguments = || prop::collection::vec(value(), 0..3);
    let streams = || prop::collection::vec(".{1,3}", 0..2);
    prop_oneof![
        (prop::option::of(id()), ".{1,9}", arguments(), streams()).prop_map(
            |(id, target, arguments, stream_ids)| Message::Invocation {
                id,
                target,
                arguments,
                stream_ids
            }
        ),
        (id(), value()).prop_map(|(id, item)| Message::StreamItem { id, item }),
        (
            id(),
            prop_oneof![
                value().prop_map(Outcome::Result),
                ".{0,9}".prop_map(Outcome::Error),
                Just(Outcome::Void)
            ]
        )
            .prop_map(|(id, outcome)| Message::Completion { id, outcome }),
        (id(), ".{1,9}", arguments(), streams()).prop_map(|(id, target, arguments, stream_ids)| {
            Message::StreamInvocation {
                id,
                target,
                arguments,
                stream_ids,
            }
        }),
        id().prop_map(|id| Message::CancelInvocation { id }),
        Just(Message::Ping),
        (prop::option::of(".{0,9}"), any::<bool>()).prop_map(|(error, allow_reconnect)| Message::Close {
            error,
            allow_reconnect
        }),
        (0..1_u64 << 53).prop_map(|sequence| Message::Ack { sequence }),
        (1..1_u64 << 53).prop_map(|sequence| Message::Sequence { sequence }),
    ]
}

proptest! {
    #[test]
    fn handles_arbitrary_bytes(
        bytes in prop::collection::vec(prop_oneof![Just(0x1e), any::<u8>()], 0..300),
        cuts in prop::collection::vec(any::<usize>(), 0..6),
    ) {
        check(&bytes, &cuts);
    }

    #[test]
    fn handles_arbitrary_record_fragments(bytes in pieces_of_records(), cuts in prop::collection::vec(any::<usize>(), 0..6)) {
        check(&bytes, &cuts);
    }

    #[test]
    fn handles_corrupted_messages(
        messages in prop::collection::vec(message(), 1..5),
        damage in prop::collection::vec((any::<usize>(), any::<u8>(), 0..3_u8), 0..4),
        cuts in prop::collection::vec(any::<usize>(), 0..6),
    ) {
        let mut bytes: Vec<u8> = messages.iter().map(Message::to_record).collect::<String>().into_bytes();
        for (at, byte, how) in damage {
            let at = at % bytes.len().max(1);
            match how {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ if at < bytes.len() => drop(bytes.remove(at)),
                _ => {}
            }
        }
        check(&bytes, &cuts);
    }
}
