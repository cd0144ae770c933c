//! Identity behind a connection: a signed-in user, or a widget on a partner's site.

use crate::auth::Viewer;
use crate::auth::embed::Credential;
use crate::auth::token::Claims;
use crate::error::ApiError;
use axum::extract::FromRequestParts;
use bytes::Bytes;
use http::request::Parts;
use shared::embed::{Widget, WidgetPush};
use shared::hub::push;
use std::sync::Arc;

/// Typical maximum number of widgets on a page.
const WIDGETS_PER_PAGE: usize = 4;

#[derive(Debug, Clone)]
pub enum Identity {
    SignIn { claims: Claims, account: String },
    Widget { token: Credential, widget: Widget },
}

impl Identity {
    /// Returns the key of the user's connection limit. Widgets have a separate key, so that they don't use up the
    /// connections of the user's portal pages.
    pub fn limit_key(&self, user_key: &Arc<str>) -> Arc<str> {
        match self {
            Self::SignIn { .. } => user_key.clone(),
            Self::Widget { .. } => format!("widgets of {user_key}").into(),
        }
    }

    /// Returns the maximum number of simultaneous connections of a user. `of_portal` is the limit for portal pages. The
    /// limit for widgets is higher, because each widget on a page has its own connection.
    pub const fn limit(&self, of_portal: usize) -> usize {
        match self {
            Self::SignIn { .. } => of_portal,
            Self::Widget { .. } => of_portal * WIDGETS_PER_PAGE,
        }
    }

    /// Returns whether both are sign-ins or the same widget. Ignores the tokens, because widgets renew theirs.
    pub fn is_same_kind(&self, other: &Self) -> bool {
        self.widget() == other.widget()
    }

    const fn widget(&self) -> Option<Widget> {
        match self {
            Self::SignIn { .. } => None,
            Self::Widget { widget, .. } => Some(*widget),
        }
    }

    /// Returns the record to send for a push with this target, or `None` if the widget does not receive it.
    pub fn record(&self, target: &str, record: &Bytes) -> Option<Bytes> {
        match self.widget().map(|widget| widget.push_for(target)) {
            None | Some(WidgetPush::Whole) => Some(record.clone()),
            Some(WidgetPush::Stale) => Some(push::signal(push::WIDGET_STALE).into()),
            Some(WidgetPush::Nothing) => None,
        }
    }
}

/// Reads the credentials that the guard has stored in the request.
impl<S: Sync> FromRequestParts<S> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let found = &parts.extensions;
        let viewer = found.get::<Viewer>().ok_or(ApiError::Unauthenticated)?;
        match (&viewer.embedded, found.get::<Claims>(), found.get::<Credential>()) {
            (Some(embedded), _, Some(token)) => Ok(Self::Widget {
                token: token.clone(),
                widget: embedded.widget,
            }),
            (None, Some(claims), _) => Ok(Self::SignIn {
                claims: claims.clone(),
                account: viewer.account.clone(),
            }),
            _ => Err(ApiError::Unauthenticated),
        }
    }
}
