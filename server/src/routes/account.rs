//! Accounts of a user, and the choice of the account for the current session.

use super::{Access, PathParams, Route};
use crate::app::App;
use crate::audit;
use crate::auth::token::Claims;
use crate::auth::{Session, Viewer, active_firm};
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use axum::{Extension, Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SmallInt, Text};
use diesel_async::RunQueryDsl;
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

#[derive(QueryableByName)]
struct AccountRow {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
    #[diesel(sql_type = Bool)]
    is_active: bool,
    #[diesel(sql_type = BigInt)]
    unread: i64,
}

async fn accounts(State(app): State<App>, session: Session) -> ApiResult<Json<Vec<Account>>> {
    let user = &session.user;
    let mut transaction = app.db.begin_for_user(&user.user_key).await?;
    let rows: Vec<AccountRow> = diesel::sql_query(
        "SELECT firm_id, name, firm_user_type, firm.is_active AND firm_assignment.is_active AS is_active,
           (SELECT count(*) FROM user_notification n
            WHERE n.firm_id = firm.firm_id AND n.user_key = $1 AND NOT is_read AND NOT is_collapsed
              AND removed_at IS NULL
              AND create_date > now() - make_interval(days => $2)) AS unread
         FROM firm_assignment JOIN firm USING (firm_id) WHERE user_key = $1 ORDER BY name, firm_id",
    )
    .bind::<Text, _>(&user.user_key)
    .bind::<Integer, _>(i32::from(app.config.notification_days))
    .load(&mut *transaction)
    .await?;
    transaction.commit().await?;
    let account = |row: AccountRow| Account {
        firm_id: row.firm_id,
        firm_name: row.name,
        first_name: user.first_name.clone(),
        last_name: user.last_name.clone(),
        firm_user_type: row.firm_user_type,
        firm_user_type_label: FirmUserType::label_of(u8::try_from(row.firm_user_type).unwrap_or(0)),
        is_firm_active: row.is_active,
        unread_notification_count: row.unread,
    };
    Ok(Json(rows.into_iter().map(account).collect()))
}

#[derive(QueryableByName)]
struct AdminRow {
    #[diesel(sql_type = Text)]
    admin_user_key: String,
    #[diesel(sql_type = SmallInt)]
    admin_user_type: i16,
}

async fn admin_accounts(State(app): State<App>, session: Session) -> ApiResult<Json<Vec<AdminAccount>>> {
    let user = &session.user;
    let mut transaction = app.db.begin_for_user(&user.user_key).await?;
    let rows: Vec<AdminRow> = diesel::sql_query(
        "SELECT admin_user_key, admin_user_type FROM admin_account WHERE user_key = $1 AND is_active
         ORDER BY admin_user_type, admin_user_key",
    )
    .bind::<Text, _>(&user.user_key)
    .load(&mut *transaction)
    .await?;
    transaction.commit().await?;
    let account = |row: AdminRow| AdminAccount {
        admin_user_key: row.admin_user_key,
        first_name: user.first_name.clone(),
        last_name: user.last_name.clone(),
        admin_user_type: row.admin_user_type,
        admin_user_type_label: AdminUserType::label_of(u8::try_from(row.admin_user_type).unwrap_or(0)),
    };
    Ok(Json(rows.into_iter().map(account).collect()))
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
    let own = diesel::sql_query(
        "SELECT firm_id FROM firm_assignment JOIN firm USING (firm_id)
         WHERE user_key = $1 AND firm_id = $2 AND firm_assignment.is_active AND firm.is_active",
    )
    .bind::<Text, _>(user_key)
    .bind::<Integer, _>(firm_id)
    .execute(&mut *transaction)
    .await?;
    if own > 0 {
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
    let own = diesel::sql_query(
        "SELECT admin_user_key FROM admin_account WHERE user_key = $1 AND admin_user_key = $2 AND is_active",
    )
    .bind::<Text, _>(user_key)
    // PostgreSQL text cannot contain NUL, and no account has such a key.
    .bind::<Text, _>(admin_user_key.replace('\0', ""))
    .execute(&mut *transaction)
    .await?;
    if own == 0 {
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
    let changed = diesel::sql_query(
        "UPDATE user_session SET admin_user_key = $3, chosen_firm_id = $4, epoch = nextval('account_epoch')
         WHERE user_key = $1 AND session_id = $2 AND (admin_user_key, chosen_firm_id) IS DISTINCT FROM ($3, $4)",
    )
    .bind::<Text, _>(&session.user.user_key)
    .bind::<Text, _>(&session.session_id)
    .bind::<Nullable<Text>, _>(admin_user_key)
    .bind::<Nullable<Integer>, _>(firm_id)
    .execute(&mut **transaction)
    .await?;
    Ok(changed > 0)
}

/// Reloads the viewer after a change of the session and returns the new permissions.
pub(super) async fn begin_again(app: &App, claims: &Claims, user_key: &str) -> ApiResult<Json<Permissions>> {
    app.viewers.forget_user(user_key);
    let viewer: Viewer = app.viewers.find(&app.db, claims, None).await?.viewer()?;
    Ok(Json(viewer.permissions.clone()))
}
