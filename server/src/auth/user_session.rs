//! Changes to a session: choosing an account and signing out. All functions need a transaction scoped to the
//! user, except [`user_of`].

use super::token::Claims;
use crate::db::FixedSql;
use crate::db::schema::{app_user, user_session};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use std::time::Duration;

/// A new epoch makes all nodes reload the session.
const NEXT_EPOCH: FixedSql<BigInt> = FixedSql::new("nextval('account_epoch')");

/// Sets the account of the session: a staff account, a firm, or a firm that a staff account has opened.
/// Returns `true` if it changed.
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

/// Looks up the key of a token's user. Needs a transaction scoped to its sign-in.
pub async fn user_of(connection: &mut AsyncPgConnection, claims: &Claims) -> QueryResult<Option<String>> {
    app_user::table
        .filter(app_user::issuer.eq(&claims.iss))
        .filter(app_user::subject.eq(&claims.sub))
        .select(app_user::user_key)
        .first(connection)
        .await
        .optional()
}

/// Ends a session. Returns whether it was active until now.
///
/// A session that was never used is stored as ended, so that its token cannot start it later.
pub async fn end(
    connection: &mut AsyncPgConnection,
    user_key: &str,
    session_id: &str,
    limit: Duration,
) -> QueryResult<bool> {
    let found: Option<EndedSession> = diesel::sql_query(
        "SELECT ended_at IS NULL AND created_at > now() - make_interval(secs => $3) AS was_live
         FROM user_session WHERE user_key = $1 AND session_id = $2",
    )
    .bind::<Text, _>(user_key)
    .bind::<Text, _>(session_id)
    .bind::<Double, _>(limit.as_secs_f64())
    .get_result(connection)
    .await
    .optional()?;
    let first_end = FixedSql::<Nullable<Timestamptz>>::new("coalesce(user_session.ended_at, now())");
    diesel::insert_into(user_session::table)
        .values((
            user_session::user_key.eq(user_key),
            user_session::session_id.eq(session_id),
            user_session::ended_at.eq(diesel::dsl::now),
        ))
        .on_conflict((user_session::user_key, user_session::session_id))
        .do_update()
        .set(user_session::ended_at.eq(first_end))
        .execute(connection)
        .await?;
    Ok(found.is_some_and(|session| session.was_live))
}

#[derive(QueryableByName)]
struct EndedSession {
    #[diesel(sql_type = Bool)]
    was_live: bool,
}
