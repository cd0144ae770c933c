//! Cache of the issuer's signing keys. Fetches the keys again when they are too old or a token names an unknown key.

use crate::config::Oidc;
use crate::error::ApiError;
use anyhow::{Context, ensure};
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use std::time::Duration;
use tokio::sync::{Mutex, RwLock};
use tokio::time::Instant;

/// Minimum time between fetches while there are no keys, so that waiting requests do not all retry a failed
/// fetch.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(500);
const MAX_RESPONSE_BYTES: usize = 256 * 1024;

pub struct Jwks {
    discovery_url: String,
    client: reqwest::Client,
    refetch_floor: Duration,
    max_age: Duration,
    keys: RwLock<Keys>,
    /// Time of the last fetch, successful or not. Locked during a fetch.
    last_fetch: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Keys {
    keys: Vec<Jwk>,
    /// `None` before the first successful fetch.
    checked_at: Option<Instant>,
}

#[derive(Deserialize)]
struct Discovery {
    jwks_uri: String,
}

impl Jwks {
    pub fn new(oidc: &Oidc) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .timeout(oidc.fetch_deadline)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .context("failed to build the HTTP client")?;
        Ok(Self {
            discovery_url: format!(
                "{}/.well-known/openid-configuration",
                oidc.issuer.trim_end_matches('/')
            ),
            client,
            refetch_floor: oidc.refetch_floor,
            max_age: oidc.keys_max_age,
            keys: RwLock::default(),
            last_fetch: Mutex::default(),
        })
    }

    /// Returns the key with this id and algorithm, or `None` if the issuer has no such key.
    ///
    /// # Errors
    /// Returns [`ApiError::Unavailable`] if no keys have been fetched yet.
    pub async fn find(&self, key_id: &str, algorithm: Algorithm) -> Result<Option<DecodingKey>, ApiError> {
        if let Some(key) = self.cached(key_id, algorithm).await {
            return Ok(Some(key));
        }
        let mut last_fetch = self.last_fetch.lock().await;
        // Another request may have fetched the keys while this one waited for the lock.
        if let Some(key) = self.cached(key_id, algorithm).await {
            return Ok(Some(key));
        }
        let has_keys = self.keys.read().await.checked_at.is_some();
        let pause = if has_keys {
            self.refetch_floor
        } else {
            PAUSE_AFTER_FAILURE
        };
        if last_fetch.is_none_or(|at| at.elapsed() >= pause) {
            let fetched = self.fetch().await;
            *last_fetch = Some(Instant::now());
            let mut keys = self.keys.write().await;
            match fetched {
                Ok(fresh) => {
                    *keys = Keys {
                        keys: fresh,
                        checked_at: Some(Instant::now()),
                    }
                }
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), "failed to fetch the issuer's keys");
                    // Keep the known keys in use until the next refresh.
                    keys.checked_at = keys.checked_at.map(|_| Instant::now());
                }
            }
        }
        let keys = self.keys.read().await;
        if keys.checked_at.is_none() {
            return Err(ApiError::Unavailable(
                "the issuer's keys have not been fetched".into(),
            ));
        }
        Ok(keys.get(key_id, algorithm))
    }

    /// Returns a known key unless the cache has expired.
    async fn cached(&self, key_id: &str, algorithm: Algorithm) -> Option<DecodingKey> {
        let keys = self.keys.read().await;
        if keys.checked_at?.elapsed() >= self.max_age {
            None
        } else {
            keys.get(key_id, algorithm)
        }
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
            ensure!(
                body.len() + chunk.len() <= MAX_RESPONSE_BYTES,
                "the response is too large"
            );
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

impl Keys {
    fn get(&self, key_id: &str, algorithm: Algorithm) -> Option<DecodingKey> {
        let key = self.keys.iter().find(|key| {
            let common = &key.common;
            common.key_id.as_deref() == Some(key_id)
                && common
                    .public_key_use
                    .as_ref()
                    .is_none_or(|usage| *usage == PublicKeyUse::Signature)
                && common
                    .key_algorithm
                    .is_none_or(|named| named.to_string() == format!("{algorithm:?}"))
        })?;
        DecodingKey::from_jwk(key).ok()
    }
}
