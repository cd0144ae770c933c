//! Sessions: a user's sign-in, its lifetime, and the account chosen in it.

use super::accounts::{Accounts, Choice};
use super::token::Claims;
use super::viewer::{self, Viewer};
use crate::db::schema::app_user;
use crate::db::{Db, Transaction};
use crate::error::{ApiError, ApiResult};
use crate::request::RequestInfo;
use axum::extract::FromRequestParts;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Double, Integer, Nullable, Text};
use diesel_async::RunQueryDsl;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

#[derive(Debug, Clone)]
pub struct Session {
    inner: Arc<Inner>,
    pub request: RequestInfo,
}

#[derive(Debug)]
pub struct Inner {
    pub user: User,
    pub session_id: String,
    /// The chosen account. `None` if none is chosen or the user no longer has it.
    account: Option<Arc<viewer::Inner>>,
    /// Whether the user has any account.
    has_accounts: bool,
    /// Time when the session or a running impersonation expires, whichever is first. After it, the session must be
    /// reloaded.
    pub(super) holds_until: Instant,
}

#[derive(Debug, Clone, Queryable, QueryableByName)]
pub struct User {
    #[diesel(sql_type = Text)]
    pub user_key: String,
    #[diesel(sql_type = Text)]
    pub first_name: String,
    #[diesel(sql_type = Text)]
    pub last_name: String,
    #[diesel(sql_type = Text)]
    pub time_zone: String,
    #[diesel(sql_type = Text)]
    pub theme: String,
    #[diesel(sql_type = Text)]
    pub density: String,
    #[diesel(sql_type = Bool)]
    pub is_disabled: bool,
}

/// A row of `user_session`. Times are Unix seconds by the database clock.
#[derive(Debug, QueryableByName)]
struct SessionRow {
    #[diesel(sql_type = BigInt)]
    epoch: i64,
    #[diesel(sql_type = Nullable<Integer>)]
    chosen_firm_id: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    admin_user_key: Option<String>,
    #[diesel(sql_type = Double)]
    began_at: f64,
    /// Time when the session ended or will expire.
    #[diesel(sql_type = Double)]
    ends_at: f64,
    #[diesel(sql_type = Double)]
    now: f64,
}

impl SessionRow {
    /// Returns whether the user signed in again after the session ended. Tokens state the sign-in time in
    /// whole seconds. A sign-in in the same second as the end counts as later, unless it may be the one that
    /// started the session.
    fn ended_before_sign_in(&self, claims: &Claims) -> bool {
        let is_named = claims.sid.is_some();
        claims.signed_in_at().is_some_and(|at| {
            at > self.ends_at || is_named && at >= self.ends_at.floor() && at > self.began_at
        })
    }
}

impl std::ops::Deref for Session {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl Session {
    /// Loads the session for a token's sign-in, or creates it on the first request.
    ///
    /// # Errors
    /// Returns [`ApiError::Unauthenticated`] for an unknown or disabled user, and [`ApiError::SessionEnded`]
    /// if the session has ended.
    pub(super) async fn of(db: &Db, claims: &Claims, limit: Duration) -> ApiResult<Self> {
        let mut transaction = db.begin_for_sign_in(&claims.iss, &claims.sub).await?;
        let user = find_user(&mut transaction, claims).await?;
        transaction.now_for_user(&user.user_key).await?;
        let accounts = Accounts::load(&mut transaction, &user.user_key).await?;
        let row = live_row(&mut transaction, &user.user_key, claims, limit, &accounts).await?;
        let choice = accounts.choice(row.admin_user_key.as_deref(), row.chosen_firm_id);
        let has_accounts = accounts.is_any();
        let account = match choice {
            Some(choice) => {
                let viewer = viewer::find(
                    &mut transaction,
                    &user,
                    claims.session_id(),
                    row.epoch,
                    choice,
                    accounts,
                )
                .await?;
                Some(viewer)
            }
            None => None,
        };
        transaction.commit().await?;
        let mut holds_for = row.ends_at - row.now;
        if let Some(expires_in) = account.as_ref().and_then(|account| account.expires_in) {
            holds_for = holds_for.min(expires_in);
        }
        let inner = Inner {
            user,
            session_id: claims.session_id().to_owned(),
            account: account.map(Arc::new),
            has_accounts,
            holds_until: Instant::now() + Duration::try_from_secs_f64(holds_for).unwrap_or_default(),
        };
        Ok(Self {
            inner: Arc::new(inner),
            request: RequestInfo::default(),
        })
    }

    /// Attaches the current request, which [`Session::viewer`] passes on to the viewer.
    pub(super) fn in_request(mut self, request: RequestInfo) -> Self {
        self.request = request;
        self
    }

