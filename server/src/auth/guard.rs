//! Middleware that authenticates and authorizes requests. Each route declares its [`Access`].

use super::denied;
use super::embed::{self, Credential, CredentialKind};
use super::limits::Limits;
use super::query_slots::{QuerySlot, QuerySlots};
use super::token::{Claims, TokenCheck};
use super::viewers::Viewers;
use super::{Session, Viewer};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::request::RequestInfo;
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{Extensions, HeaderMap, Method, header};
use ipnet::IpNet;
use shared::permission::Feature;
use std::sync::Arc;

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
    /// A partner's backend with a valid key.
    Partner,
    /// A widget's page with a client secret. The handler checks the secret.
    ClientSecret,
    /// A widget with a valid access token.
    Widget,
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
            Self::Widget if viewer.embedded.is_some() => Ok(()),
            Self::Partner | Self::ClientSecret | Self::Widget => Err(ApiError::Forbidden),
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

/// The services that the guard uses to admit a request.
pub struct Gate {
    pub db: Db,
    pub tokens: TokenCheck,
    pub viewers: Viewers,
    pub limits: Limits,
    pub queries: QuerySlots,
    pub clock: Clock,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: Vec<IpNet>,
}

impl Gate {
    /// Recreates the viewer of an earlier request from its claims and account id. Fails if the session has
    /// ended or now uses another account.
    ///
    /// # Errors
    /// Returns the errors of [`Viewers::find`] and [`Session::viewer`].
    pub async fn resume(&self, claims: &Claims, account: &str, request: RequestInfo) -> ApiResult<Viewer> {
        let session = self.viewers.find(&self.db, claims, Some(account)).await?;
        session.in_request(request).viewer()
    }
}

/// The guard's configuration for one route.
#[derive(Clone)]
pub struct Door {
    pub gate: Arc<Gate>,
    pub access: Access,
    /// Whether the route is subject to the rate limit for session calls.
    pub is_limited: bool,
    /// Whether the route runs list queries. Each user and each firm can run a limited number at a time.
    pub is_query: bool,
    /// Path template from the route table.
    pub path: Arc<str>,
}

/// Checks the token, loads the session and viewer, and applies the route's access rule.
pub async fn guard(State(door): State<Door>, request: Request, next: Next) -> Response {
    if door.access == Access::Public {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let info = RequestInfo::of(&parts, &door.gate.trusted_proxies, door.gate.clock);
    let opened = door
        .open(&parts.method, &parts.headers, &info, &mut parts.extensions)
        .await;
    let attempt = denied::Attempt::of(&mut parts, &door.path).await;
    let response = match opened {
        Ok(()) => match door.query_slot(&parts.extensions).await {
            Ok(_slot) => {
                let response = next.run(Request::from_parts(parts, body)).await;
                door.count_refused_secret(response, &info)
            }
            Err(error) => error.into_response(),
        },
        Err(error) => error.into_response(),
    };
    if let Some(attempt) = attempt
        && let Some(status) = attempt.denied_with(&response)
    {
        attempt.note(&door.gate.db, &door.gate.limits, status).await;
    }
    response
}

impl Door {
    async fn query_slot(&self, found: &Extensions) -> ApiResult<Option<QuerySlot>> {
        match found.get::<Viewer>().filter(|_| self.is_query) {
            Some(viewer) => self.gate.queries.take(viewer).await.map(Some),
            None => Ok(None),
        }
    }

    /// Counts a client secret that the handler refused as a refused token.
    fn count_refused_secret(&self, response: Response, info: &RequestInfo) -> Response {
        let error = response.extensions().get::<Arc<ApiError>>();
        let is_refused = matches!(error.map(|error| &**error), Some(ApiError::Unauthenticated));
        if self.access == Access::ClientSecret
            && is_refused
            && let Err(error) = self.gate.limits.refused_token(info.address)
        {
            return error.into_response();
        }
        response
    }

    async fn open(
        &self,
        method: &Method,
        headers: &HeaderMap,
        info: &RequestInfo,
        found: &mut Extensions,
    ) -> ApiResult<()> {
        let limits = &self.gate.limits;
        let token = bearer(headers);
        let result = match token.and_then(Credential::of) {
            Some(credential) => self.pass_embedded(credential, method, info, found).await,
            None => self.pass(token, headers, info, found).await,
        };
        if let Err(ApiError::Unauthenticated | ApiError::SessionEnded) = result {
            limits.refused_token(info.address)?;
        }
        result
    }

    /// Admits a partner's backend or a widget.
    async fn pass_embedded(
        &self,
        credential: Credential,
        method: &Method,
        info: &RequestInfo,
        found: &mut Extensions,
    ) -> ApiResult<()> {
        let gate = &self.gate;
        found.insert(info.clone());
        match (credential.kind, self.access) {
            (CredentialKind::Key, access) => {
                let partner = embed::partner(&gate.db, &credential).await?;
                if access != Access::Partner {
                    return Err(ApiError::Forbidden);
                }
                gate.limits.embed_session(partner.key_uuid)?;
                found.insert(partner);
                Ok(())
            }
            (CredentialKind::ClientSecret, Access::ClientSecret) => {
                found.insert(credential);
                Ok(())
            }
            (CredentialKind::ClientSecret, _) => Err(ApiError::Unauthenticated),
            (CredentialKind::Token, access) => {
                let now = gate.clock.now();
                let viewer = embed::viewer(&gate.db, &credential, now, info.clone()).await?;
                found.insert(viewer.clone());
                found.insert(credential);
                let widget = viewer.embedded.as_ref().map(|embedded| embedded.widget);
                if !widget.is_some_and(|widget| widget.may_call(method.as_str(), &self.path)) {
                    return Err(ApiError::Forbidden);
                }
                access.admit(&viewer)
            }
        }
    }

    async fn pass(
        &self,
        token: Option<&str>,
        headers: &HeaderMap,
        info: &RequestInfo,
        found: &mut Extensions,
    ) -> ApiResult<()> {
        let token = token.ok_or(ApiError::Unauthenticated)?;
        let claims: Claims = self.gate.tokens.check(token).await?;
        if self.is_limited {
            self.gate
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
        let session = self.gate.viewers.find(&self.gate.db, &claims, account).await?;
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
