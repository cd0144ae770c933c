//! People who can sign in, whichever firm they work for.

use crate::db::schema::app_user;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// A user with this login at the identity provider.
#[derive(Queryable)]
pub struct KnownUser {
    pub user_key: String,
    pub is_disabled: bool,
}

/// Looks up a user by login.
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

/// Adds a user, unless the login is known.
pub async fn insert(connection: &mut AsyncPgConnection, new: NewUser<'_>) -> QueryResult<usize> {
    diesel::insert_into(app_user::table)
        .values(new)
        .on_conflict_do_nothing()
        .execute(connection)
        .await
}
