//! HTTP connections with several requests. A rejected request must not break the next one.

use crate::support::{Client, HaProxy, ServerProcess, TestApp, http_client};
use serde_json::json;
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

const MEGABYTE: usize = 1024 * 1024;

/// A raw HTTP/1.1 connection.
struct Connection(BufReader<tokio::net::TcpStream>);

impl Connection {
    async fn to(address: SocketAddr) -> Self {
        Self(BufReader::new(
            tokio::net::TcpStream::connect(address).await.unwrap(),
        ))
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    async fn send_head(&mut self, request: &str, body_bytes: usize) {
        let head = format!("{request} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {body_bytes}\r\n\r\n");
        self.send(head.as_bytes()).await;
    }

    /// Reads a response and returns its head.
    async fn receive(&mut self) -> String {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(
                self.0.read_line(&mut head).await.unwrap(),
                0,
                "closed after {head:?}"
            );
        }
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse().unwrap());
        self.0.read_exact(&mut vec![0; length]).await.unwrap();
        head
    }
}

#[tokio::test]
async fn connection_stays_usable_after_a_rejected_request() {
    let app = TestApp::new().await;
    let server = ServerProcess::start(&app).await;
    let mut connection = Connection::to(server.address).await;
    for _ in 0..3 {
        connection.send_head("POST /api/FirmAgent/search", MEGABYTE).await;
        for _ in 0..8 {
            connection.send(&[b' '; MEGABYTE / 8]).await;
        }
        let refusal = connection.receive().await;
        assert!(refusal.starts_with("HTTP/1.1 401 "), "{refusal}");
        assert!(!refusal.contains("connection: close"), "{refusal}");
        connection.send_head("GET /healthz", 0).await;
        let health = connection.receive().await;
        assert!(health.starts_with("HTTP/1.1 200 "), "{health}");
    }
}

#[tokio::test]
async fn closes_the_connection_after_rejecting_a_long_body() {
    let app = TestApp::new().await;
    let server = ServerProcess::start(&app).await;
    for (body_bytes, header) in [(25 * MEGABYTE, ""), (100, "\r\nexpect: 100-continue"), (100, "")] {
        let mut connection = Connection::to(server.address).await;
        let head = format!(
            "POST /api/FirmAgent/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: {body_bytes}{header}\r\n\r\n"
        );
        // Never sends the body.
        connection.send(head.as_bytes()).await;
        let refusal = connection.receive().await;
        assert!(refusal.starts_with("HTTP/1.1 401 "), "{refusal}");
        assert!(refusal.contains("connection: close"), "{refusal}");
    }
}

#[tokio::test]
async fn http_1_1_request_must_have_exactly_one_host() {
    let app = TestApp::new().await;
    let server = ServerProcess::start(&app).await;
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\n\r\n", 400),
        (
            "GET /healthz HTTP/1.1\r\nhost: a.example\r\nhost: b.example\r\n\r\n",
            400,
        ),
        ("GET http://a.example/healthz HTTP/1.1\r\n\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nhost: a.example\r\n\r\n", 200),
        ("GET /healthz HTTP/1.0\r\n\r\n", 200),
    ] {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        let head = head.replacen("\r\n\r\n", "\r\nconnection: close\r\n\r\n", 1);
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.unwrap();
        assert_eq!(
            reply.split(' ').nth(1),
            Some(status.to_string().as_str()),
            "{head}{reply}"
        );
        assert_eq!(
            reply.contains(r#""code":"host_missing""#),
            status == 400,
            "{reply}"
        );
        assert_eq!(reply.contains(r#""traceId":"#), status == 400, "{reply}");
    }
}

fn url(proxy: &HaProxy) -> String {
    format!("http://{}/api/FirmAgent/search", proxy.addresses[0])
}

/// Posts bodies of different sizes without a token until it is cancelled.
async fn post_without_token(proxy: &HaProxy, lane: usize) {
    let http = http_client();
    for round in 0.. {
        let size = [10, 60_000, 300_000, 2 * MEGABYTE][(round + lane) % 4];
        _ = http.post(url(proxy)).body(vec![b' '; size]).send().await;
    }
}

async fn search_through(proxy: &HaProxy, client: &Client) {
    let http = http_client();
    for round in 0..300 {
        let response = http
            .post(url(proxy))
            .bearer_auth(client.token.as_deref().unwrap())
            .json(&json!({}))
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 200, "search {round}");
    }
}

#[tokio::test]
async fn rejected_requests_do_not_break_others_behind_a_proxy() {
    let app = TestApp::new().await;
    let server = ServerProcess::with(&app, &[("FIRMBOOK_TRUSTED_PROXIES", "127.0.0.1")]).await;
    let proxy = HaProxy::before(server.address).await;
    let admin = app.other_firm_admin().await;
    tokio::select! {
        () = search_through(&proxy, &admin) => {}
        _ = futures_util::future::join_all((0..4).map(|lane| post_without_token(&proxy, lane))) => {}
    }
}
