//! Changes to a firm's users, and the counts that limit them.

use crate::db::schema::{
    app_user, contact, firm, firm_assignment, firm_assignment_agent, firm_assignment_support,
};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::permission::FirmUserType;
use shared::user::FirmUserInput;
use uuid::Uuid;

/// Locks the firm, so that its users are changed by one request at a time. Does not block changes to contracts and
/// contacts. Returns the limit of active users, or `None` if there is no such firm.
pub async fn hold_firm(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Option<Option<i32>>> {
    firm::table
        .find(firm_id)
        .select(firm::user_limit)
        .for_no_key_update()
        .first(connection)
        .await
        .optional()
}

/// Counts the active users of the firm.
pub async fn count_active(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<i64> {
    firm_assignment::table
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::is_active)
        .count()
        .get_result(connection)
        .await
}

/// Counts the account administrators of the firm who can sign in.
pub async fn count_administrators(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<i64> {
    firm_assignment::table
        .inner_join(app_user::table.on(app_user::user_key.eq(firm_assignment::user_key)))
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::is_active)
        .filter(diesel::dsl::not(app_user::is_disabled))
        .filter(firm_assignment::firm_user_type.eq(i16::from(FirmUserType::AccountAdministrator.number())))
        .count()
        .get_result(connection)
        .await
}

/// Assigns a user to the firm. Returns `false` if an assignment already exists.
pub async fn assign(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    firm_user_type: u8,
) -> QueryResult<bool> {
    let added = diesel::insert_into(firm_assignment::table)
        .values((
            firm_assignment::firm_id.eq(firm_id),
            firm_assignment::user_key.eq(user_key),
            firm_assignment::firm_user_type.eq(i16::from(firm_user_type)),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(added == 1)
}

/// Filters the given contacts to agents of the firm.
pub async fn agents_among(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
) -> QueryResult<Vec<Uuid>> {
    contact::table
        .filter(contact::firm_id.eq(firm_id))
        .filter(contact::kind.eq(ContactKind::Agent as i16))
        .filter(contact::deleted_at.is_null())
        .filter(contact::uuid.eq_any(uuids))
        .select(contact::uuid)
        .load(connection)
        .await
}

/// Filters the given users to professionals of the firm other than `user_key`.
pub async fn professionals_among(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    keys: &[&str],
) -> QueryResult<Vec<String>> {
    firm_assignment::table
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::firm_user_type.eq(i16::from(FirmUserType::Professional.number())))
        .filter(firm_assignment::user_key.eq_any(keys))
        .filter(firm_assignment::user_key.ne(user_key))
        .select(firm_assignment::user_key)
        .load(connection)
        .await
}

/// Saves a user's role, active flag, assigned agents and supported professionals.
pub async fn save(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    input: &FirmUserInput,
) -> QueryResult<()> {
    diesel::update(firm_assignment::table.find((firm_id, user_key)))
        .set((
            firm_assignment::firm_user_type.eq(i16::from(input.firm_user_type)),
            firm_assignment::is_active.eq(input.is_active),
            firm_assignment::version.eq(firm_assignment::version + 1),
        ))
        .execute(connection)
        .await?;
    save_agents(connection, firm_id, user_key, &input.agent_uuids).await?;
    save_professionals(connection, firm_id, user_key, &input.professional_keys).await?;
    // A user who is no longer a professional has no block that office managers could support.
    if FirmUserType::from_number(input.firm_user_type) != Some(FirmUserType::Professional) {
        diesel::delete(firm_assignment_support::table)
            .filter(firm_assignment_support::firm_id.eq(firm_id))
            .filter(firm_assignment_support::professional_key.eq(user_key))
            .execute(connection)
            .await?;
    }
    Ok(())
}

async fn save_agents(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    agents: &[Uuid],
) -> QueryResult<()> {
    // A deleted agent stays in the block, so that restoring the agent also restores the assignment.
    let existing = contact::table
        .filter(contact::firm_id.eq(firm_id))
        .filter(contact::deleted_at.is_null())
        .select(contact::uuid);
    diesel::delete(firm_assignment_agent::table)
        .filter(firm_assignment_agent::firm_id.eq(firm_id))
        .filter(firm_assignment_agent::user_key.eq(user_key))
        .filter(firm_assignment_agent::agent_uuid.ne_all(agents))
        .filter(firm_assignment_agent::agent_uuid.eq_any(existing))
        .execute(connection)
        .await?;
    diesel::sql_query(
        "INSERT INTO firm_assignment_agent (firm_id, user_key, agent_uuid) SELECT $1, $2, unnest($3)
         ON CONFLICT DO NOTHING",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .bind::<Array<SqlUuid>, _>(agents)
    .execute(connection)
    .await
    .map(drop)
}

async fn save_professionals(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    professionals: &[String],
) -> QueryResult<()> {
    diesel::delete(firm_assignment_support::table)
        .filter(firm_assignment_support::firm_id.eq(firm_id))
        .filter(firm_assignment_support::user_key.eq(user_key))
        .filter(firm_assignment_support::professional_key.ne_all(professionals))
        .execute(connection)
        .await?;
    diesel::sql_query(
        "INSERT INTO firm_assignment_support (firm_id, user_key, professional_key) SELECT $1, $2, unnest($3)
         ON CONFLICT DO NOTHING",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .bind::<Array<Text>, _>(professionals)
    .execute(connection)
    .await
    .map(drop)
}
