//! Secrets in links that open without signing in. The database stores only their hashes.

use crate::error::ApiResult;
use anyhow::anyhow;
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

const BYTES: usize = 32;

/// Returns a random URL-safe secret.
pub fn random() -> ApiResult<String> {
    let mut bytes = [0; BYTES];
    rand::fill(&mut bytes).map_err(|_| anyhow!("the system provides no random bytes"))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Returns the SHA-256 hash of a secret.
pub fn hash(secret: &str) -> Vec<u8> {
    digest(&SHA256, secret.as_bytes()).as_ref().to_vec()
}
