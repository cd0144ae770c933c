//! A listening server and clients that speak the protocol byte by byte.

use crate::support::{Client, FIRM, TestApp, until};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use server::app::{App, router};
use server::config::Config;
use server::hub::outbox;
use server::listen::{Admission, serve};
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
/// With the ping that follows it at once: a resumable connection is called after it.
pub const STATEFUL_HANDSHAKE: &str = "{\"protocol\":\"json\",\"version\":2}|{\"type\":6}|";

pub struct Hub {
    pub app: TestApp,
    pub address: SocketAddr,
    http: reqwest::Client,
}

/// Serves an app on a port of its own.
pub async fn listen(app: &App) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = router(app.clone());
    let admission = Admission {
        of_address: usize::MAX,
        trusted: Vec::new(),
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
        // From then on a list comes when it changes, and not because something may have been missed.
        let listening = "SELECT count(*) FROM pg_stat_activity
                         WHERE datname = current_database() AND state = 'idle' AND query = 'LISTEN firmbook_hub'";
        until("the server listens", async || {
            (app.number(listening).await > 0).then_some(())
        })
        .await;
        Self {
            address: listen(&app.app).await,
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
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

    /// The token of a new connection.
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

    /// A socket after its handshake; the list that it was told first is read.
    pub async fn connected(&self, client: &Client, is_stateful: bool) -> (Socket, String) {
        let token = self.token(client, is_stateful).await;
        let mut socket = self.socket(client, &token).await;
        socket
            .say(if is_stateful {
                STATEFUL_HANDSHAKE
            } else {
                HANDSHAKE
            })
            .await;
        assert_eq!(socket.hears().await, json!({}));
        assert_eq!(socket.hears().await["target"], "UserNotifications");
        (socket, token)
    }

    /// Posts a transient notification to the client's user.
    pub async fn post(&self, client: &Client, message: &str) {
        post(&self.app.app, &client.user_key, message).await;
    }

    pub async fn until_connections(&self, count: usize) {
        until(&format!("{count} connections"), async || {
            (self.app.app.hub.connections() == count).then_some(())
        })
        .await;
    }
}

pub async fn post(app: &App, user_key: &str, message: &str) {
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
    /// `|` stands for the separator.
    pub async fn say(&mut self, text: &str) {
        let text = text.replace('|', "\u{1e}");
        self.send(Message::text(text)).await;
    }

    pub async fn send(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    async fn message(&mut self) -> Option<Message> {
        let message = timeout(Duration::from_secs(20), self.socket.next()).await;
        message.expect("the server says something").and_then(Result::ok)
    }

    /// The next record, pings left out.
    pub async fn hears(&mut self) -> Value {
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

    /// The next record that is no list.
    pub async fn hears_word(&mut self) -> Value {
        loop {
            let record = self.hears().await;
            if is_word(&record) {
                return record;
            }
        }
    }

    /// The text of the next transient notification.
    pub async fn hears_text(&mut self) -> String {
        let record = self.hears_word().await;
        assert_eq!(record["target"], "TransientNotification", "{record}");
        record["arguments"][0]["message"].as_str().unwrap().to_owned()
    }

    /// The names on the next list.
    pub async fn hears_list(&mut self) -> Vec<String> {
        names(&self.hears().await)
    }

    /// The code of the close frame; none when the line just ends.
    pub async fn hears_close(&mut self) -> Option<u16> {
        loop {
            match self.message().await {
                Some(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Some(_) => {}
                None => return None,
            }
        }
    }
}

/// Whether it is no list: that may always come once more.
pub fn is_word(record: &Value) -> bool {
    record["target"] != "UserNotifications"
}

pub fn names(record: &Value) -> Vec<String> {
    assert_eq!(record["target"], "UserNotifications", "{record}");
    let list = record["arguments"][0]["userNotifications"].as_array().unwrap();
    let name = |item: &Value| item["displayName"].as_str().unwrap().to_owned();
    list.iter().map(name).collect()
}

/// What a message holds; it must hold whole records.
pub fn records(text: &str) -> Vec<Value> {
    let records = text
        .strip_suffix('\u{1e}')
        .unwrap_or_else(|| panic!("incomplete: {text}"));
    records
        .split('\u{1e}')
        .map(|record| serde_json::from_str(record).unwrap())
        .collect()
}
