//! What users are told of reports.

use diesel::result::QueryResult;
use diesel::sql_types::{Array, Integer, SmallInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::notification::NotificationKind;

pub struct Message {
    pub user_key: String,
    pub kind: NotificationKind,
    pub text: String,
    /// A path of the portal.
    pub application_url: String,
    /// What makes it this message and no other of its kind.
    pub key: String,
}

/// Stores the messages in the transaction of the firm that gives the reason for them.
///
/// # Errors
/// Those of the database.
pub async fn tell(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    _now: Timestamp,
    messages: Vec<Message>,
) -> QueryResult<()> {
    if messages.is_empty() {
        return Ok(());
    }
    let texts = |pick: fn(&Message) -> &str| messages.iter().map(pick).collect::<Vec<_>>();
    let kinds: Vec<i16> = messages.iter().map(|message| message.kind.number()).collect();
    diesel::sql_query(
        "INSERT INTO user_notification
           (firm_id, user_key, notification_type, display_name, application_url, dedup_key)
         SELECT $1, user_key, kind, display_name, url, kind || ':' || key
         FROM unnest($2, $3, $4, $5, $6) AS message (user_key, kind, display_name, url, key)
         ON CONFLICT (firm_id, user_key, dedup_key) DO NOTHING",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(texts(|message| &message.user_key))
    .bind::<Array<SmallInt>, _>(kinds)
    .bind::<Array<Text>, _>(texts(|message| &message.text))
    .bind::<Array<Text>, _>(texts(|message| &message.application_url))
    .bind::<Array<Text>, _>(texts(|message| &message.key))
    .execute(connection)
    .await
    .map(drop)
}
