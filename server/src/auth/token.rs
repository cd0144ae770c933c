//! Access tokens: signed by the configured issuer, for us, not expired.

use super::jwks::Jwks;
use crate::config::Oidc;
use crate::error::ApiError;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::Deserialize;

/// How far clocks may be apart.
const SKEW_SECONDS: u64 = 300;

/// What we read of a token.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct Claims {
    pub iss: String,
    /// The user at the issuer.
    pub sub: String,
    /// One sign-in: stays the same when the token is renewed.
    pub sid: Option<String>,
}

impl Claims {
    /// The sign-in that the token belongs to; tokens without one share a session.
    pub fn session_id(&self) -> &str {
        self.sid.as_deref().unwrap_or("none")
    }
}

pub struct TokenCheck {
    issuer: String,
    audience: String,
    keys: Jwks,
}

impl TokenCheck {
    pub fn new(oidc: &Oidc) -> anyhow::Result<Self> {
        Ok(Self {
            issuer: oidc.issuer.clone(),
            audience: oidc.audience.clone(),
            keys: Jwks::new(oidc)?,
        })
    }

    /// The claims of a token that holds.
    ///
    /// # Errors
    /// [`ApiError::Unauthenticated`], always the same; [`ApiError::Unavailable`] when the issuer's keys are not known
    /// and cannot be fetched.
    pub async fn check(&self, token: &str) -> Result<Claims, ApiError> {
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
