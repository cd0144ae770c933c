//! The middleware in front of every route. Each route must declare who may call it.

use super::denied;
use super::token::Claims;
use super::{RequestInfo, Session, Viewer};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{Extensions, HeaderMap, header};
use shared::permission::Feature;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Public,
    /// Anyone with a valid token, even if the session has ended.
    Token,
    /// Any user with a live session, with or without a chosen account.
    User,
    /// Any user with a live session and a chosen account.
    SignedIn,
    /// Users with this permission.
    Feature(Feature, Level),
    /// Users with at least one of these permissions. The handler checks the one that applies.
    AnyOf(&'static [Feature], Level),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Read,
    Write,
}

impl Access {
    fn admit(self, viewer: &Viewer) -> ApiResult<()> {
        match self {
            Self::Public | Self::Token | Self::User | Self::SignedIn => Ok(()),
            Self::Feature(feature, Level::Read) => viewer.may_read(feature),
            Self::Feature(feature, Level::Write) => viewer.may_write(feature),
            Self::AnyOf(features, level) => {
                let is_granted = features.iter().any(|feature| match level {
                    Level::Read => viewer.permissions.can_read(*feature),
                    Level::Write => viewer.permissions.can_write(*feature),
                });
                if is_granted {
                    Ok(())
                } else {
                    Err(ApiError::Forbidden)
                }
            }
        }
    }
}

/// The guard's configuration for one route.
#[derive(Clone)]
pub struct Door {
    pub app: App,
    pub access: Access,
    /// Whether the route is subject to the rate limit for session calls.
    pub is_limited: bool,
    /// Path template from the route table.
    pub path: std::sync::Arc<str>,
}

/// Checks the token, loads the session and viewer, and applies the route's access rule.
pub async fn guard(State(door): State<Door>, request: Request, next: Next) -> Response {
    if door.access == Access::Public {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let info = RequestInfo::of(&parts, &door.app.config.trusted_proxies, door.app.clock);
    let opened = door.open(&parts.headers, &info, &mut parts.extensions).await;
    let attempt = denied::Attempt::of(&mut parts, &door.path).await;
    let response = match opened {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    };
    if let Some(attempt) = attempt
        && let Some(status) = attempt.denied_with(&response)
    {
        attempt.note(&door.app, status).await;
    }
    response
}

impl Door {
    async fn open(&self, headers: &HeaderMap, info: &RequestInfo, found: &mut Extensions) -> ApiResult<()> {
        let limits = &self.app.limits;
        let result = self.pass(headers, info, found).await;
        if let Err(ApiError::Unauthenticated | ApiError::SessionEnded) = result {
            limits.refused_token(info.address)?;
        }
        result
    }

    async fn pass(&self, headers: &HeaderMap, info: &RequestInfo, found: &mut Extensions) -> ApiResult<()> {
        let token = bearer(headers).ok_or(ApiError::Unauthenticated)?;
        let claims: Claims = self.app.tokens.check(token).await?;
        if self.is_limited {
            self.app
                .limits
                .session_call(&format!("{} {}", claims.iss, claims.sub))?;
        }
        found.insert(info.clone());
        if self.access == Access::Token {
            found.insert(claims);
            return Ok(());
        }
        let account = headers
            .get("x-firmbook-account")
            .map(|value| value.to_str().unwrap_or_default());
        let session = self.app.viewers.find(&self.app.db, &claims, account).await?;
        let session: Session = session.in_request(info.clone());
        found.insert(claims);
        if self.access == Access::User {
            found.insert(session);
            return Ok(());
        }
        let viewer = session.viewer()?;
        found.insert(session);
        found.insert(viewer.clone());
        self.access.admit(&viewer)
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
