//! The server closes idle connections and keeps connections that are in use.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::routing::{any, get};
use futures_util::stream;
use http::StatusCode;
use hyper_util::rt::TokioIo;
use server::listen::{Admission, Patience, serve};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, split};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::timeout;

const LIMIT: Duration = Duration::from_millis(300);

struct Listening {
    address: SocketAddr,
    /// Completes the responses of `/wait` and `/events`.
    release: Arc<Notify>,
}

impl Listening {
    async fn start(of_proxy: usize) -> Self {
        let release = Arc::new(Notify::new());
        let (waits, events) = (release.clone(), release.clone());
        let router = Router::new()
            .route("/", get(async || "now"))
            .route(
                "/wait",
                get(async move || {
                    waits.notified().await;
                    "later"
                }),
            )
            .route(
                "/events",
                get(async move || Body::from_stream(two_events(events))),
            )
            .route("/echo", any(echo));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let admission = Admission {
            of_address: 20,
            of_proxy,
            trusted: vec!["127.0.0.2".parse::<std::net::IpAddr>().unwrap().into()],
            patience: Patience {
                first_request: LIMIT,
                idle: LIMIT,
            },
        };
        let never = std::future::pending();
        tokio::spawn(serve(listener, router, admission, never, Duration::ZERO));
        Self { address, release }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Waits longer than the idle limit.
    async fn outlast_an_idle_connection(&self) {
        for _ in 0..2 {
            assert_closed(self.connect().await).await;
        }
    }
}

fn two_events(release: Arc<Notify>) -> impl futures_util::Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(0, move |sent| {
        let release = release.clone();
        async move {
            if sent == 1 {
                release.notified().await;
            }
            (sent < 2).then_some((Ok(Bytes::from_static(b"event")), sent + 1))
        }
    })
}

/// Upgrades the connection or the stream, and echoes all data.
async fn echo(request: Request) -> axum::response::Response {
    let status = if request.method() == http::Method::CONNECT {
        StatusCode::OK
    } else {
        StatusCode::SWITCHING_PROTOCOLS
    };
    tokio::spawn(async move {
        let upgraded = hyper::upgrade::on(request).await.unwrap();
        let (mut from, mut to) = split(TokioIo::new(upgraded));
        _ = copy(&mut from, &mut to).await;
    });
    http::Response::builder()
        .status(status)
        .header("connection", "upgrade")
        .header("upgrade", "echo")
        .body(Body::empty())
        .unwrap()
}

/// Reads until the server closes the connection.
async fn assert_closed(mut stream: TcpStream) {
    let mut rest = Vec::new();
    let closed = timeout(crate::support::PATIENCE, stream.read_to_end(&mut rest)).await;
    assert!(closed.is_ok(), "the connection is still open");
}

/// Returns an HTTP/2 client and a task that ends when the connection closes.
async fn http2(stream: TcpStream) -> (h2::client::SendRequest<Bytes>, tokio::task::JoinHandle<()>) {
    let (client, connection) = h2::client::handshake(stream).await.unwrap();
    let connection = tokio::spawn(async move { _ = connection.await });
    (client, connection)
}

fn request(path: &str) -> http::Request<()> {
    http::Request::get(format!("http://localhost{path}"))
        .body(())
        .unwrap()
}

async fn assert_ended(connection: tokio::task::JoinHandle<()>) {
    let ended = timeout(crate::support::PATIENCE, connection).await;
    assert!(ended.is_ok(), "the connection is still open");
}

#[tokio::test]
async fn closes_connections_without_a_request() {
    let server = Listening::start(20).await;
    for sent in [
        "",
        "PRI * HTTP/2.0",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HT",
    ] {
        let mut stream = server.connect().await;
        stream.write_all(sent.as_bytes()).await.unwrap();
        assert_closed(stream).await;
    }
}

#[tokio::test]
async fn closes_connections_between_requests() {
    let server = Listening::start(20).await;
    let mut http1 = server.connect().await;
    http1
        .write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    assert_closed(http1).await;
    let (mut client, connection) = http2(server.connect().await).await;
    let (response, _) = client.send_request(request("/"), true).unwrap();
    assert_eq!(response.await.unwrap().status(), 200);
    assert_ended(connection).await;
}

#[tokio::test]
async fn long_polls_and_event_streams_outlast_the_idle_limit() {
    let server = Listening::start(20).await;
    let (mut client, connection) = http2(server.connect().await).await;
    let (poll, _) = client.send_request(request("/wait"), true).unwrap();
    server.outlast_an_idle_connection().await;
    server.release.notify_one();
    assert_eq!(poll.await.unwrap().status(), 200);

    let (events, _) = client.send_request(request("/events"), true).unwrap();
    let mut events = events.await.unwrap().into_body();
    assert_eq!(events.data().await.unwrap().unwrap(), "event");
    server.outlast_an_idle_connection().await;
    server.release.notify_one();
    assert_eq!(events.data().await.unwrap().unwrap(), "event");
    // The stream may end with an empty frame.
    while let Some(rest) = events.data().await {
        assert!(rest.unwrap().is_empty());
    }
    assert_ended(connection).await;
}

#[tokio::test]
async fn upgraded_connection_outlasts_the_idle_limit() {
    let server = Listening::start(20).await;
    let mut socket = server.connect().await;
    socket
        .write_all(b"GET /echo HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n")
        .await
        .unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(socket.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101 "));
    server.outlast_an_idle_connection().await;
    socket.write_all(b"still").await.unwrap();
    let mut echoed = [0; 5];
    socket.read_exact(&mut echoed).await.unwrap();
    assert_eq!(&echoed, b"still");
}

#[tokio::test]
async fn upgraded_stream_outlasts_the_idle_limit_while_it_receives_data() {
    let server = Listening::start(20).await;
    let (mut client, connection) = http2(server.connect().await).await;
    // The first response guarantees that the server's settings, which allow CONNECT with a protocol, have arrived.
    let (response, _) = client.send_request(request("/"), true).unwrap();
    response.await.unwrap();
    let mut connect = request("/echo");
    *connect.method_mut() = http::Method::CONNECT;
    connect
        .extensions_mut()
        .insert(h2::ext::Protocol::from_static("websocket"));
    let (response, mut sent) = client.send_request(connect, false).unwrap();
    let mut received = response.await.unwrap().into_body();
    let talk = async {
        loop {
            sent.send_data(Bytes::from_static(b"still"), false).unwrap();
            let echoed = received.data().await.expect("an open stream").unwrap();
            _ = received.flow_control().release_capacity(echoed.len());
        }
    };
    tokio::select! {
        () = talk => {}
        () = server.outlast_an_idle_connection() => {}
    }
    assert_ended(connection).await;
}

#[tokio::test]
async fn limits_connections_of_trusted_proxies() {
    let server = Listening::start(2).await;
    let from_proxy = async || {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let (mut client, connection) = http2(socket.connect(server.address).await.unwrap()).await;
        let (response, _) = client.send_request(request("/wait"), true).unwrap();
        (response, connection)
    };
    let mut waiting = vec![from_proxy().await, from_proxy().await];
    let (refused, connection) = from_proxy().await;
    assert!(refused.await.is_err());
    assert_ended(connection).await;
    server.release.notify_waiters();
    for (response, _) in waiting.drain(..) {
        assert_eq!(response.await.unwrap().status(), 200);
    }
}
