//! Negotiation and the three transports: WebSockets, server-sent events and long polling.

use super::support::{HANDSHAKE, Hub, STATEFUL_HANDSHAKE, is_event, names, records};
use crate::support::{Client, PATIENCE, http_client};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn negotiation_returns_transports_and_rejects_bad_versions() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let mut answer = hub.negotiate(&admin, "negotiateVersion=1").await;
    for secret in ["connectionId", "connectionToken"] {
        assert_eq!(answer[secret].as_str().unwrap().len(), 22);
        answer[secret] = Value::Null;
    }
    let offer = |name: &str| json!({ "transport": name, "transferFormats": ["Text"] });
    assert_eq!(
        answer,
        json!({ "negotiateVersion": 1, "connectionId": null, "connectionToken": null, "availableTransports":
            [offer("WebSockets"), offer("ServerSentEvents"), offer("LongPolling")] })
    );
    let stateful = hub
        .negotiate(&admin, "NegotiateVersion=7&useStatefulReconnect=TRUE")
        .await;
    assert_eq!(
        (&stateful["negotiateVersion"], &stateful["useStatefulReconnect"]),
        (&json!(1), &json!(true))
    );
    let old = hub.negotiate(&admin, "").await;
    assert_eq!(
        (&old["negotiateVersion"], old.get("connectionToken")),
        (&json!(0), None)
    );
    for (version, error) in [
        ("x", "The client requested a non-integer protocol version."),
        (
            "-1",
            "The client requested version '-1', but the server does not support this version.",
        ),
    ] {
        let answer = hub
            .negotiate(&admin, &format!("negotiateVersion={version}"))
            .await;
        assert_eq!(answer, json!({ "error": error }));
    }
}

#[tokio::test]
async fn web_socket_accepts_split_records_without_negotiation() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let mut socket = hub.open(hub.upgrade(&admin, "/")).await.unwrap();
    let (first, rest) = HANDSHAKE.split_at(9);
    socket.send_text(first).await;
    let call = "{\"type\":1,\"invocationId\":\"0\",\"target\":\"Nope\",\"arguments\":[]}|{\"type\":99}|";
    let rest = format!("{rest}{call}").replace('|', "\u{1e}");
    socket.send(Message::binary(rest.into_bytes())).await;
    assert_eq!(socket.next_record().await, json!({}));
    assert_eq!(
        socket.next_event().await,
        json!({ "type": 3, "invocationId": "0", "error":
            "Failed to invoke 'Nope' due to an error on the server. HubException: Method does not exist." })
    );
    hub.push(&admin, "hello").await;
    assert_eq!(socket.next_text().await, "hello");
    socket.send_text("{\"type\":7}|").await;
    assert_eq!(socket.next_event().await, json!({ "type": 7 }));
    assert_eq!(socket.next_close_code().await, Some(1000));
    hub.wait_for_connections(0).await;
}

/// Reads the stream up to the next event with data and returns its records.
async fn next_event_records(response: &mut Response) -> Vec<Value> {
    let mut text = String::new();
    loop {
        let chunk = tokio::time::timeout(PATIENCE, response.chunk()).await;
        let chunk = chunk.unwrap().unwrap().expect("the stream is open");
        text += std::str::from_utf8(&chunk).unwrap();
        if let Some(event) = text.strip_suffix("\r\n\r\n") {
            let data = event.rsplit_once("data: ").unwrap().1;
            return records(data);
        }
    }
}

#[tokio::test]
async fn event_stream_delivers_pushes_and_accepts_posts() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let token = hub.token(&admin, false).await;
    let query = format!("?id={token}&access_token={}", admin.token.as_deref().unwrap());
    let anonymous = Client::new(hub.app.router.clone(), None, 1);
    let url = format!("http://{}/api/notify{query}", hub.address);
    let http = http_client();
    let mut stream = http
        .get(&url)
        .header("accept", "text/event-stream")
        .send()
        .await
        .unwrap();
    assert_eq!(stream.status(), 200);
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert_eq!(stream.headers()["cache-control"], "no-cache,no-store");
    let again = http
        .get(&url)
        .header("accept", "text/event-stream")
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 409, "the first stream stays open");
    let posted = hub.call(&anonymous, Method::POST, &query, HANDSHAKE).await;
    assert_eq!(
        (posted.status().as_u16(), posted.text().await.unwrap()),
        (200, String::new())
    );
    assert_eq!(next_event_records(&mut stream).await[0], json!({}));
    hub.push(&admin, "a\nline").await;
    loop {
        let records = next_event_records(&mut stream).await;
        if let Some(record) = records
            .iter()
            .find(|record| record["target"] == "TransientNotification")
        {
            assert_eq!(record["arguments"][0]["message"], "a\nline");
            break;
        }
    }
    drop(stream);
    hub.wait_for_connections(0).await;
    let gone = hub.call(&admin, Method::POST, &query, "{\"type\":6}|").await;
    assert_eq!(gone.status(), 404);
}

async fn poll_records(response: Response) -> Vec<Value> {
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/octet-stream");
    assert_eq!(response.headers()["cache-control"], "no-cache, no-store");
    records(&response.text().await.unwrap())
}

