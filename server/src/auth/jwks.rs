//! The issuer's signing keys: cached, fetched again when a token names an unknown one.

use crate::error::ApiError;
use anyhow::{Context, ensure};
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use std::time::Duration;
use tokio::sync::{Mutex, RwLock};
use tokio::time::Instant;

/// An unknown key asks the issuer at most this often, whoever sends it.
const REFETCH_FLOOR: Duration = Duration::from_secs(30);
const MAX_BYTES: usize = 256 * 1024;

pub struct Jwks {
    discovery_url: String,
    client: reqwest::Client,
    keys: RwLock<Vec<Jwk>>,
    last_fetch: Mutex<Option<Instant>>,
}

#[derive(Deserialize)]
struct Discovery {
    jwks_uri: String,
}

impl Jwks {
    pub fn new(issuer: &str) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .timeout(Duration::from_secs(5))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .context("no HTTP client")?;
        Ok(Self {
            discovery_url: format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/')),
            client,
            keys: RwLock::default(),
            last_fetch: Mutex::default(),
        })
    }

    /// The key of that id and algorithm, or none if the issuer has none.
    pub async fn find(&self, key_id: &str, algorithm: Algorithm) -> Result<Option<DecodingKey>, ApiError> {
        if let Some(key) = self.cached(key_id, algorithm).await {
            return Ok(Some(key));
        }
        let mut last_fetch = self.last_fetch.lock().await;
        // Another request may have fetched while this one waited for its turn.
        if let Some(key) = self.cached(key_id, algorithm).await {
            return Ok(Some(key));
        }
        if last_fetch.is_some_and(|at| at.elapsed() < REFETCH_FLOOR) && !self.keys.read().await.is_empty() {
            return Ok(None);
        }
        match self.fetch().await {
            Ok(keys) => {
                *self.keys.write().await = keys;
                *last_fetch = Some(Instant::now());
            }
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the issuer's keys cannot be fetched");
                if self.keys.read().await.is_empty() {
                    return Err(ApiError::Unavailable("the issuer's keys are not known".into()));
                }
                *last_fetch = Some(Instant::now());
            }
        }
        drop(last_fetch);
        Ok(self.cached(key_id, algorithm).await)
    }

    async fn cached(&self, key_id: &str, algorithm: Algorithm) -> Option<DecodingKey> {
        let keys = self.keys.read().await;
        let key = keys.iter().find(|key| {
            let common = &key.common;
            common.key_id.as_deref() == Some(key_id)
                && common.public_key_use.as_ref().is_none_or(|usage| *usage == PublicKeyUse::Signature)
                && common.key_algorithm.is_none_or(|named| named.to_string() == format!("{algorithm:?}"))
        })?;
        DecodingKey::from_jwk(key).ok()
    }

    async fn fetch(&self) -> anyhow::Result<Vec<Jwk>> {
        let discovery: Discovery = serde_json::from_slice(&self.get(&self.discovery_url).await?)?;
        let set: JwkSet = serde_json::from_slice(&self.get(&discovery.jwks_uri).await?)?;
        Ok(set.keys)
    }

    async fn get(&self, url: &str) -> anyhow::Result<Vec<u8>> {
        let mut response = self.client.get(url).send().await?.error_for_status()?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            ensure!(body.len() + chunk.len() <= MAX_BYTES, "the answer is too large");
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}
