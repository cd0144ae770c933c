//! Sockets that say nothing, say rubbish, or are simply too many: others are not affected, and nothing stays of them.

use super::support::{HANDSHAKE, Hub, Socket};
use crate::support::{Running, until};
use reqwest::Method;
use serde_json::json;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A WebSocket of which only the answer to its handshake was read.
async fn raw(hub: &Hub, token: &str, bearer: &str) -> TcpStream {
    let mut stream = TcpStream::connect(hub.address).await.unwrap();
    let request = format!(
        "GET /api/notify?id={token} HTTP/1.1\r\nhost: {}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         authorization: Bearer {bearer}\r\n\r\n",
        hub.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"));
    stream
}

#[tokio::test]
async fn frames_that_are_none_end_the_line_and_nobody_else_notices() {
    let hub = Hub::start().await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut witness, _) = hub.connected(&other, true).await;
    let broken: [(&str, &[u8]); 7] = [
        ("a reserved opcode", &[0x83, 0x80, 0, 0, 0, 0]),
        ("reserved bits", &[0xf1, 0x80, 0, 0, 0, 0]),
        ("no mask", &[0x81, 2, b'{', b'}']),
        ("a fragmented ping", &[0x09, 0x80, 0, 0, 0, 0]),
        ("a continuation of nothing", &[0x80, 0x81, 0, 0, 0, 0, b'x']),
        ("text that is none", &[0x81, 0x81, 0, 0, 0, 0, 0xff]),
        (
            "a length beyond everything",
            &[
                0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0,
            ],
        ),
    ];
    for (what, bytes) in broken {
        let token = hub.token(&admin, false).await;
        let mut stream = raw(&hub, &token, admin.token.as_deref().unwrap()).await;
        stream.write_all(bytes).await.unwrap();
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(std::time::Duration::from_secs(10), stream.read_to_end(&mut rest));
        assert!(ended.await.is_ok(), "{what}: the line stays open");
    }
    // Half a frame, and then the end.
    let token = hub.token(&admin, false).await;
    let mut half = raw(&hub, &token, admin.token.as_deref().unwrap()).await;
    half.write_all(&[0x81, 0xfe, 0x10]).await.unwrap();
    drop(half);
    hub.until_connections(1).await;
    hub.post(&other, "still here").await;
    assert_eq!(witness.hears_text().await, "still here");
}

#[tokio::test]
async fn rubbish_by_post_ends_that_connection_with_a_word() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let both = "{\"type\":3,\"invocationId\":\"0\",\"result\":1,\"error\":\"x\"}|";
    for rubbish in ["|", "nonsense|", both] {
        let query = format!("?id={}", hub.token(&admin, false).await);
        hub.call(&admin, Method::GET, &query, "").await;
        hub.call(&admin, Method::POST, &query, HANDSHAKE).await;
        let posted = hub.call(&admin, Method::POST, &query, rubbish).await;
        assert_eq!(posted.status(), 200);
        let mut polled = String::new();
        while !polled.contains("\"type\":7") {
            let response = hub.call(&admin, Method::GET, &query, "").await;
            assert_eq!(response.status(), 200, "{polled}");
            polled += &response.text().await.unwrap();
        }
        assert!(polled.contains("Connection closed with an error."));
    }
    hub.until_connections(0).await;
}

#[tokio::test]
async fn calls_of_unknown_methods_are_answered_and_the_connection_goes_on() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket
        .say("{\"type\":1,\"target\":\"Nope\",\"arguments\":[]}|{\"type\":1,\"invocationId\":\"7\",\"target\":\"Nope\",\"arguments\":[1]}|")
        .await;
    let error = "Failed to invoke 'Nope' due to an error on the server. HubException: Method does not exist.";
    assert_eq!(
        socket.hears_word().await,
        json!({ "type": 3, "invocationId": "7", "error": error })
    );
    hub.post(&admin, "goes on").await;
    assert_eq!(socket.hears_text().await, "goes on");
}

#[tokio::test]
async fn two_hundred_that_flood_leave_nothing_behind() {
    let plenty = server::hub::Limits {
        connections: 1_000,
        burst: 1e6,
        a_second: 1e6,
    };
    let hub = Hub::with(|config, _| config.hub = plenty).await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut witness, _) = hub.connected(&other, false).await;
    let flood = "{\"type\":6}|".repeat(2_000);
    let flooding = async |mut socket: Socket| {
        socket.say(&flood).await;
        socket.hears_close().await;
    };
    for _ in 0..10 {
        let mut sockets = Vec::new();
        for _ in 0..20 {
            sockets.push(hub.connected(&admin, false).await.0);
        }
        futures_util::future::join_all(sockets.into_iter().map(&flooding)).await;
    }
    hub.until_connections(1).await;
    hub.post(&other, "still here").await;
    assert_eq!(witness.hears_text().await, "still here");
}

/// A connection from an address of our own choice.
async fn from(source: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{source}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Whether the server answers on this line; it is closed otherwise.
async fn is_answered(stream: &mut TcpStream) -> bool {
    let asked = b"HEAD /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    if stream.write_all(asked).await.is_err() {
        return false;
    }
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => answer.push(byte),
            Err(_) => return false,
        }
    }
    answer.starts_with(b"HTTP/1.1 200")
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_the_others_theirs() {
    let hub = Hub::start().await;
    let running = Running::with(&hub.app, &[("FIRMBOOK_ADDRESS_CONNECTIONS", "20")]).await;
    // The look whether it listens may still count.
    let mut silent = Vec::new();
    until("all places are taken", async || {
        let mut one = from("127.0.0.9", running.address).await;
        if is_answered(&mut one).await {
            silent.push(one);
            return None;
        }
        Some(())
    })
    .await;
    assert_eq!(silent.len(), 20);
    for _ in 0..2_000 {
        drop(from("127.0.0.9", running.address).await);
    }
    assert!(!is_answered(&mut from("127.0.0.9", running.address).await).await);
    // What the kernel has in its queue comes first.
    until("another address is answered", async || {
        is_answered(&mut from("127.0.0.10", running.address).await)
            .await
            .then_some(())
    })
    .await;
    assert!(is_answered(&mut silent[0]).await, "and whoever is there stays");
    silent.clear();
    until("there are places again", async || {
        is_answered(&mut from("127.0.0.9", running.address).await)
            .await
            .then_some(())
    })
    .await;
}
