//! Validation of access tokens: signature, issuer, audience and expiry.

use super::jwks::Jwks;
use crate::config::Oidc;
use crate::error::ApiError;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Clock skew tolerated in token times.
const SKEW_SECONDS: u64 = 300;
/// How long a verified token is accepted without checking its signature again, at most the maximum age of the
/// issuer's keys. Sessions and permissions are still checked on every request.
const CHECKED_FOR: Duration = Duration::from_secs(10);
/// Maximum number of cached tokens. The cache is cleared when it is full.
const MAX_CHECKED: usize = 10_000;

/// The claims that the server uses.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    /// The user's id at the issuer.
    pub sub: String,
    /// Id of the sign-in. Unchanged when the token is renewed.
    pub sid: Option<String>,
    /// Time of the sign-in in Unix seconds.
    auth_time: Option<f64>,
    iat: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SignIn {
    pub issuer: String,
    pub subject: String,
    pub session_id: String,
}

impl Claims {
    /// Returns the sign-in's id. A user's tokens without `sid` share one session.
    pub fn session_id(&self) -> &str {
        self.sid.as_deref().unwrap_or("none")
    }

    pub fn sign_in(&self) -> SignIn {
        SignIn {
            issuer: self.iss.clone(),
            subject: self.sub.clone(),
            session_id: self.session_id().to_owned(),
        }
    }

    /// Returns the time of the sign-in in Unix seconds, if known. For a token without `sid` and `auth_time`
    /// this is the time it was issued.
    pub fn signed_in_at(&self) -> Option<f64> {
        match self.sid {
            Some(_) => self.auth_time,
            None => self.auth_time.or(self.iat),
        }
    }
}

pub struct TokenCheck {
    issuer: String,
    audience: String,
    keys: Jwks,
    checked: Mutex<HashMap<String, (Claims, Instant)>>,
    checked_for: Duration,
}

impl TokenCheck {
    pub fn new(oidc: &Oidc) -> anyhow::Result<Self> {
        Ok(Self {
            issuer: oidc.issuer.clone(),
            audience: oidc.audience.clone(),
            keys: Jwks::new(oidc)?,
            checked: Mutex::default(),
            checked_for: CHECKED_FOR.min(oidc.keys_max_age),
        })
    }

    /// Validates a token and returns its claims.
    ///
    /// # Errors
    /// Returns [`ApiError::Unauthenticated`] for any invalid token, and [`ApiError::Unavailable`] if the
    /// issuer's keys cannot be fetched.
    pub async fn check(&self, token: &str) -> Result<Claims, ApiError> {
        if let Some((claims, at)) = self.checked().get(token)
            && at.elapsed() < self.checked_for
        {
            return Ok(claims.clone());
        }
        let claims = self.verify(token).await?;
        let mut checked = self.checked();
        if checked.len() >= MAX_CHECKED {
            checked.clear();
        }
        checked.insert(token.to_owned(), (claims.clone(), Instant::now()));
        Ok(claims)
    }

    fn checked(&self) -> std::sync::MutexGuard<'_, HashMap<String, (Claims, Instant)>> {
        self.checked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn verify(&self, token: &str) -> Result<Claims, ApiError> {
        let header = decode_header(token).map_err(|_| ApiError::Unauthenticated)?;
        // Allow only asymmetric algorithms. This rejects `none`, and HMAC with a public key as the shared secret.
        if !matches!(header.alg, Algorithm::RS256 | Algorithm::PS256 | Algorithm::ES256) {
            return Err(ApiError::Unauthenticated);
        }
        // Reject ID tokens (RFC 9068).
        if !header
            .typ
            .as_deref()
            .is_some_and(|typ| typ.eq_ignore_ascii_case("at+jwt"))
        {
            return Err(ApiError::Unauthenticated);
        }
        // Reject tokens with critical extensions (RFC 7515, 4.1.11), because none are supported.
        if header.crit.is_some() {
            return Err(ApiError::Unauthenticated);
        }
        let key_id = header.kid.ok_or(ApiError::Unauthenticated)?;
        let key = self
            .keys
            .find(&key_id, header.alg)
            .await?
            .ok_or(ApiError::Unauthenticated)?;
        let mut validation = Validation::new(header.alg);
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(&[&self.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.validate_nbf = true;
        validation.leeway = SKEW_SECONDS;
        let claims = decode::<Claims>(token, &key, &validation)
            .map_err(|_| ApiError::Unauthenticated)?
            .claims;
        if !is_valid_id(&claims.sub) || !claims.sid.as_deref().is_none_or(is_valid_id) {
            return Err(ApiError::Unauthenticated);
        }
        Ok(claims)
    }
}

/// Checks an id from a claim: up to 255 bytes, as OpenID Connect limits `sub`. PostgreSQL cannot store NUL.
fn is_valid_id(id: &str) -> bool {
    id.len() <= 255 && !id.contains('\0')
}
