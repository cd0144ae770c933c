//! The one door: every route says who may pass, and nothing passes without saying.

use super::Viewer;
use super::token::Claims;
use crate::app::App;
use crate::error::{ApiError, ApiResult, TraceId};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, header};
use shared::permission::Feature;

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anyone, signed in or not.
    Public,
    /// Any user of an active firm.
    SignedIn,
    /// Users with this right.
    Feature(Feature, Level),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Read,
    Write,
}

impl Access {
    fn admit(self, viewer: &Viewer) -> ApiResult<()> {
        match self {
            Self::Public | Self::SignedIn => Ok(()),
            Self::Feature(feature, Level::Read) => viewer.may_read(feature),
            Self::Feature(feature, Level::Write) => viewer.may_write(feature),
        }
    }
}

/// Checks the token, finds the viewer and asks the route's access rule.
pub async fn guard(State((app, access)): State<(App, Access)>, mut request: Request, next: Next) -> Response {
    if access == Access::Public {
        return next.run(request).await;
    }
    let trace_id = request.extensions().get::<TraceId>().cloned();
    let token = bearer(request.headers()).map(str::to_owned);
    let caller = caller(&app, token, trace_id).await;
    match caller.and_then(|(viewer, claims)| access.admit(&viewer).map(|()| (viewer, claims))) {
        Ok((viewer, claims)) => {
            request.extensions_mut().insert(viewer);
            request.extensions_mut().insert(claims);
            next.run(request).await
        }
        Err(error) => error.into_response(),
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

async fn caller(app: &App, token: Option<String>, trace_id: Option<TraceId>) -> ApiResult<(Viewer, Claims)> {
    let claims = app.tokens.check(&token.ok_or(ApiError::Unauthenticated)?).await?;
    let viewer = app.viewers.find(&app.db, &claims).await?;
    Ok((
        trace_id.map_or(viewer.clone(), |trace_id| viewer.in_request(&trace_id)),
        claims,
    ))
}
