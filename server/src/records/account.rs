//! Firms and staff accounts that a user can choose. All functions need a transaction scoped to the user.

use crate::db::schema::{admin_account, firm, firm_assignment};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, SmallInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// A firm that the user is assigned to.
#[derive(QueryableByName)]
pub struct AssignedFirm {
    #[diesel(sql_type = Integer)]
    pub firm_id: i32,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = SmallInt)]
    pub firm_user_type: i16,
    /// Whether both the firm and the assignment are active.
    #[diesel(sql_type = Bool)]
    pub is_active: bool,
}

/// Lists a user's firms by name.
pub async fn firms(connection: &mut AsyncPgConnection, user_key: &str) -> QueryResult<Vec<AssignedFirm>> {
    diesel::sql_query(
        "SELECT firm_id, name, firm_user_type, firm.is_active AND firm_assignment.is_active AS is_active
         FROM firm_assignment JOIN firm USING (firm_id) WHERE user_key = $1 ORDER BY name, firm_id",
    )
    .bind::<Text, _>(user_key)
    .load(connection)
    .await
}

/// Lists the keys and types of a user's active staff accounts.
pub async fn staff_accounts(
    connection: &mut AsyncPgConnection,
    user_key: &str,
) -> QueryResult<Vec<(String, i16)>> {
    admin_account::table
        .filter(admin_account::user_key.eq(user_key))
        .filter(admin_account::is_active)
        .order((admin_account::admin_user_type, admin_account::admin_user_key))
        .select((admin_account::admin_user_key, admin_account::admin_user_type))
        .load(connection)
        .await
}

/// Returns whether the firm is active and the user has an active assignment to it.
pub async fn is_in_firm(
    connection: &mut AsyncPgConnection,
    user_key: &str,
    firm_id: i32,
) -> QueryResult<bool> {
    let assignments = firm_assignment::table
        .inner_join(firm::table.on(firm::firm_id.eq(firm_assignment::firm_id)))
        .filter(firm_assignment::user_key.eq(user_key))
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::is_active)
        .filter(firm::is_active);
    diesel::select(exists(assignments)).get_result(connection).await
}

/// Returns whether the user has this active staff account.
pub async fn has_staff_account(
    connection: &mut AsyncPgConnection,
    user_key: &str,
    admin_user_key: &str,
) -> QueryResult<bool> {
    let accounts = admin_account::table
        .find(admin_user_key)
        .filter(admin_account::user_key.eq(user_key))
        .filter(admin_account::is_active);
    diesel::select(exists(accounts)).get_result(connection).await
}
