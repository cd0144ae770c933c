//! Access tokens: signed by the configured issuer, for us, not expired.

use super::jwks::Jwks;
use crate::config::Oidc;
use crate::error::ApiError;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How far clocks may be apart.
const SKEW_SECONDS: u64 = 300;
/// How long a token that was checked is taken without another look at its signature, unless the issuer's keys are
/// asked for sooner. Sessions and rights are looked at with every call.
const CHECKED_FOR: Duration = Duration::from_secs(10);
/// More tokens than this at once start over.
const MAX_CHECKED: usize = 10_000;

/// What we read of a token.
#[derive(Debug, Clone, Deserialize)]
pub struct Claims {
    pub iss: String,
    /// The user at the issuer.
    pub sub: String,
    /// One sign-in: stays the same when the token is renewed.
    pub sid: Option<String>,
    /// When the user proved who they are, in seconds since 1970.
    auth_time: Option<f64>,
    iat: Option<f64>,
}

/// A sign-in of a user at an issuer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SignIn {
    pub issuer: String,
    pub subject: String,
    pub session_id: String,
}

impl Claims {
    /// The sign-in that the token belongs to; tokens without one share a session.
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

    /// Seconds since 1970 of the sign-in, if the token tells. A renewed token tells the same, unless it names no
    /// sign-in: then nothing better than its own time is known.
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

    /// The claims of a token that holds.
    ///
    /// # Errors
    /// [`ApiError::Unauthenticated`], always the same; [`ApiError::Unavailable`] when the issuer's keys are not known
    /// and cannot be fetched.
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
        // Asymmetric only: neither `none` nor a public key used as a shared secret.
        if !matches!(header.alg, Algorithm::RS256 | Algorithm::PS256 | Algorithm::ES256) {
            return Err(ApiError::Unauthenticated);
        }
        // An ID token is not an access token (RFC 9068).
        if !header
            .typ
            .as_deref()
            .is_some_and(|typ| typ.eq_ignore_ascii_case("at+jwt"))
        {
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
        decode::<Claims>(token, &key, &validation)
            .map(|token| token.claims)
            .map_err(|_| ApiError::Unauthenticated)
    }
}
