//! Row scopes of users without a session, such as report owners and subscribers in background jobs. Loaded on demand,
//! by the same rules as a viewer's scope.

use super::scope::Scope;
use super::viewer::permissions_of;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::permission::{Permissions, ScopeKind};
use std::collections::HashMap;
use uuid::Uuid;

pub struct Reader {
    pub time_zone: String,
    pub permissions: Permissions,
    /// Never [`Scope::Shared`]. Users who see only shared reports cannot share reports themselves, so their
    /// scope is empty.
    pub scope: Scope,
}

#[derive(QueryableByName)]
struct ReaderRow {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
    #[diesel(sql_type = Text)]
    time_zone: String,
    /// Agents assigned to the user. `supported` holds those assigned to the professionals that the user supports.
    #[diesel(sql_type = Array<SqlUuid>)]
    own: Vec<Uuid>,
    #[diesel(sql_type = Array<SqlUuid>)]
    supported: Vec<Uuid>,
}

impl Reader {
    /// Returns the given users by key. Leaves out users who are not active in the firm. Needs a transaction scoped to
    /// the firm.
    pub async fn find_all(
        connection: &mut AsyncPgConnection,
        firm_id: i32,
        user_keys: &[String],
    ) -> QueryResult<HashMap<String, Self>> {
        let rows: Vec<ReaderRow> = diesel::sql_query(
            "SELECT assignment.user_key, firm_user_type, time_zone,
               array(SELECT agent_uuid FROM firm_assignment_agent block
                 WHERE block.firm_id = $1 AND block.user_key = assignment.user_key ORDER BY 1) AS own,
               array(SELECT DISTINCT agent_uuid FROM firm_assignment_support support
                 JOIN firm_assignment_agent block
                   ON block.firm_id = $1 AND block.user_key = support.professional_key
                 WHERE support.firm_id = $1 AND support.user_key = assignment.user_key ORDER BY 1) AS supported
             FROM firm_assignment assignment JOIN app_user USING (user_key)
             WHERE assignment.firm_id = $1 AND assignment.user_key = ANY($2) AND assignment.is_active
               AND NOT app_user.is_disabled",
        )
        .bind::<Integer, _>(firm_id)
        .bind::<Array<Text>, _>(user_keys)
        .load(connection)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.user_key.clone(), Self::from(row)))
            .collect())
    }

    /// Returns the user, or `None` if they are not active in the firm.
    pub async fn find(
        connection: &mut AsyncPgConnection,
        firm_id: i32,
        user_key: &str,
    ) -> QueryResult<Option<Self>> {
        let mut found = Self::find_all(connection, firm_id, &[user_key.to_owned()]).await?;
        Ok(found.remove(user_key))
    }
}

impl From<ReaderRow> for Reader {
    fn from(row: ReaderRow) -> Self {
        let permissions = permissions_of(row.firm_user_type);
        let block = |agents| Scope::Block {
            agents,
            maker: row.user_key.clone(),
        };
        let scope = match permissions.scope {
            ScopeKind::All => Scope::All,
            ScopeKind::Block => block(row.own),
            ScopeKind::Supported => block(row.supported),
            ScopeKind::Shared => Scope::nothing(),
        };
        Self {
            time_zone: row.time_zone,
            permissions,
            scope,
        }
    }
}
