//! Hub connections that flood, send invalid frames or exceed limits. Other connections are not affected, and no
//! resources leak.

use super::support::{HANDSHAKE, Hub, Socket};
use crate::support::{PATIENCE, ServerProcess, unlimited, wait_until};
use reqwest::Method;
use serde_json::json;
use server::config::HubLimits;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Returns a raw TCP stream after a successful WebSocket upgrade.
async fn raw_socket(hub: &Hub, token: &str, bearer: &str) -> TcpStream {
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
async fn invalid_frames_close_only_their_own_connection() {
    let hub = Hub::start().await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut witness, _) = hub.connected(&other, true).await;
    let broken: [(&str, &[u8]); 7] = [
        ("a reserved opcode", &[0x83, 0x80, 0, 0, 0, 0]),
        ("reserved bits", &[0xf1, 0x80, 0, 0, 0, 0]),
        ("no mask", &[0x81, 2, b'{', b'}']),
        ("a fragmented ping", &[0x09, 0x80, 0, 0, 0, 0]),
        ("a continuation of nothing", &[0x80, 0x81, 0, 0, 0, 0, b'x']),
        ("invalid UTF-8 text", &[0x81, 0x81, 0, 0, 0, 0, 0xff]),
        (
            "an excessive length",
            &[
                0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0,
            ],
        ),
    ];
    for (what, bytes) in broken {
        let token = hub.token(&admin, false).await;
        let mut stream = raw_socket(&hub, &token, admin.token.as_deref().unwrap()).await;
        stream.write_all(bytes).await.unwrap();
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest));
        assert!(ended.await.is_ok(), "{what}: the connection stays open");
    }
    // Closes the stream in the middle of a frame.
    let token = hub.token(&admin, false).await;
    let mut half = raw_socket(&hub, &token, admin.token.as_deref().unwrap()).await;
    half.write_all(&[0x81, 0xfe, 0x10]).await.unwrap();
    drop(half);
    hub.wait_for_connections(1).await;
    hub.push(&other, "still here").await;
    assert_eq!(witness.next_text().await, "still here");
}

#[tokio::test]
async fn invalid_posts_close_the_connection_with_an_error() {
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
    hub.wait_for_connections(0).await;
}

#[tokio::test]
async fn unknown_methods_return_an_error_and_keep_the_connection() {
    let hub = Hub::start().await;
    let admin = hub.app.admin().await;
    let (mut socket, _) = hub.connected(&admin, false).await;
    socket
        .send_text("{\"type\":1,\"target\":\"Nope\",\"arguments\":[]}|{\"type\":1,\"invocationId\":\"7\",\"target\":\"Nope\",\"arguments\":[1]}|")
        .await;
    let error = "Failed to invoke 'Nope' due to an error on the server. HubException: Method does not exist.";
    assert_eq!(
        socket.next_event().await,
        json!({ "type": 3, "invocationId": "7", "error": error })
    );
    hub.push(&admin, "goes on").await;
    assert_eq!(socket.next_text().await, "goes on");
}

#[tokio::test]
async fn closes_200_flooding_connections_without_leftovers() {
    let plenty = HubLimits {
        connections: 1_000,
        opened: unlimited(),
    };
    let hub = Hub::with(|config, _| config.hub = plenty).await;
    let (admin, other) = (hub.app.admin().await, hub.app.admin().await);
    let (mut witness, _) = hub.connected(&other, false).await;
    let flood = "{\"type\":6}|".repeat(2_000);
    let flooding = async |mut socket: Socket| {
        socket.send_text(&flood).await;
        socket.next_close_code().await;
    };
    for _ in 0..10 {
        let mut sockets = Vec::new();
        for _ in 0..20 {
            sockets.push(hub.connected(&admin, false).await.0);
        }
        futures_util::future::join_all(sockets.into_iter().map(&flooding)).await;
    }
    hub.wait_for_connections(1).await;
    hub.push(&other, "still here").await;
    assert_eq!(witness.next_text().await, "still here");
}

/// Connects from a given loopback address.
async fn connect_from(source: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{source}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Returns true if the server responds with 200, false if it closes the connection.
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
async fn limits_connections_per_address() {
    let hub = Hub::start().await;
    let running = ServerProcess::with(&hub.app, &[("FIRMBOOK_ADDRESS_CONNECTIONS", "20")]).await;
    // The startup probe may still hold a connection.
    let mut silent = Vec::new();
    wait_until("all connections are in use", async || {
        let mut one = connect_from("127.0.0.9", running.address).await;
        if is_answered(&mut one).await {
            silent.push(one);
            return None;
        }
        Some(())
    })
    .await;
    assert_eq!(silent.len(), 20);
    for _ in 0..2_000 {
        drop(connect_from("127.0.0.9", running.address).await);
    }
    assert!(!is_answered(&mut connect_from("127.0.0.9", running.address).await).await);
    // Connections queued in the kernel are handled first.
    wait_until("another address gets a response", async || {
        is_answered(&mut connect_from("127.0.0.10", running.address).await)
            .await
            .then_some(())
    })
    .await;
    assert!(
        is_answered(&mut silent[0]).await,
        "existing connections stay open"
    );
    silent.clear();
    wait_until("a new connection gets a response", async || {
        is_answered(&mut connect_from("127.0.0.9", running.address).await)
            .await
            .then_some(())
    })
    .await;
}
