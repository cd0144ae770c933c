//! A firm's users with their assignments: role, assigned agents and supported professionals.

pub mod change;
pub mod person;

use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::permission::FirmUserType;
use shared::user::{FirmUser, IdentityLocks};
use uuid::Uuid;

/// Query limit. Pages show fewer.
const MAX_USERS: i32 = 2_000;

#[derive(QueryableByName)]
struct FirmUserRow {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Text)]
    login: String,
    #[diesel(sql_type = Text)]
    first_name: String,
    #[diesel(sql_type = Text)]
    last_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
    #[diesel(sql_type = Bool)]
    is_active: bool,
    #[diesel(sql_type = Array<SqlUuid>)]
    agent_uuids: Vec<Uuid>,
    #[diesel(sql_type = Array<Text>)]
    agent_names: Vec<String>,
    #[diesel(sql_type = Array<Text>)]
    professional_keys: Vec<String>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    last_sign_in_at: Option<jiff::Timestamp>,
    #[diesel(sql_type = Bool)]
    works_elsewhere: bool,
    #[diesel(sql_type = Bool)]
    has_signed_in: bool,
    #[diesel(sql_type = Integer)]
    version: i32,
}

impl From<FirmUserRow> for FirmUser {
    fn from(row: FirmUserRow) -> Self {
        let number = u8::try_from(row.firm_user_type).unwrap_or(0);
        let locks = IdentityLocks::of(row.works_elsewhere, row.has_signed_in);
        Self {
            user_key: row.user_key,
            login: row.login,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            firm_user_type: number,
            firm_user_type_label: FirmUserType::label_of(number),
            is_active: row.is_active,
            agent_uuids: row.agent_uuids,
            agent_names: row.agent_names,
            professional_keys: row.professional_keys,
            last_sign_in_at: row.last_sign_in_at.map(|at| at.to_string()),
            name_lock: locks.name.map(Into::into),
            login_lock: locks.login.map(Into::into),
            version: row.version,
        }
    }
}

/// Lists the users of a firm by name, or only the one with `user_key`.
pub async fn of_firm(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: Option<&str>,
) -> QueryResult<Vec<FirmUser>> {
    let rows: Vec<FirmUserRow> = diesel::sql_query(
        "SELECT t.user_key, subject AS login, first_name, last_name, email, firm_user_type, is_active, version,
           coalesce(agents.uuids, '{}') AS agent_uuids, coalesce(agents.names, '{}') AS agent_names,
           coalesce(supported.keys, '{}') AS professional_keys,
           firmbook_last_sign_in(t.user_key) AS last_sign_in_at,
           firmbook_works_elsewhere(t.user_key) AS works_elsewhere,
           firmbook_has_signed_in(t.user_key) AS has_signed_in
         FROM firm_assignment t JOIN app_user USING (user_key)
         LEFT JOIN LATERAL (
           SELECT array_agg(uuid ORDER BY name_key, uuid) AS uuids,
             array_agg(display_name ORDER BY name_key, uuid) AS names
           FROM firm_assignment_agent block
           JOIN contact ON contact.firm_id = $1 AND contact.uuid = block.agent_uuid AND deleted_at IS NULL
           WHERE block.firm_id = $1 AND block.user_key = t.user_key) agents ON true
         LEFT JOIN LATERAL (
           SELECT array_agg(professional_key ORDER BY professional_key) AS keys
           FROM firm_assignment_support support
           WHERE support.firm_id = $1 AND support.user_key = t.user_key) supported ON true
         WHERE t.firm_id = $1 AND ($2 IS NULL OR t.user_key = $2)
         ORDER BY firmbook_fold(last_name), firmbook_fold(first_name), t.user_key LIMIT $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Nullable<Text>, _>(user_key)
    .bind::<Integer, _>(MAX_USERS)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Looks up one user of the firm.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
) -> QueryResult<Option<FirmUser>> {
    Ok(of_firm(connection, firm_id, Some(user_key)).await?.pop())
}
