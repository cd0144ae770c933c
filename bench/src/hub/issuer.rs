//! An identity provider of our own: it publishes one key and makes as many tokens as are wanted.

use anyhow::Context;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;

const KEY: &str = "bench";

pub struct Issuer {
    pub address: String,
    key: EncodingKey,
}

impl Issuer {
    /// Answers until the process ends.
    pub fn start() -> anyhow::Result<Self> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &aws_lc_rs::rand::SystemRandom::new())
            .ok()
            .context("no key")?;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref())
            .ok()
            .context("no key")?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}", listener.local_addr()?);
        let discovery = json!({ "issuer": address, "jwks_uri": format!("{address}/jwks") });
        // A point without compression: 4, x, y.
        let part = |range: std::ops::Range<usize>| URL_SAFE_NO_PAD.encode(&pair.public_key().as_ref()[range]);
        let keys = json!({ "keys": [{ "kty": "EC", "crv": "P-256", "x": part(1..33), "y": part(33..65), "kid": KEY,
                                      "use": "sig", "alg": "ES256" }] });
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut asked = [0; 4096];
                let length = stream.read(&mut asked).unwrap_or(0);
                let body: &Value = if asked[..length].starts_with(b"GET /jwks") {
                    &keys
                } else {
                    &discovery
                };
                let body = body.to_string();
                _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
                     connection: close\r\n\r\n{body}",
                    body.len()
                );
            }
        });
        Ok(Self {
            address,
            key: EncodingKey::from_ec_der(document.as_ref()),
        })
    }

    /// A token that no other one equals, of a sign-in of this user.
    pub fn token(&self, user: &str, sign_in: &str, number: usize) -> anyhow::Result<String> {
        let now = server::clock::Clock::System.now().as_second();
        let claims = json!({ "iss": self.address, "aud": "firmbook-api", "sub": user, "sid": sign_in, "iat": now,
                             "exp": now + 3600, "jti": number.to_string() });
        let header = Header {
            typ: Some("at+jwt".into()),
            kid: Some(KEY.into()),
            ..Header::new(Algorithm::ES256)
        };
        Ok(jsonwebtoken::encode(&header, &claims, &self.key)?)
    }
}
