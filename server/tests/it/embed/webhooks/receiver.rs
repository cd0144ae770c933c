//! A partner's HTTP server that accepts, rejects, redirects or ignores events.

use aws_lc_rs::hmac;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode, Uri, header};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

#[derive(Debug, Clone)]
pub enum Behavior {
    Reply(u16),
    /// Redirects to this URL.
    Redirect(String),
    NoReply,
    /// Replies only after [`Receiver::release`].
    DelayReply,
}

/// A received request.
#[derive(Debug, Clone)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn id(&self) -> String {
        self.json()["id"].as_str().unwrap().to_owned()
    }

    /// Parses the signature header into the time and the signatures.
    pub fn signature(&self) -> (i64, Vec<String>) {
        let header = self.headers["firmbook-signature"].to_str().unwrap();
        let parts: Vec<(&str, &str)> = header
            .split(',')
            .map(|part| part.split_once('=').unwrap())
            .collect();
        let time = parts
            .iter()
            .find(|part| part.0 == "t")
            .unwrap()
            .1
            .parse()
            .unwrap();
        let signatures = parts.iter().filter(|part| part.0 == "v1");
        (time, signatures.map(|part| part.1.to_owned()).collect())
    }

    /// Returns whether the request is signed with a secret.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let (time, signatures) = self.signature();
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let tag = hmac::sign(&key, format!("{time}.{}", self.body).as_bytes());
        let expected: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        signatures.contains(&expected)
    }
}

#[derive(Clone)]
struct Shared {
    received: Arc<Mutex<Vec<Received>>>,
    /// Behaviors for the next requests. All others are accepted.
    behaviors: Arc<Mutex<VecDeque<Behavior>>>,
    replies: Arc<Semaphore>,
    arrivals: Arc<Semaphore>,
}

/// Stops when dropped.
pub struct Receiver {
    pub url: String,
    shared: Shared,
    task: JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/webhooks", listener.local_addr().unwrap());
        let shared = Shared {
            received: Arc::default(),
            behaviors: Arc::default(),
            replies: Arc::new(Semaphore::new(0)),
            arrivals: Arc::new(Semaphore::new(0)),
        };
        let router = Router::new().fallback(receive).with_state(shared.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, shared, task }
    }

    /// Queues behaviors for the next requests.
    pub fn then(&self, behaviors: impl IntoIterator<Item = Behavior>) {
        self.shared.behaviors.lock().unwrap().extend(behaviors);
    }

    /// Releases a delayed reply.
    pub fn release(&self) {
        self.shared.replies.add_permits(1);
    }

    /// Waits until another request has arrived.
    pub async fn arrival(&self) {
        self.shared.arrivals.acquire().await.unwrap().forget();
    }

    /// Returns the received requests in order of arrival.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// Returns the only received request.
    pub fn only(&self) -> Received {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received[0].clone()
    }
}

async fn receive(State(shared): State<Shared>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    shared.received.lock().unwrap().push(Received {
        path: uri.path().to_owned(),
        headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    });
    shared.arrivals.add_permits(1);
    let behavior = shared.behaviors.lock().unwrap().pop_front();
    match behavior {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(Behavior::Reply(status)) => StatusCode::from_u16(status).unwrap().into_response(),
        Some(Behavior::Redirect(to)) => (StatusCode::FOUND, [(header::LOCATION, to)]).into_response(),
        Some(Behavior::NoReply) => std::future::pending().await,
        Some(Behavior::DelayReply) => {
            shared.replies.acquire().await.unwrap().forget();
            StatusCode::NO_CONTENT.into_response()
        }
    }
}
