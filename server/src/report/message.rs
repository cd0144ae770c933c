//! What users are told of reports.

use crate::db::models::notification::{NewNotification, insert};
use diesel::result::QueryResult;
use diesel_async::AsyncPgConnection;
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
    for message in messages {
        let new = NewNotification {
            firm_id,
            user_key: &message.user_key,
            kind: message.kind,
            display_name: &message.text,
            application_url: Some(&message.application_url),
            dedup_key: &message.key,
        };
        insert(connection, &new).await?;
    }
    Ok(())
}
