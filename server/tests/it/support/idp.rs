//! In-process identity provider: serves discovery and keys over HTTP and signs arbitrary tokens.

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing::get};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use server::clock::Clock;
use std::sync::{Arc, Mutex};

/// Behavior of the key endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Up,
    Fails,
    /// Accepts the request and never responds.
    Stalls,
    /// Responds with an excessively large body.
    Floods,
}

#[derive(Clone)]
pub struct SigningKey {
    pub id: String,
    pub encoding: EncodingKey,
    /// Uncompressed point: 4, x, y.
    pub public: Vec<u8>,
}

impl SigningKey {
    pub fn generate() -> Self {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document =
            EcdsaKeyPair::generate_pkcs8(algorithm, &aws_lc_rs::rand::SystemRandom::new()).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref()).unwrap();
        Self {
            id: server::ids::new_uuid().simple().to_string(),
            encoding: EncodingKey::from_ec_der(document.as_ref()),
            public: pair.public_key().as_ref().to_vec(),
        }
    }

    pub fn jwk(&self) -> Value {
        let part = |range: std::ops::Range<usize>| URL_SAFE_NO_PAD.encode(&self.public[range]);
        json!({ "kty": "EC", "crv": "P-256", "x": part(1..33), "y": part(33..65), "kid": self.id, "use": "sig",
                "alg": "ES256" })
    }
}

struct Inner {
    keys: Vec<SigningKey>,
    mode: Mode,
    fetches: usize,
}

pub struct Idp {
    pub issuer: String,
    inner: Arc<Mutex<Inner>>,
}

impl Idp {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let keys = vec![SigningKey::generate()];
        let inner = Arc::new(Mutex::new(Inner {
            keys,
            mode: Mode::Up,
            fetches: 0,
        }));
        let discovery = json!({ "issuer": issuer, "jwks_uri": format!("{issuer}/jwks") });
        let router = Router::new()
            .route(
                "/.well-known/openid-configuration",
                get(async move || Json(discovery)),
            )
            .route("/jwks", get(serve_keys))
            .with_state(inner.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { issuer, inner }
    }

    pub fn set(&self, mode: Mode) {
        self.inner.lock().unwrap().mode = mode;
    }

    /// Signs with a new key. Old keys stay published.
    pub fn rotate(&self) {
        self.inner.lock().unwrap().keys.push(SigningKey::generate());
    }

    /// Publishes only the newest key.
    pub fn retire_old_keys(&self) {
        let mut inner = self.inner.lock().unwrap();
        let newest = inner.keys.pop().unwrap();
        inner.keys = vec![newest];
    }

    /// Returns how often the keys were requested.
    pub fn fetches(&self) -> usize {
        self.inner.lock().unwrap().fetches
    }

    pub fn key(&self) -> SigningKey {
        self.inner.lock().unwrap().keys.last().unwrap().clone()
    }

    /// Claims of a token that is valid for an hour.
    pub fn claims(&self, subject: &str) -> Value {
        let now = Clock::System.now().as_second();
        json!({ "iss": self.issuer, "aud": "firmbook-api", "sub": subject, "sid": format!("session of {subject}"),
                "iat": now, "exp": now + 3600 })
    }

    /// Returns the header of an access token signed with the current key.
    pub fn header(&self) -> Header {
        Header {
            typ: Some("at+jwt".into()),
            kid: Some(self.key().id),
            ..Header::new(Algorithm::ES256)
        }
    }

    pub fn sign(&self, header: &Header, claims: &Value) -> String {
        jsonwebtoken::encode(header, claims, &self.key().encoding).unwrap()
    }

    pub fn token_for(&self, subject: &str) -> String {
        self.sign(&self.header(), &self.claims(subject))
    }
}

async fn serve_keys(State(inner): State<Arc<Mutex<Inner>>>) -> Response {
    let (mode, keys) = {
        let mut inner = inner.lock().unwrap();
        inner.fetches += 1;
        (
            inner.mode,
            inner.keys.iter().map(SigningKey::jwk).collect::<Vec<_>>(),
        )
    };
    match mode {
        Mode::Up => Json(json!({ "keys": keys })).into_response(),
        Mode::Fails => http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Mode::Stalls => std::future::pending().await,
        Mode::Floods => Json(json!({ "keys": keys, "padding": "x".repeat(1 << 20) })).into_response(),
    }
}
