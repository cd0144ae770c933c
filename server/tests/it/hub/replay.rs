//! Replays to a client that missed many pushes.

use super::support::{HANDSHAKE, Hub, Socket, names};
use crate::support::Client;
use serde_json::{Value, json};
use shared::hub::session::REPLAY_LIMIT;

/// Opens a connection and completes the handshake without reading the list.
async fn greeted(hub: &Hub, client: &Client) -> Socket {
    let token = hub.token(client, false).await;
    let mut socket = hub.socket(client, &token).await;
    socket.send_text(HANDSHAKE).await;
    assert_eq!(socket.next_record().await, json!({}));
    socket
}

/// Pushes texts of about 5,000 characters and returns them.
async fn push_many(hub: &Hub, client: &Client, count: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for number in 0..count {
        let text = format!("#{number} {}", "x".repeat(5_000));
        hub.push(client, &text).await;
        texts.push(text);
    }
    texts
}

/// Waits until another connection of the user has received a text.
async fn wait_for_text(witness: &mut Socket, text: &str) {
    while witness.next_text().await != text {}
}

#[tokio::test]
async fn replays_the_newest_64_kib_before_new_pushes() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut witness, _) = hub.connected(&admin, false).await;
    let missed = push_many(&hub, &admin, 30).await;
    wait_for_text(&mut witness, missed.last().unwrap()).await;

    let mut socket = greeted(&hub, &admin).await;
    assert!(names(&socket.next_record().await).is_empty());
    hub.push(&admin, "new").await;
    let mut texts = Vec::new();
    let mut bytes = 0;
    loop {
        let record = socket.next_event().await;
        let text = record["arguments"][0]["message"].as_str().unwrap();
        if text == "new" {
            break;
        }
        texts.push(text.to_owned());
        bytes += record.to_string().len() + 1;
    }
    assert_eq!(texts, missed[missed.len() - texts.len()..]);
    assert!(
        (REPLAY_LIMIT - 6_000..=REPLAY_LIMIT).contains(&bytes),
        "{bytes} bytes in {} records",
        texts.len()
    );
}

#[tokio::test]
async fn resumes_a_connection_only_after_a_small_gap() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut witness, _) = hub.connected(&admin, false).await;
    let (socket, token) = hub.connected(&admin, true).await;
    drop(socket);
    let little = push_many(&hub, &admin, 5).await;
    wait_for_text(&mut witness, little.last().unwrap()).await;
    let mut socket = hub.socket(&admin, &token).await;
    assert_eq!(socket.next_record().await["type"], 9);
    for text in &little {
        assert_eq!(socket.next_text().await, *text);
    }
    drop(socket);

    let much = push_many(&hub, &admin, 20).await;
    wait_for_text(&mut witness, much.last().unwrap()).await;
    let resumed = hub.open(hub.upgrade(&admin, &format!("?id={token}"))).await;
    assert!(resumed.is_err_and(|error| error.to_string().contains("404")));
    hub.wait_for_connections(1).await;
    let (mut socket, _) = hub.connected(&admin, true).await;
    // The replay can start with texts that the client already has. Clients skip those.
    let mut texts = vec![socket.next_text().await];
    while texts.last() != much.last() {
        texts.push(socket.next_text().await);
    }
    assert_eq!(texts, much[much.len() - texts.len()..]);
}

#[tokio::test]
async fn burst_before_a_reconnect_does_not_close_the_new_connection() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut witness, _) = hub.connected(&admin, false).await;
    let long = "x".repeat(50_000);
    for number in 0..200 {
        hub.push(&admin, &format!("{number} {long}")).await;
        assert_eq!(witness.next_text().await, format!("{number} {long}"));
    }
    let mut socket = greeted(&hub, &admin).await;
    let large = "y".repeat(900_000);
    hub.push(&admin, &large).await;
    wait_for_text(&mut witness, &large).await;
    let mut last: Value = socket.next_event().await;
    while last["arguments"][0]["message"] != large {
        assert_ne!(last["type"], 7, "{last:.200}");
        last = socket.next_event().await;
    }
    hub.push(&admin, "still open").await;
    assert_eq!(socket.next_text().await, "still open");
}
