//! A listening server and low-level protocol clients.

use crate::support::{Client, FIRM, PATIENCE, TestApp, http_client, wait_until};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use server::app::App;
use server::config::Config;
use server::hub::outbox;
use server::listen::{Admission, Patience, serve};
use server::router::router;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

pub const HANDSHAKE: &str = "{\"protocol\":\"json\",\"version\":1}|";
/// Followed by a ping, because the server expects a record from the client on a resumable connection.
pub const STATEFUL_HANDSHAKE: &str = "{\"protocol\":\"json\",\"version\":2}|{\"type\":6}|";

pub struct Hub {
    pub app: TestApp,
    pub address: SocketAddr,
    http: reqwest::Client,
}

/// Serves an app on a free port.
pub async fn listen(app: &App) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = router(app.clone());
    let admission = Admission {
        of_address: usize::MAX,
        of_proxy: usize::MAX,
        trusted: Vec::new(),
        patience: Patience::default(),
    };
    let (never, no_time) = (std::future::pending(), Duration::ZERO);
    tokio::spawn(serve(listener, router, admission, never, no_time));
    address
}

impl Hub {
    pub async fn start() -> Self {
        Self::with(|_, _| {}).await
    }

    pub async fn with(set: impl FnOnce(&mut Config, &mut String)) -> Self {
        let app = TestApp::with(set).await;
        // Once the server listens for notifications, lists are pushed only when they change.
        wait_until("the server listens", async || {
            app.app.listener.hears("firmbook_hub").then_some(())
        })
        .await;
        Self {
            address: listen(&app.app).await,
            http: http_client(),
            app,
        }
    }

    /// Serves one node of an app's database.
    pub async fn of(app: TestApp, node: &App) -> Self {
        Self {
            address: listen(node).await,
            http: http_client(),
            app,
        }
    }

    pub async fn call(&self, client: &Client, method: Method, query: &str, body: &str) -> reqwest::Response {
        let url = format!("http://{}/api/notify{query}", self.address);
        let mut call = self.http.request(method, url);
        if let Some(token) = &client.token {
            call = call.bearer_auth(token);
        }
        if !body.is_empty() {
            call = call.body(body.replace('|', "\u{1e}"));
        }
        call.send().await.unwrap()
    }

    pub async fn negotiate(&self, client: &Client, query: &str) -> Value {
        let response = self
            .call(client, Method::POST, &format!("/negotiate?{query}"), "")
            .await;
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }

    /// Negotiates and returns the connection token.
    pub async fn token(&self, client: &Client, is_stateful: bool) -> String {
        let query = format!("negotiateVersion=1&useStatefulReconnect={is_stateful}");
        let answer = self.negotiate(client, &query).await;
        answer["connectionToken"].as_str().unwrap().to_owned()
    }

    pub fn upgrade(&self, client: &Client, query: &str) -> Request {
        let url = format!("ws://{}/api/notify{query}", self.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(token) = &client.token {
            let value = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", value);
        }
        request
    }

    pub async fn open(&self, request: Request) -> Result<Socket, Error> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (socket, _) = client_async(request, stream).await?;
        Ok(Socket {
            socket,
            records: VecDeque::new(),
        })
    }

    pub async fn socket(&self, client: &Client, token: &str) -> Socket {
        self.open(self.upgrade(client, &format!("?id={token}")))
            .await
            .unwrap()
    }

    /// Opens a connection and reads the handshake response and the first list.
    pub async fn connected(&self, client: &Client, is_stateful: bool) -> (Socket, String) {
        let token = self.token(client, is_stateful).await;
        let mut socket = self.socket(client, &token).await;
        socket
            .send_text(if is_stateful {
                STATEFUL_HANDSHAKE
            } else {
                HANDSHAKE
            })
            .await;
        assert_eq!(socket.next_record().await, json!({}));
        assert_eq!(socket.next_record().await["target"], "UserNotifications");
        (socket, token)
    }

    /// Pushes a transient notification to the client's user.
    pub async fn push(&self, client: &Client, message: &str) {
        push(&self.app.app, &client.user_key, message).await;
    }

    pub async fn wait_for_connections(&self, count: usize) {
        wait_until(&format!("{count} connections"), async || {
            (self.app.app.hub.connections() == count).then_some(())
        })
        .await;
    }
}

pub async fn push(app: &App, user_key: &str, message: &str) {
    let mut transaction = app.db.begin(FIRM).await.unwrap();
    outbox::post(&mut transaction, FIRM, user_key, 47, "Ready", message)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
}

pub struct Socket {
    socket: WebSocketStream<TcpStream>,
    records: VecDeque<Value>,
}

impl Socket {
    /// Sends a text message. `|` is replaced by the record separator.
    pub async fn send_text(&mut self, text: &str) {
        let text = text.replace('|', "\u{1e}");
        self.send(Message::text(text)).await;
    }

    pub async fn send(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    async fn message(&mut self) -> Option<Message> {
        let message = timeout(PATIENCE, self.socket.next()).await;
        message.expect("the server says something").and_then(Result::ok)
    }

    /// Returns the next record other than a ping.
    pub async fn next_record(&mut self) -> Value {
        let record = timeout(PATIENCE, self.read_record()).await;
        record.expect("the server sends a record other than a ping")
    }

    async fn read_record(&mut self) -> Value {
        loop {
            if let Some(record) = self.records.pop_front() {
                if record != json!({ "type": 6 }) {
                    return record;
                }
                continue;
            }
            match self.message().await {
                Some(Message::Text(text)) => self.records.extend(records(&text)),
                other => panic!("no record: {other:?}"),
            }
        }
    }

    /// Returns the next record other than a ping or a list.
    pub async fn next_event(&mut self) -> Value {
        loop {
            let record = self.next_record().await;
            if is_event(&record) {
                return record;
            }
        }
    }

    /// Returns the text of the next transient notification.
    pub async fn next_text(&mut self) -> String {
        let record = self.next_event().await;
        assert_eq!(record["target"], "TransientNotification", "{record}");
        record["arguments"][0]["message"].as_str().unwrap().to_owned()
    }

    /// Returns the names in the next list.
    pub async fn next_list(&mut self) -> Vec<String> {
        names(&self.next_record().await)
    }

    /// Returns the code of the close frame, or `None` if the connection ends without one.
    pub async fn next_close_code(&mut self) -> Option<u16> {
        loop {
            match self.message().await {
                Some(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Some(_) => {}
                None => return None,
            }
        }
    }
}

/// Returns true unless the record is a notification list. Lists can arrive at any time.
pub fn is_event(record: &Value) -> bool {
    record["target"] != "UserNotifications"
}

pub fn names(record: &Value) -> Vec<String> {
    assert_eq!(record["target"], "UserNotifications", "{record}");
    let list = record["arguments"][0]["userNotifications"].as_array().unwrap();
    let name = |item: &Value| item["displayName"].as_str().unwrap().to_owned();
    list.iter().map(name).collect()
}

/// Parses the records of a message. Panics if the last one is incomplete.
pub fn records(text: &str) -> Vec<Value> {
    let records = text
        .strip_suffix('\u{1e}')
        .unwrap_or_else(|| panic!("incomplete: {text}"));
    records
        .split('\u{1e}')
        .map(|record| serde_json::from_str(record).unwrap())
        .collect()
}
