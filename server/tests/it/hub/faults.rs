//! Clients that say nonsense, too much, or nothing.

use super::support::{HANDSHAKE, Hub};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn a_bad_handshake_is_told_why() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    for (said, error) in [
        (
            "{\"protocol\":\"messagepack\",\"version\":1}|",
            "The protocol 'messagepack' is not supported.",
        ),
        (
            "{\"protocol\":\"json\",\"version\":3}|",
            "The server does not support version 3 of the 'json' protocol.",
        ),
        (
            "{\"type\":6}|",
            "An unexpected error occurred during connection handshake.",
        ),
        ("|", "An unexpected error occurred during connection handshake."),
    ] {
        let token = hub.token(&admin, false).await;
        let mut socket = hub.socket(&admin, &token).await;
        socket.say(said).await;
        assert_eq!(socket.hears_word().await, json!({ "error": error }));
        assert_eq!(socket.hears_close().await, Some(1000));
    }
}

#[tokio::test]
async fn records_that_cannot_be_read_end_the_connection_with_a_word() {
    let hub = Hub::start().await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut witness, _) = hub.connected(&other, false).await;
    let deep = format!(
        "{{\"type\":1,\"target\":\"T\",\"arguments\":{}|",
        "[".repeat(20_000)
    );
    let large = format!("{{\"type\":6,\"x\":\"{}\"}}|", "x".repeat(40_000));
    let malformed = [
        "|",
        "nonsense|",
        "[]|",
        "{\"type\":1,\"target\":\"\",\"arguments\":[]}|",
        "{\"type\":3,\"invocationId\":\"0\",\"result\":1,\"error\":\"x\"}|",
        deep.as_str(),
        large.as_str(),
    ];
    for (index, said) in malformed.iter().enumerate() {
        let (mut socket, _) = hub.connected(&admin, index % 2 == 0).await;
        socket.say(said).await;
        assert_eq!(
            socket.hears_word().await,
            json!({ "type": 7, "error": "Connection closed with an error.", "allowReconnect": true }),
            "{said:.60}"
        );
        assert_eq!(socket.hears_close().await, Some(1000));
    }
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket.send(Message::binary(vec![0xff, 0x1e])).await;
    assert_eq!(socket.hears_word().await["type"], 7);
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket.send(Message::binary(vec![b'x'; 2 * 1024 * 1024])).await;
    assert_eq!(
        socket.hears_word().await,
        json!({ "type": 7, "error": "The message exceeds the maximum size.", "allowReconnect": true })
    );
    hub.post(&other, "still here").await;
    assert_eq!(witness.hears_text().await, "still here");
}

#[tokio::test]
async fn a_reader_that_stands_still_is_let_go_and_nobody_waits_for_it() {
    let hub = Hub::start().await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (_asleep, _) = hub.connected(&admin, false).await;
    let (mut awake, _) = hub.connected(&other, false).await;
    let long = "x".repeat(200_000);
    let started = Instant::now();
    for _ in 0..60 {
        hub.post(&admin, &long).await;
    }
    hub.post(&other, "quick").await;
    assert_eq!(awake.hears_text().await, "quick");
    assert!(started.elapsed() < Duration::from_secs(15));
    hub.until_connections(1).await;
}

#[tokio::test]
async fn large_pushes_pass_on_their_own() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    for is_stateful in [false, true] {
        let admin = if is_stateful {
            hub.app.admin().await
        } else {
            admin.clone()
        };
        let (mut socket, _) = hub.connected(&admin, is_stateful).await;
        let long = "é".repeat(700_000);
        hub.post(&admin, &long).await;
        assert_eq!(socket.hears_text().await, long);
    }
}

#[tokio::test]
async fn a_handshake_in_the_middle_is_just_another_bad_record() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket.say(HANDSHAKE).await;
    assert_eq!(
        socket.hears_word().await["error"],
        "Connection closed with an error."
    );
}
