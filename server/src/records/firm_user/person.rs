//! People who can sign in, independent of their firms.

use crate::db::schema::{app_user, firm_assignment};
use crate::error::{ApiError, ApiResult};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{Bool, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::user::{IdentityLocks, ProfileInput, UserIdentity};

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

#[derive(QueryableByName)]
struct Locked {
    #[diesel(sql_type = Bool)]
    works_elsewhere: bool,
    #[diesel(sql_type = Bool)]
    has_signed_in: bool,
}

/// Returns which parts of a user's identity the firm cannot change.
pub async fn locks(connection: &mut AsyncPgConnection, user_key: &str) -> QueryResult<IdentityLocks> {
    let found: Locked = diesel::sql_query(
        "SELECT firmbook_works_elsewhere($1) AS works_elsewhere, firmbook_has_signed_in($1) AS has_signed_in",
    )
    .bind::<Text, _>(user_key)
    .get_result(connection)
    .await?;
    Ok(IdentityLocks::of(found.works_elsewhere, found.has_signed_in))
}

#[derive(QueryableByName)]
struct Correction {
    #[diesel(sql_type = Bool)]
    is_done: bool,
}

/// Saves the identity of a user of the firm. Returns `false` if it is locked.
///
/// # Errors
/// Returns [`ApiError::Taken`] if another person has the sign-in name.
pub async fn correct(
    connection: &mut AsyncPgConnection,
    user_key: &str,
    identity: &UserIdentity,
) -> ApiResult<bool> {
    let correction: QueryResult<Correction> =
        diesel::sql_query("SELECT firmbook_correct_user($1, $2, $3, $4, $5) AS is_done")
            .bind::<Text, _>(user_key)
            .bind::<Text, _>(&identity.login)
            .bind::<Text, _>(&identity.first_name)
            .bind::<Text, _>(&identity.last_name)
            .bind::<Nullable<Text>, _>(identity.email.as_deref())
            .get_result(connection)
            .await;
    match correction {
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Err(ApiError::Taken {
            field: "login".into(),
            message:
                "Another person has this sign-in name. To give them access, use Add user and set this user inactive."
                    .into(),
        }),
        correction => Ok(correction?.is_done),
    }
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

/// Marks the user as changed, so that a form opened before does not restore their former name.
pub async fn mark_renamed(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
) -> QueryResult<()> {
    diesel::update(firm_assignment::table.find((firm_id, user_key)))
        .set(firm_assignment::version.eq(firm_assignment::version + 1))
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
