//! People who can sign in, independent of their firms.

use crate::db::schema::app_user;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::user::ProfileInput;

/// A user with this login at the identity provider.
#[derive(Queryable)]
pub struct KnownUser {
    pub user_key: String,
    pub is_disabled: bool,
}

/// Looks up a user by login. Needs a transaction scoped to that sign-in.
pub async fn of_login(
    connection: &mut AsyncPgConnection,
    issuer: &str,
    login: &str,
) -> QueryResult<Option<KnownUser>> {
    app_user::table
        .filter(app_user::issuer.eq(issuer))
        .filter(app_user::subject.eq(login))
        .select((app_user::user_key, app_user::is_disabled))
        .first(connection)
        .await
        .optional()
}

/// A user who has not signed in yet.
#[derive(Insertable)]
#[diesel(table_name = app_user)]
pub struct NewUser<'a> {
    pub user_key: String,
    pub issuer: &'a str,
    pub subject: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub email: Option<&'a str>,
}

/// Adds a user unless the login already exists.
pub async fn insert(connection: &mut AsyncPgConnection, new: NewUser<'_>) -> QueryResult<usize> {
    diesel::insert_into(app_user::table)
        .values(new)
        .on_conflict_do_nothing()
        .execute(connection)
        .await
}

/// Saves the user's own profile.
pub async fn save_profile(
    connection: &mut AsyncPgConnection,
    user_key: &str,
    profile: &ProfileInput,
) -> QueryResult<()> {
    diesel::update(app_user::table.find(user_key))
        .set((
            app_user::first_name.eq(&profile.first_name),
            app_user::last_name.eq(&profile.last_name),
            app_user::time_zone.eq(&profile.time_zone),
            app_user::theme.eq(profile.theme.code()),
            app_user::density.eq(profile.density.code()),
        ))
        .execute(connection)
        .await
        .map(drop)
}

#[derive(QueryableByName)]
struct TimeZoneSupport {
    #[diesel(sql_type = Bool)]
    is_known: bool,
}

/// Returns whether PostgreSQL knows the time zone. Its list may differ from ours, and queries use the zone.
pub async fn database_knows_time_zone(
    connection: &mut AsyncPgConnection,
    time_zone: &str,
) -> QueryResult<bool> {
    let support: TimeZoneSupport =
        diesel::sql_query("SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = $1) AS is_known")
            .bind::<Text, _>(time_zone)
            .get_result(connection)
            .await?;
    Ok(support.is_known)
}
