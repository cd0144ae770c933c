//! Lists a user's accounts, and chooses the account of the current session.

use super::{Access, PathParams, Route};
use crate::app::App;
use crate::audit;
use crate::auth::token::Claims;
use crate::auth::{Session, Viewer, active_firm, user_session};
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::account::{self, AssignedFirm};
use crate::records::notification::{self, Asked};
use axum::{Extension, Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::permission::{AdminUserType, Feature, FirmUserType, Permissions};
use shared::session::{Account, AdminAccount};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/Account", Access::User, accounts)
            .says("Account", "Lists the firms that the user is assigned to")
            .gives_all::<Account>("Accounts, by name"),
        Route::get("/Account/admin", Access::User, admin_accounts)
            .says(
                "Account",
                "Lists the staff accounts of the user",
            )
            .gives_all::<AdminAccount>("Active accounts"),
        Route::put("/Account/firm/{firmId}", Access::User, choose_firm)
            .limited()
            .says(
                "Account",
                "Chooses the firm for this session. Staff can open any active firm, which is recorded in its audit log",
            )
            .gives::<Permissions>(StatusCode::OK, "Permissions of the viewer in the firm"),
        Route::put("/Account/admin/{adminUserKey}", Access::User, choose_admin)
            .limited()
            .says(
                "Account",
                "Chooses a staff account for this session",
            )
            .gives::<Permissions>(StatusCode::OK, "Permissions of the viewer"),
    ]
}

async fn accounts(State(app): State<App>, session: Session) -> ApiResult<Json<Vec<Account>>> {
    let user = &session.user;
    let mut transaction = app.db.begin_for_user(&user.user_key).await?;
    let firms = account::firms(&mut transaction, &user.user_key).await?;
    transaction.commit().await?;
    let mut accounts = Vec::with_capacity(firms.len());
    for firm in firms {
        let unread = unread(&app, &firm, &user.user_key).await?;
        accounts.push(account(&session, firm, unread));
    }
    Ok(Json(accounts))
}

/// Counts the notifications that the bell of this firm would show as unread.
async fn unread(app: &App, firm: &AssignedFirm, user_key: &str) -> ApiResult<i64> {
    if !firm.is_active {
        return Ok(0);
    }
    let unread = Asked {
        days: Some(app.config.notification_days),
        is_unread: true,
        ..Asked::default()
    };
    let transaction = app.db.begin(firm.firm_id).await?;
    let counts = notification::count(&transaction, firm.firm_id, user_key, app.clock.now(), unread).await?;
    transaction.finish();
    Ok(counts.unread)
}

fn account(session: &Session, firm: AssignedFirm, unread: i64) -> Account {
    let user = &session.user;
    Account {
        firm_id: firm.firm_id,
        firm_name: firm.name,
        first_name: user.first_name.clone(),
        last_name: user.last_name.clone(),
        firm_user_type: firm.firm_user_type,
        firm_user_type_label: FirmUserType::label_of(u8::try_from(firm.firm_user_type).unwrap_or(0)),
        is_firm_active: firm.is_active,
        unread_notification_count: unread,
    }
}

async fn admin_accounts(State(app): State<App>, session: Session) -> ApiResult<Json<Vec<AdminAccount>>> {
    let user = &session.user;
    let mut transaction = app.db.begin_for_user(&user.user_key).await?;
    let accounts = account::staff_accounts(&mut transaction, &user.user_key).await?;
    transaction.commit().await?;
    let account = |(admin_user_key, admin_user_type)| AdminAccount {
        admin_user_key,
        first_name: user.first_name.clone(),
        last_name: user.last_name.clone(),
        admin_user_type,
        admin_user_type_label: AdminUserType::label_of(u8::try_from(admin_user_type).unwrap_or(0)),
    };
    Ok(Json(accounts.into_iter().map(account).collect()))
}

/// Chooses the firm for all further requests of the session.
async fn choose_firm(
    State(app): State<App>,
    session: Session,
    Extension(claims): Extension<Claims>,
    PathParams(firm_id): PathParams<i32>,
) -> ApiResult<Json<Permissions>> {
    must_be_oneself(&session)?;
    let user_key = &session.user.user_key;
    let mut transaction = app.db.begin_for_user(user_key).await?;
    if account::is_in_firm(&mut transaction, user_key, firm_id).await? {
        set(&mut transaction, &session, None, Some(firm_id)).await?;
    } else {
        look_into(&mut transaction, &session, firm_id).await?;
    }
    transaction.commit().await?;
    begin_again(&app, &claims, user_key).await
}

/// Opens a firm that a staff member is not assigned to. The firm's audit log records it.
async fn look_into(transaction: &mut Transaction, session: &Session, firm_id: i32) -> ApiResult<()> {
    let no_firm = || ApiError::NotFound("firm");
    let staff = session.viewer().map_err(|_| no_firm())?;
    let admin_user_key = staff.admin_user_key.as_deref().ok_or_else(no_firm)?;
    if !staff.permissions.can_read(Feature::Firms) {
        return Err(no_firm());
    }
    transaction.now_for_staff(&staff.user_key).await?;
    active_firm(transaction, firm_id).await?.ok_or_else(no_firm)?;
    if set(transaction, session, Some(admin_user_key), Some(firm_id)).await? {
        transaction.now_in_firm(firm_id).await?;
        let author = audit::Author {
            firm_id,
            actor_key: &staff.user_key,
            on_behalf_of: None,
            request: &session.request,
        };
        let details = json!({ "adminUserKey": admin_user_key });
        audit::record(transaction, author, "lookInto", ("firm", None), details).await?;
    }
    Ok(())
}

async fn choose_admin(
    State(app): State<App>,
    session: Session,
    Extension(claims): Extension<Claims>,
    PathParams(admin_user_key): PathParams<String>,
) -> ApiResult<Json<Permissions>> {
    must_be_oneself(&session)?;
    let user_key = &session.user.user_key;
    let mut transaction = app.db.begin_for_user(user_key).await?;
    // PostgreSQL text cannot contain NUL, and no account has such a key.
    let key = admin_user_key.replace('\0', "");
    if !account::has_staff_account(&mut transaction, user_key, &key).await? {
        return Err(ApiError::NotFound("account"));
    }
    set(&mut transaction, &session, Some(&admin_user_key), None).await?;
    transaction.commit().await?;
    begin_again(&app, &claims, user_key).await
}

/// Rejects requests during an impersonation, which must be ended first.
fn must_be_oneself(session: &Session) -> ApiResult<()> {
    match session.viewer() {
        Ok(viewer) if viewer.impersonation.is_some() => Err(ApiError::Forbidden),
        _ => Ok(()),
    }
}

/// Sets the account of the session. Returns `true` if it changed.
async fn set(
    transaction: &mut Transaction,
    session: &Session,
    admin_user_key: Option<&str>,
    firm_id: Option<i32>,
) -> ApiResult<bool> {
    let (user_key, session_id) = (&session.user.user_key, &session.session_id);
    Ok(user_session::set_account(transaction, user_key, session_id, admin_user_key, firm_id).await?)
}

/// Reloads the viewer after a change to the session and returns the new permissions.
pub(super) async fn begin_again(app: &App, claims: &Claims, user_key: &str) -> ApiResult<Json<Permissions>> {
    app.viewers.forget_user(user_key);
    let viewer: Viewer = app.viewers.find(&app.db, claims, None).await?.viewer()?;
    Ok(Json(viewer.permissions.clone()))
}
