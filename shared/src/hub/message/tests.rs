use super::*;
use proptest::prelude::*;
use serde_json::json;

fn parsed(record: &str) -> Message {
    Message::parse(record).unwrap().unwrap()
}

#[test]
fn every_message_type_round_trips() {
    for (record, json) in [
        (r#"{"type":1,"target":"T","arguments":[[1],null]}"#, 1),
        (
            r#"{"type":1,"invocationId":"0","target":"T","arguments":[],"streamIds":["1"]}"#,
            1,
        ),
        (r#"{"type":2,"invocationId":"0","item":null}"#, 2),
        (r#"{"type":3,"invocationId":"0","result":null}"#, 3),
        (r#"{"type":3,"invocationId":"0","error":"no"}"#, 3),
        (r#"{"type":3,"invocationId":"0"}"#, 3),
        (r#"{"type":4,"invocationId":"0","target":"S","arguments":[3]}"#, 4),
        (r#"{"type":5,"invocationId":"0"}"#, 5),
        (r#"{"type":6}"#, 6),
        (r#"{"type":7}"#, 7),
        (r#"{"type":7,"error":"no","allowReconnect":true}"#, 7),
        (r#"{"type":8,"sequenceId":0}"#, 8),
        (r#"{"type":9,"sequenceId":5}"#, 9),
    ] {
        let message = parsed(record);
        assert_eq!(message.to_record(), format!("{record}\u{1e}"));
        assert_eq!(message.is_tracked(), json <= 5);
    }
}

#[test]
fn ignores_unknown_types_and_fields() {
    assert_eq!(Message::parse(r#"{"type":10}"#), Ok(None));
    assert_eq!(Message::parse(r#"{"type":-1.5,"target":3}"#), Ok(None));
    assert_eq!(
        parsed(r#" {"x":{},"headers":{"a":"b"},"type":6} "#),
        Message::Ping
    );
    assert_eq!(
        parsed(r#"{"type":7,"allowReconnect":"yes","error":3}"#),
        Message::Close {
            error: None,
            allow_reconnect: false
        }
    );
}

#[test]
fn rejects_invalid_records_with_the_official_messages() {
    for (record, words) in [
        ("", "Invalid payload."),
        ("not json", "Invalid payload."),
        ("[]", "Invalid payload."),
        ("{}", "Invalid payload."),
        (r#"{"type":"1"}"#, "Invalid payload."),
        (r#"{"type":1}"#, "Invalid payload for Invocation message."),
        (
            r#"{"type":1,"target":"","arguments":[]}"#,
            "Invalid payload for Invocation message.",
        ),
        (
            r#"{"type":1,"target":"T"}"#,
            "Invalid payload for Invocation message.",
        ),
        (
            r#"{"type":1,"target":"T","arguments":[],"invocationId":""}"#,
            "Invalid payload for Invocation message.",
        ),
        (
            r#"{"type":2,"invocationId":"0"}"#,
            "Invalid payload for StreamItem message.",
        ),
        (r#"{"type":3}"#, "Invalid payload for Completion message."),
        (
            r#"{"type":3,"invocationId":"0","result":0,"error":"no"}"#,
            "Invalid payload for Completion message.",
        ),
        (
            r#"{"type":4,"invocationId":"0","arguments":[]}"#,
            "Invalid payload for StreamInvocation message.",
        ),
        (r#"{"type":5}"#, "Invalid payload for CancelInvocation message."),
        (r#"{"type":8}"#, "Invalid SequenceId for Ack message."),
        (
            r#"{"type":8,"sequenceId":-1}"#,
            "Invalid SequenceId for Ack message.",
        ),
        (
            r#"{"type":9,"sequenceId":0}"#,
            "Invalid SequenceId for Sequence message.",
        ),
        (
            r#"{"type":9,"sequenceId":"1"}"#,
            "Invalid SequenceId for Sequence message.",
        ),
    ] {
        assert_eq!(Message::parse(record).unwrap_err().to_string(), words, "{record}");
    }
}

#[test]
fn rejects_deep_nesting() {
    for depth in [127, 200, 1_000_000] {
        let record = format!(
            r#"{{"type":1,"target":"T","arguments":{}{}}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        );
        assert_eq!(Message::parse(&record), Err(Fault::Payload), "{depth}");
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map(".{0,4}", inner, 0..3).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #[test]
    fn invocations_round_trip(target in ".+", id in prop::option::of(".+"), arguments in prop::collection::vec(value(), 0..3)) {
        let message = Message::Invocation { id, target, arguments, stream_ids: Vec::new() };
        let record = message.to_record();
        let records = super::super::frame::whole_records(&record).unwrap();
        prop_assert_eq!(records.len(), 1, "a record must not contain a separator");
        prop_assert_eq!(parsed(records[0]), message);
    }

    #[test]
    fn parsing_never_panics(text in any::<String>(), number in 0..12, fields in prop::collection::hash_map("[a-zA-Z]{1,12}|invocationId|target|arguments|result|error|item|sequenceId", value(), 0..5)) {
        _ = Message::parse(&text);
        let mut record = json!(fields);
        record["type"] = json!(number);
        if let Ok(Some(message)) = Message::parse(&record.to_string()) {
            let again = message.to_record();
            prop_assert_eq!(parsed(again.trim_end_matches('\u{1e}')), message);
        }
    }
}
