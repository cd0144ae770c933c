//! Hub clients that send malformed or oversized data, or stop reading.

use super::support::{HANDSHAKE, Hub};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn rejects_a_bad_handshake_with_the_reason() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    for (sent, error) in [
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
        socket.send_text(sent).await;
        assert_eq!(socket.next_event().await, json!({ "error": error }));
        assert_eq!(socket.next_close_code().await, Some(1000));
    }
}

#[tokio::test]
async fn malformed_records_close_the_connection_with_an_error() {
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
    for (index, sent) in malformed.iter().enumerate() {
        let (mut socket, _) = hub.connected(&admin, index % 2 == 0).await;
        socket.send_text(sent).await;
        assert_eq!(
            socket.next_event().await,
            json!({ "type": 7, "error": "Connection closed with an error.", "allowReconnect": true }),
            "{sent:.60}"
        );
        assert_eq!(socket.next_close_code().await, Some(1000));
    }
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket.send(Message::binary(vec![0xff, 0x1e])).await;
    assert_eq!(socket.next_event().await["type"], 7);
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket.send(Message::binary(vec![b'x'; 2 * 1024 * 1024])).await;
    assert_eq!(
        socket.next_event().await,
        json!({ "type": 7, "error": "The message exceeds the maximum size.", "allowReconnect": true })
    );
    hub.push(&other, "still here").await;
    assert_eq!(witness.next_text().await, "still here");
}

#[tokio::test]
async fn disconnects_a_stalled_reader_without_delaying_others() {
    let hub = Hub::start().await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (_asleep, _) = hub.connected(&admin, false).await;
    let (mut awake, _) = hub.connected(&other, false).await;
    let long = "x".repeat(200_000);
    let started = Instant::now();
    for _ in 0..60 {
        hub.push(&admin, &long).await;
    }
    hub.push(&other, "quick").await;
    assert_eq!(awake.next_text().await, "quick");
    assert!(started.elapsed() < Duration::from_secs(15));
    hub.wait_for_connections(1).await;
}

#[tokio::test]
async fn delivers_large_pushes() {
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
        hub.push(&admin, &long).await;
        assert_eq!(socket.next_text().await, long);
    }
}

#[tokio::test]
async fn second_handshake_closes_the_connection() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket.send_text(HANDSHAKE).await;
    assert_eq!(
        socket.next_event().await["error"],
        "Connection closed with an error."
    );
}
