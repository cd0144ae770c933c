//! Storage space used by a firm's documents, maintained by triggers.

use crate::db::schema::{app_user, firm, firm_assignment, firm_storage};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::document::Storage;
use shared::permission::FirmUserType::AccountAdministrator;

/// Returns the space that a firm uses and may use. If the transaction has already changed the firm's
/// documents, no other transaction can change the used space until it commits.
pub async fn of_firm(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    default_limit: i64,
) -> QueryResult<Storage> {
    let found: Option<(Option<i64>, Option<i64>)> = firm::table
        .left_join(firm_storage::table.on(firm_storage::firm_id.eq(firm::firm_id)))
        .filter(firm::firm_id.eq(firm_id))
        .select((firm_storage::used_bytes.nullable(), firm::storage_limit_bytes))
        .first(connection)
        .await
        .optional()?;
    let (used, limit) = found.unwrap_or_default();
    Ok(Storage {
        used_bytes: used.unwrap_or(0),
        limit_bytes: limit.unwrap_or(default_limit),
    })
}

/// Returns the keys of the firm's account administrators who can sign in.
pub async fn administrators(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<Vec<String>> {
    firm_assignment::table
        .inner_join(app_user::table.on(app_user::user_key.eq(firm_assignment::user_key)))
        .filter(firm_assignment::firm_id.eq(firm_id))
        .filter(firm_assignment::is_active)
        .filter(diesel::dsl::not(app_user::is_disabled))
        .filter(firm_assignment::firm_user_type.eq(i16::from(AccountAdministrator.number())))
        .select(firm_assignment::user_key)
        .load(connection)
        .await
}