    /// Returns the viewer for the chosen account.
    ///
    /// # Errors
    /// Returns [`ApiError::ChooseAccount`] if none is chosen, and [`ApiError::Forbidden`] if the user has no
    /// account.
    pub fn viewer(&self) -> ApiResult<Viewer> {
        match &self.account {
            Some(account) => Ok(Viewer::new(account.clone(), self.request.clone())),
            None if self.has_accounts => Err(ApiError::ChooseAccount),
            None => Err(ApiError::Forbidden),
        }
    }

    /// Returns the account id that pages send back as `x-firmbook-account`, or `None` if no account is
    /// chosen.
    pub(super) fn account(&self) -> Option<&str> {
        self.account.as_ref().map(|account| account.account.as_str())
    }
}

async fn find_user(transaction: &mut Transaction, claims: &Claims) -> ApiResult<User> {
    let user: Option<User> = app_user::table
        .filter(app_user::issuer.eq(&claims.iss))
        .filter(app_user::subject.eq(&claims.sub))
        .select((
            app_user::user_key,
            app_user::first_name,
            app_user::last_name,
            app_user::time_zone,
            app_user::theme,
            app_user::density,
            app_user::is_disabled,
        ))
        .first(&mut **transaction)
        .await
        .optional()?;
    user.filter(|user| !user.is_disabled)
        .ok_or(ApiError::Unauthenticated)
}

/// Returns the session's row. Creates it on the first request, and selects the account if there is only one.
async fn live_row(
    transaction: &mut Transaction,
    user_key: &str,
    claims: &Claims,
    limit: Duration,
    accounts: &Accounts,
) -> ApiResult<SessionRow> {
    let found = find_row(transaction, user_key, claims, limit).await?;
    let only = accounts.only();
    let begins_anew = found.as_ref().is_some_and(|row| row.ends_at <= row.now);
    // Providers reuse a session id for the same browser. A new sign-in restarts an ended session.
    if let Some(row) = found.as_ref().filter(|_| begins_anew)
        && !row.ended_before_sign_in(claims)
    {
        return Err(ApiError::SessionEnded);
    }
    let set = match &found {
        Some(_) if begins_anew => {
            "created_at = now(), ended_at = NULL, epoch = nextval('account_epoch'),
             chosen_firm_id = excluded.chosen_firm_id, admin_user_key = excluded.admin_user_key"
        }
        Some(row) if row.chosen_firm_id.is_none() && row.admin_user_key.is_none() && only.is_some() => {
            "chosen_firm_id = excluded.chosen_firm_id, admin_user_key = excluded.admin_user_key"
        }
        None => "session_id = excluded.session_id",
        Some(_) => "",
    };
    let known_epoch = found.as_ref().map(|row| row.epoch);
    if let (Some(row), "") = (found, set) {
        return Ok(row);
    }
    let (admin_user_key, firm_id) = only.map_or((None, None), Choice::columns);
    // If two first requests run concurrently, the second uses the row that the first inserts.
    diesel::sql_query(format!(
        "INSERT INTO user_session (user_key, session_id, chosen_firm_id, admin_user_key) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_key, session_id) DO UPDATE SET {set} WHERE user_session.epoch = $5"
    ))
    .bind::<Text, _>(user_key)
    .bind::<Text, _>(claims.session_id())
    .bind::<Nullable<Integer>, _>(firm_id)
    .bind::<Nullable<Text>, _>(admin_user_key)
    .bind::<Nullable<BigInt>, _>(known_epoch)
    .execute(&mut **transaction)
    .await?;
    find_row(transaction, user_key, claims, limit)
        .await?
        .ok_or(ApiError::SessionEnded)
}

async fn find_row(
    transaction: &mut Transaction,
    user_key: &str,
    claims: &Claims,
    limit: Duration,
) -> ApiResult<Option<SessionRow>> {
    let row = diesel::sql_query(
        "SELECT epoch, chosen_firm_id, admin_user_key, extract(epoch FROM created_at)::float8 AS began_at,
           extract(epoch FROM coalesce(ended_at, created_at + make_interval(secs => $3)))::float8 AS ends_at,
           extract(epoch FROM now())::float8 AS now
         FROM user_session WHERE user_key = $1 AND session_id = $2",
    )
    .bind::<Text, _>(user_key)
    .bind::<Text, _>(claims.session_id())
    .bind::<Double, _>(limit.as_secs_f64())
    .get_result(&mut **transaction)
    .await
    .optional()?;
    Ok(row)
}

/// Extracts the session that the guard stored in the request.
impl<S: Sync> FromRequestParts<S> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut http::request::Parts, _: &S) -> ApiResult<Self> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or(ApiError::Unauthenticated)
    }
}
