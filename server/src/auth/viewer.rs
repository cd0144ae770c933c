//! The viewer: a user in a firm. Made here only, from a token that was checked and the rows of the database as they
//! are now, so that a role taken away is gone at the next call.

use super::token::Claims;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{ApiError, ApiResult, TraceId};
use axum::extract::FromRequestParts;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use shared::permission::{Feature, FirmUserType, Permissions, Role, ScopeKind};
use std::sync::Arc;
use uuid::Uuid;

/// The firm that the viewer works for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firm {
    pub id: i32,
    pub name: String,
    pub is_demo: bool,
}

/// The rows of the firm that the viewer may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    All,
    /// What these agents are party to, the agents themselves, who shares a contract with them, and the contacts
    /// that the user (by key) has added.
    Block {
        agents: Vec<Uuid>,
        maker: String,
    },
}

#[derive(Debug, Clone)]
pub struct Viewer {
    inner: Arc<Inner>,
    /// Names the request in audit rows.
    pub trace_id: Arc<str>,
}

#[derive(Debug)]
pub struct Inner {
    pub user_key: String,
    pub first_name: String,
    pub last_name: String,
    pub role: i16,
    pub assignments: usize,
    pub firm: Firm,
    pub scope: Scope,
    pub permissions: Permissions,
    pub time_zone: String,
}

impl std::ops::Deref for Viewer {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

#[derive(QueryableByName)]
struct UserRow {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Text)]
    first_name: String,
    #[diesel(sql_type = Text)]
    last_name: String,
    #[diesel(sql_type = Text)]
    time_zone: String,
    #[diesel(sql_type = Bool)]
    is_disabled: bool,
    #[diesel(sql_type = Nullable<Text>)]
    session_id: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    chosen_firm_id: Option<i32>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    ended_at: Option<jiff::Timestamp>,
}

#[derive(QueryableByName)]
struct AssignmentRow {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    is_demo: bool,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
}

#[derive(QueryableByName)]
struct BlockRow {
    #[diesel(sql_type = Array<SqlUuid>)]
    agents: Vec<Uuid>,
}

impl Viewer {
    /// Looks up who the token speaks for.
    ///
    /// # Errors
    /// 401 for an unknown or disabled user and an ended session, 403 for a user without an active firm.
    pub(crate) async fn of(db: &Db, claims: &Claims) -> ApiResult<Self> {
        let session_id = claims.session_id();
        let user = find_user(db, claims, session_id).await?;
        let mut transaction = db.begin_for_user(&user.user_key).await?;
        let assignments: Vec<AssignmentRow> = diesel::sql_query(
            "SELECT firm_id, name, is_demo, firm_user_type
             FROM firm_assignment JOIN firm USING (firm_id)
             WHERE user_key = $1 AND firm_assignment.is_active AND firm.is_active
             ORDER BY firm_id",
        )
        .bind::<Text, _>(&user.user_key)
        .load(&mut *transaction)
        .await?;
        let count = assignments.len();
        let mut active = assignments.into_iter();
        let chosen = match user.chosen_firm_id {
            Some(firm_id) => active.find(|assignment| assignment.firm_id == firm_id),
            None => active.next(),
        }
        .ok_or(ApiError::Forbidden)?;
        transaction.commit().await?;
        let role = u8::try_from(chosen.firm_user_type).unwrap_or(0);
        let permissions = FirmUserType::from_number(role)
            .map_or_else(Permissions::none, |kind| Permissions::of(Role::Firm(kind)));
        let inner = Inner {
            scope: scope(db, chosen.firm_id, &user.user_key, permissions.scope).await?,
            user_key: user.user_key,
            first_name: user.first_name,
            last_name: user.last_name,
            role: chosen.firm_user_type,
            assignments: count,
            firm: Firm {
                id: chosen.firm_id,
                name: chosen.name,
                is_demo: chosen.is_demo,
            },
            permissions,
            time_zone: user.time_zone,
        };
        Ok(Self {
            inner: Arc::new(inner),
            trace_id: "".into(),
        })
    }

    /// The viewer in one request.
    pub(super) fn in_request(mut self, trace_id: &TraceId) -> Self {
        self.trace_id = trace_id.0.as_str().into();
        self
    }

    /// The viewer's own day.
    pub fn today(&self, clock: Clock) -> Date {
        clock.today_in(&self.time_zone)
    }

    /// # Errors
    /// 403 without the right to read.
    pub fn may_read(&self, feature: Feature) -> ApiResult<()> {
        if self.permissions.can_read(feature) {
            Ok(())
        } else {
            Err(ApiError::Forbidden)
        }
    }

    /// # Errors
    /// 403 without the right to write.
    pub fn may_write(&self, feature: Feature) -> ApiResult<()> {
        if self.permissions.can_write(feature) {
            Ok(())
        } else {
            Err(ApiError::Forbidden)
        }
    }

    /// # Errors
    /// 404 when a path names a firm that is not the viewer's: whether it exists is nobody's business.
    pub fn must_be_in(&self, firm_id: i32) -> ApiResult<()> {
        if firm_id == self.firm.id {
            Ok(())
        } else {
            Err(ApiError::NotFound("firm"))
        }
    }
}

async fn find_user(db: &Db, claims: &Claims, session_id: &str) -> ApiResult<UserRow> {
    let mut transaction = db.begin_for_user("").await?;
    let user: Option<UserRow> = diesel::sql_query(
        "SELECT app_user.user_key, first_name, last_name, time_zone, is_disabled, session_id, chosen_firm_id, ended_at
         FROM app_user
         LEFT JOIN user_session ON user_session.user_key = app_user.user_key AND session_id = $3
         WHERE issuer = $1 AND subject = $2",
    )
    .bind::<Text, _>(&claims.iss)
    .bind::<Text, _>(&claims.sub)
    .bind::<Text, _>(session_id)
    .get_result(&mut *transaction)
    .await
    .optional()?;
    let user = user
        .filter(|user| !user.is_disabled && user.ended_at.is_none())
        .ok_or(ApiError::Unauthenticated)?;
    if user.session_id.is_none() {
        diesel::sql_query(
            "INSERT INTO user_session (user_key, session_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        )
        .bind::<Text, _>(&user.user_key)
        .bind::<Text, _>(session_id)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(user)
}

async fn scope(db: &Db, firm_id: i32, user_key: &str, kind: ScopeKind) -> ApiResult<Scope> {
    let keys = match kind {
        ScopeKind::All => return Ok(Scope::All),
        // Nothing is shared yet: reports that share rows come with their own issue. What the user added in another
        // role is not shared either.
        ScopeKind::Shared => {
            return Ok(Scope::Block {
                agents: Vec::new(),
                maker: String::new(),
            });
        }
        ScopeKind::Block => "SELECT $2",
        ScopeKind::Supported => {
            "SELECT professional_key FROM firm_assignment_support WHERE firm_id = $1 AND user_key = $2"
        }
    };
    let mut transaction = db.begin(firm_id).await?;
    let block: BlockRow = diesel::sql_query(format!(
        "SELECT coalesce(array_agg(DISTINCT agent_uuid), '{{}}') AS agents
         FROM firm_assignment_agent WHERE firm_id = $1 AND user_key IN ({keys})"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .get_result(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Scope::Block {
        agents: block.agents,
        maker: user_key.to_owned(),
    })
}

/// Handlers behind a guard take the viewer that the guard found.
impl<S: Sync> FromRequestParts<S> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut http::request::Parts, _: &S) -> ApiResult<Self> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or(ApiError::Unauthenticated)
    }
}