#[tokio::test]
async fn long_poll_delivers_pushes_once_with_one_poll_at_a_time() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let query = format!("?id={}", hub.token(&admin, false).await);
    let poll = || hub.call(&admin, Method::GET, &query, "");
    let first = poll().await;
    assert_eq!(
        (first.status().as_u16(), first.text().await.unwrap()),
        (200, String::new())
    );
    hub.call(&admin, Method::POST, &query, HANDSHAKE).await;
    let mut seen = Vec::new();
    while seen.len() < 2 {
        seen.extend(poll_records(poll().await).await);
    }
    assert_eq!((&seen[0], names(&seen[1]).len()), (&json!({}), 0));
    let (old, (new, ())) = tokio::join!(poll(), async {
        let newer = async {
            // The POST gives the first poll time to arrive before the second.
            hub.call(&admin, Method::POST, &query, "{\"type\":6}|").await;
            poll().await
        };
        tokio::join!(newer, async {
            hub.push(&admin, "hello").await;
        })
    });
    let mut texts = Vec::new();
    for response in [old, new] {
        if response.status() == 204 {
            continue;
        }
        texts.extend(poll_records(response).await.into_iter().filter(is_event));
    }
    while texts.is_empty() {
        texts.extend(poll_records(poll().await).await.into_iter().filter(is_event));
    }
    assert_eq!(texts.len(), 1, "delivered once");
    assert_eq!(texts[0]["arguments"][0]["message"], "hello");
    let (waiting, deleted) = tokio::join!(poll(), async {
        hub.call(&admin, Method::DELETE, &query, "").await
    });
    assert_eq!(deleted.status(), 202);
    assert!([200, 204, 404].contains(&waiting.status().as_u16()));
    assert_eq!(poll().await.status(), 404);
}

#[tokio::test]
async fn resumed_connection_receives_missed_records() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, token) = hub.connected(&admin, true).await;
    hub.push(&admin, "one").await;
    assert_eq!(socket.next_text().await, "one");
    drop(socket);
    hub.push(&admin, "two").await;
    let mut socket = hub.socket(&admin, &token).await;
    assert_eq!(socket.next_record().await, json!({ "type": 9, "sequenceId": 1 }));
    // The list can be pushed once more while the server is starting.
    let (mut count, mut texts) = (0, Vec::new());
    while texts.len() < 2 {
        let record = socket.next_record().await;
        count += 1;
        if record["target"] == "TransientNotification" {
            texts.push(record["arguments"][0]["message"].clone());
        }
    }
    assert_eq!(texts, ["one", "two"]);
    socket
        .send_text(&format!("{{\"type\":8,\"sequenceId\":{count}}}|"))
        .await;
    // Half-open connection: a new socket takes over while the old one still seems open.
    let mut newer = hub.socket(&admin, &token).await;
    assert_eq!(socket.next_close_code().await, Some(1000));
    let first = newer.next_record().await;
    assert_eq!(first["type"], 9);
    if first["sequenceId"] == count + 1 {
        hub.push(&admin, "three").await;
        assert_eq!(newer.next_text().await, "three");
    }
    newer.send_text("{\"type\":9,\"sequenceId\":50}|").await;
    while newer.next_record().await["type"] != 7 {}
    assert_eq!(newer.next_close_code().await, Some(1000));
    let gone = hub.open(hub.upgrade(&admin, &format!("?id={token}"))).await;
    assert!(gone.is_err_and(|error| error.to_string().contains("404")));
}

#[tokio::test]
async fn normal_close_ends_the_connection_immediately() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, true).await;
    socket.send(Message::Close(None)).await;
    drop(socket);
    let (mut socket, _) = hub.connected(&admin, true).await;
    let frame = tokio_tungstenite::tungstenite::protocol::CloseFrame {
        code: 1000.into(),
        reason: "".into(),
    };
    socket.send(Message::Close(Some(frame))).await;
    // The first client closed without a status code, so it may still reconnect.
    hub.wait_for_connections(1).await;
    let plain = hub.token(&admin, true).await;
    let mut socket = hub.socket(&admin, &plain).await;
    socket.send_text(STATEFUL_HANDSHAKE).await;
    assert_eq!(socket.next_record().await, json!({}));
}

#[tokio::test]
async fn repeated_poll_returns_the_same_response() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let token = hub.token(&admin, false).await;
    let query = format!("?id={token}");
    let poll = async |number: usize| {
        let query = format!("{query}&poll={number}");
        let response = hub.call(&admin, Method::GET, &query, "").await;
        assert_eq!(response.status(), 200);
        response.text().await.unwrap()
    };
    assert_eq!(poll(0).await, "");
    assert_eq!(poll(0).await, "", "the opening poll can be repeated");
    hub.call(&admin, Method::POST, &query, HANDSHAKE).await;
    let mut seen = Vec::new();
    let mut number = 0;
    while seen.len() < 2 {
        number += 1;
        let answer = poll(number).await;
        assert_eq!(poll(number).await, answer);
        seen.extend(records(&answer));
    }
    hub.push(&admin, "once").await;
    let word = loop {
        number += 1;
        let response = poll(number).await;
        assert_eq!(poll(number).await, response);
        if let Some(word) = records(&response).into_iter().find(is_event) {
            break word;
        }
    };
    assert_eq!(word["arguments"][0]["message"], "once");
}
