//! Firms: names, the list for staff, and settings for the notification rules.

use crate::db::schema::firm;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::firm::FirmEntry;
use shared::notification::settings::RuleSettings;

#[derive(QueryableByName)]
pub struct FirmRow {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    is_active: bool,
    #[diesel(sql_type = Bool)]
    is_demo: bool,
    #[diesel(sql_type = BigInt)]
    user_count: i64,
    #[diesel(sql_type = Nullable<Integer>)]
    user_limit: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    document_limit: Option<i32>,
    #[diesel(sql_type = BigInt)]
    contact_count: i64,
}

impl From<FirmRow> for FirmEntry {
    fn from(row: FirmRow) -> Self {
        let FirmRow {
            firm_id,
            name,
            is_active,
            is_demo,
            user_count,
            user_limit,
            document_limit,
            contact_count,
        } = row;
        Self {
            firm_id,
            name,
            is_active,
            is_demo,
            user_count,
            user_limit,
            document_limit,
            contact_count,
        }
    }
}

/// Lists the firms whose name contains `text`, by name. Needs a transaction scoped to staff.
pub async fn list(connection: &mut AsyncPgConnection, text: &str, limit: i64) -> QueryResult<Vec<FirmRow>> {
    diesel::sql_query(
        "SELECT firm_id, name, is_active, is_demo, user_limit, document_limit,
           (SELECT count(*) FROM firm_assignment u WHERE u.firm_id = firm.firm_id AND u.is_active) AS user_count,
           (SELECT coalesce(sum(row_count), 0)::bigint FROM firm_list_total t
            WHERE t.firm_id = firm.firm_id AND list IN ('agents', 'owners', 'insureds')) AS contact_count
         FROM firm WHERE strpos(firmbook_fold(name), $1) > 0 ORDER BY firmbook_fold(name), firm_id LIMIT $2",
    )
    .bind::<Text, _>(shared::text::fold(text))
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await
}

/// Returns the name of a firm.
pub async fn name(connection: &mut AsyncPgConnection, firm_id: i32) -> QueryResult<String> {
    firm::table
        .find(firm_id)
        .select(firm::name)
        .first(connection)
        .await
}

/// Returns the firm's settings for the notification rules, or `None` if staff have not opened a firm.
pub async fn rule_settings(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
) -> QueryResult<Option<RuleSettings>> {
    let days: Option<i16> = firm::table
        .find(firm_id)
        .select(firm::premium_reminder_days)
        .first(connection)
        .await
        .optional()?;
    Ok(days.map(|premium_reminder_days| RuleSettings {
        premium_reminder_days,
    }))
}

/// Saves the firm's settings for the notification rules.
pub async fn save_rule_settings(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    settings: RuleSettings,
    now: Timestamp,
) -> QueryResult<()> {
    diesel::update(firm::table.find(firm_id))
        .set((
            firm::premium_reminder_days.eq(settings.premium_reminder_days),
            firm::reminder_days_changed_at.eq(jiff_diesel::Timestamp::from(now)),
        ))
        .execute(connection)
        .await
        .map(drop)
}
