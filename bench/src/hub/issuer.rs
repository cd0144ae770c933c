//! Minimal identity provider: publishes one key and signs any number of tokens with RS256, like most
//! providers.

use anyhow::Context;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;

const KEY: &str = "bench";

pub struct Issuer {
    pub address: String,
    key: RsaKeyPair,
}

impl Issuer {
    /// Serves the discovery document and the key until the process ends.
    pub fn start() -> anyhow::Result<Self> {
        let key = RsaKeyPair::generate(KeySize::Rsa2048)
            .ok()
            .context("failed to generate a key")?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}", listener.local_addr()?);
        let discovery = json!({ "issuer": address, "jwks_uri": format!("{address}/jwks") });
        let public = key.public_key();
        let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let keys = json!({ "keys": [{ "kty": "RSA", "n": part(public.modulus().big_endian_without_leading_zero()),
                                      "e": part(public.exponent().big_endian_without_leading_zero()), "kid": KEY,
                                      "use": "sig", "alg": "RS256" }] });
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
        Ok(Self { address, key })
    }

    /// Signs a token. `number` is used as its `jti`, which makes it unique.
    pub fn token(&self, user: &str, sign_in: &str, number: usize) -> anyhow::Result<String> {
        let now = server::clock::Clock::System.now().as_second();
        let claims = json!({ "iss": self.address, "aud": "firmbook-api", "sub": user, "sid": sign_in, "iat": now,
                             "exp": now + 3600, "jti": number.to_string() });
        let header = json!({ "alg": "RS256", "typ": "at+jwt", "kid": KEY });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(&claims));
        let mut signature = vec![0; self.key.public_modulus_len()];
        self.key
            .sign(
                &RSA_PKCS1_SHA256,
                &SystemRandom::new(),
                signed.as_bytes(),
                &mut signature,
            )
            .ok()
            .context("failed to sign")?;
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}
