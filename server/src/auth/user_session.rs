//! Changes of a session: choosing an account and signing out. All functions need a transaction scoped to the
//! user, except [`end`].

use super::token::Claims;
use crate::db::FixedSql;
use crate::db::schema::user_session;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use std::time::Duration;

/// A new epoch makes all nodes reload the session.
const NEXT_EPOCH: FixedSql<BigInt> = FixedSql::new("nextval('account_epoch')");

/// Sets the account of the session: a staff account, a firm, or a firm that a staff account opens. Returns `true`
/// if it changed.
pub async fn set_account(
    connection: &mut AsyncPgConnection,
    user_key: &str,
    session_id: &str,
    admin_user_key: Option<&str>,
    firm_id: Option<i32>,
) -> QueryResult<bool> {
    let differs = user_session::admin_user_key
        .is_distinct_from(admin_user_key)
        .or(user_session::chosen_firm_id.is_distinct_from(firm_id));
    let changed = diesel::update(user_session::table.find((user_key, session_id)))
        .filter(differs)
        .set((
            user_session::admin_user_key.eq(admin_user_key),
            user_session::chosen_firm_id.eq(firm_id),
            user_session::epoch.eq(NEXT_EPOCH),
        ))
        .execute(connection)
        .await?;
    Ok(changed > 0)
}

/// Makes all nodes reload the session, because its impersonation has begun or ended.
pub async fn renew_epoch(
    connection: &mut AsyncPgConnection,
    user_key: &str,
    session_id: &str,
) -> QueryResult<()> {
    diesel::update(user_session::table.find((user_key, session_id)))
        .set(user_session::epoch.eq(NEXT_EPOCH))
        .execute(connection)
        .await
        .map(drop)
}

/// A session that the user signed out of.
#[derive(QueryableByName)]
pub struct EndedSession {
    #[diesel(sql_type = Text)]
    pub user_key: String,
    /// Whether the session was active until now.
    #[diesel(sql_type = Bool)]
    pub was_live: bool,
}

/// Ends the session of a token. Returns `None` for an unknown user.
///
/// A session that was never used is stored as ended, so that its token cannot start it later.
pub async fn end(
    connection: &mut AsyncPgConnection,
    claims: &Claims,
    limit: Duration,
) -> QueryResult<Option<EndedSession>> {
    let ended: Option<EndedSession> = diesel::sql_query(
        "SELECT user_key, coalesce((
             SELECT ended_at IS NULL AND s.created_at > now() - make_interval(secs => $4)
             FROM user_session s WHERE s.user_key = app_user.user_key AND session_id = $3), false) AS was_live
         FROM app_user WHERE issuer = $1 AND subject = $2",
    )
    .bind::<Text, _>(&claims.iss)
    .bind::<Text, _>(&claims.sub)
    .bind::<Text, _>(claims.session_id())
    .bind::<Double, _>(limit.as_secs_f64())
    .get_result(connection)
    .await
    .optional()?;
    if let Some(EndedSession { user_key, .. }) = &ended {
        let first_end = FixedSql::<Nullable<Timestamptz>>::new("coalesce(user_session.ended_at, now())");
        diesel::insert_into(user_session::table)
            .values((
                user_session::user_key.eq(user_key),
                user_session::session_id.eq(claims.session_id()),
                user_session::ended_at.eq(diesel::dsl::now),
            ))
            .on_conflict((user_session::user_key, user_session::session_id))
            .do_update()
            .set(user_session::ended_at.eq(first_end))
            .execute(connection)
            .await?;
    }
    Ok(ended)
}
