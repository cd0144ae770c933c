//! HTTP client that calls the router directly.

use super::documented::assert_documented;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::Value;
use std::net::SocketAddr;
use tower::ServiceExt;
use uuid::Uuid;

#[derive(Clone)]
pub struct Client {
    router: Router,
    pub token: Option<String>,
    pub user_key: String,
    pub firm: i32,
    /// Sent with every request.
    headers: HeaderMap,
    /// The client's address from the server's point of view.
    peer: Option<SocketAddr>,
}

impl Client {
    pub fn new(router: Router, token: Option<String>, firm: i32) -> Self {
        Self {
            router,
            token,
            user_key: String::new(),
            firm,
            headers: HeaderMap::new(),
            peer: None,
        }
    }

    pub fn of_user(mut self, user_key: String) -> Self {
        self.user_key = user_key;
        self
    }

    /// Returns the same client with another token.
    pub fn with_token(&self, token: impl Into<String>) -> Self {
        Self {
            token: Some(token.into()),
            ..self.clone()
        }
    }

    /// Returns the same client with an additional header.
    pub fn with_header(&self, name: &'static str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.insert(name, value.parse().unwrap());
        other
    }

    /// Returns the client as a page that was loaded for the current account.
    pub async fn as_loaded_page(&self) -> Self {
        let details = self.get("/User/details").await.ok();
        self.with_header("x-firmbook-account", details["account"].as_str().unwrap())
    }

    /// Returns the same client on another server.
    pub fn at_router(&self, router: Router) -> Self {
        Self {
            router,
            ..self.clone()
        }
    }

    /// Returns the same client with the headers of another one.
    pub fn with_headers_of(&self, other: &Self) -> Self {
        Self {
            headers: other.headers.clone(),
            ..self.clone()
        }
    }

    /// Returns the same client with another IP address.
    pub fn at_address(&self, address: &str) -> Self {
        Self {
            peer: Some(SocketAddr::new(address.parse().unwrap(), 50_000)),
            ..self.clone()
        }
    }

    pub async fn get(&self, path: impl AsRef<str>) -> Reply {
        self.send(Method::GET, path, None).await
    }

    pub async fn delete(&self, path: impl AsRef<str>) -> Reply {
        self.send(Method::DELETE, path, None).await
    }

    pub async fn post(&self, path: impl AsRef<str>, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body.to_string().into())).await
    }

    pub async fn put(&self, path: impl AsRef<str>, body: Value) -> Reply {
        self.send(Method::PUT, path, Some(body.to_string().into())).await
    }

    /// Sends a POST with an `Idempotency-Key`.
    pub async fn post_once(&self, key: Uuid, path: impl AsRef<str>, body: &Value) -> Reply {
        let mut request = self.request(Method::POST, path.as_ref(), Some(body.to_string().into()));
        request
            .headers_mut()
            .insert("idempotency-key", key.to_string().parse().unwrap());
        self.run(request).await
    }

    /// Sends a request. Paths are relative to `/api`. The content type of a body is always JSON.
    pub async fn send(&self, method: Method, path: impl AsRef<str>, body: Option<Body>) -> Reply {
        self.run(self.request(method, path.as_ref(), body)).await
    }

    pub fn request(&self, method: Method, path: &str, body: Option<Body>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(format!("/api{path}"));
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(peer) = self.peer {
            request = request.extension(ConnectInfo(peer));
        }
        match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(body),
            None => request.body(Body::empty()),
        }
        .unwrap()
    }

    /// Sends a GET whose response may end early. Returns the status and the bytes received, or `None` if the body is
    /// incomplete.
    pub async fn get_incomplete(&self, path: &str) -> (StatusCode, Option<Bytes>) {
        let request = self.request(Method::GET, path, None);
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        (status, to_bytes(response.into_body(), usize::MAX).await.ok())
    }

    pub async fn run(&self, request: Request<Body>) -> Reply {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        assert_documented(&method, &path, parts.status);
        Reply {
            status: parts.status,
            headers: parts.headers,
            body: to_bytes(body, usize::MAX).await.unwrap(),
        }
    }
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.summary()))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.to_vec()).unwrap()
    }

    pub fn header(&self, name: impl http::header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts a success status and returns the JSON body, or `Null` if the body is empty.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}", self.summary());
        if self.body.is_empty() {
            Value::Null
        } else {
            self.json()
        }
    }

    /// Asserts an error response with this status and code and returns its body.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.summary());
        let body = self.json();
        assert_eq!(body["code"], code, "{}", self.summary());
        assert!(!body["message"].as_str().unwrap().is_empty());
        assert!(
            !self.text().contains(" at line "),
            "names a position: {}",
            self.summary()
        );
        assert_eq!(body["traceId"].as_str().unwrap().len(), 32);
        body
    }

    /// Asserts a 400 response that contains this field error.
    #[track_caller]
    pub fn invalid(&self, field: &str, code: &str) {
        let body = self.refused(400, "invalid");
        let is_named = body["errors"]
            .as_array()
            .unwrap()
            .iter()
            .any(|error| error["field"] == field && error["code"] == code);
        assert!(is_named, "{field} {code} is not in {}", self.summary());
    }

    fn summary(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        format!("{} {}", self.status, text.chars().take(2_000).collect::<String>())
    }
}
