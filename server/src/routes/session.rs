//! The current session: viewer, permissions and sign-out.

use super::{Access, Route, SignedIn};
use crate::app::App;
use crate::auth::token::Claims;
use crate::auth::user_session;
use crate::auth::{Viewer, impersonation};
use crate::error::ApiResult;
use crate::request::RequestInfo;
use axum::{Extension, Json, extract::State};
use http::{HeaderName, HeaderValue, StatusCode};
use shared::permission::{AdminUserType, FirmUserType, Permissions};
use shared::session::{ImpersonationDetails, UserDetails};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/User/details", SignedIn, async |viewer: Viewer| {
            Json(details(&viewer))
        })
        .says("Session", "Returns the signed-in user")
        .gives::<UserDetails>(StatusCode::OK, "The viewer"),
        Route::get("/User/permissions", SignedIn, async |viewer: Viewer| {
            Json(viewer.permissions.clone())
        })
        .says("Session", "Returns the viewer's permissions")
        .gives::<Permissions>(StatusCode::OK, "All features with read and write access"),
        Route::delete("/Session/me", Access::Token, end)
            .limited()
            .says(
                "Session",
                "Signs out and invalidates all access tokens of the session",
            )
            .gives::<bool>(StatusCode::OK, "Whether the session was active"),
    ]
}

pub(super) fn details(viewer: &Viewer) -> UserDetails {
    let label_of = |number: i16, label: fn(u8) -> String| label(u8::try_from(number).unwrap_or(0));
    UserDetails {
        user_key: viewer.user_key.clone(),
        firm_user_first_name: viewer.first_name.clone(),
        firm_user_last_name: viewer.last_name.clone(),
        firm_id: viewer.firm.id,
        firm_name: viewer.firm.name.clone(),
        firm_user_type: viewer.firm_user_type,
        firm_user_type_label: viewer
            .firm_user_type
            .map(|number| label_of(number, FirmUserType::label_of)),
        admin_user_type: viewer.admin_user_type,
        admin_user_type_label: viewer
            .admin_user_type
            .map(|number| label_of(number, AdminUserType::label_of)),
        has_multiple_firm_assignments: viewer.assignments > 1,
        has_admin_account: viewer.has_admin_account,
        is_demo_firm: viewer.firm.is_demo,
        account: viewer.account.clone(),
        time_zone: viewer.time_zone.clone(),
        theme: viewer.theme.clone(),
        density: viewer.density.clone(),
        impersonation: viewer
            .impersonation
            .as_ref()
            .map(|impersonation| ImpersonationDetails {
                actor_name: impersonation.actor_name.clone(),
                reason: impersonation.reason.clone(),
                expires_at: impersonation.expires_at,
                may_write: impersonation.may_write,
            }),
    }
}

/// Makes the browser drop its cache, including pages that the back button would restore. Storage is left to the web
/// app: it clears its own entries in all tabs, but needs some of them to finish the sign-out at the identity
/// provider, and keeps the color scheme of the device.
const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

async fn end(
    State(app): State<App>,
    Extension(claims): Extension<Claims>,
    Extension(request): Extension<RequestInfo>,
) -> ApiResult<([(HeaderName, HeaderValue); 1], Json<bool>)> {
    let forgets = [(CLEAR_SITE_DATA, HeaderValue::from_static(r#""cache""#))];
    let mut transaction = app.db.begin_for_sign_in(&claims.iss, &claims.sub).await?;
    let Some(user_key) = user_session::user_of(&mut transaction, &claims).await? else {
        return Ok((forgets, Json(false)));
    };
    transaction.now_for_user(&user_key).await?;
    let session_id = claims.session_id();
    let limit = app.config.session_limit;
    let was_live = user_session::end(&mut transaction, &user_key, session_id, limit).await?;
    impersonation::end(&mut transaction, &user_key, claims.session_id(), &request).await?;
    transaction.commit().await?;
    app.viewers.forget_user(&user_key);
    Ok((forgets, Json(was_live)))
}
