//! Notifications about reports.

use crate::notify::{self, Detail, Notice, To};
use diesel::result::QueryResult;
use diesel_async::AsyncPgConnection;
use jiff::Timestamp;
use shared::notification::NotificationKind;

pub struct Message {
    pub user_key: String,
    pub kind: NotificationKind,
    pub text: String,
    /// Portal path.
    pub application_url: String,
    /// Changes by report, for emails.
    pub details: Vec<Detail>,
    /// Deduplication key, unique within the kind.
    pub key: String,
}

/// Sends the messages. The transaction must be scoped to the firm.
pub async fn tell(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    messages: Vec<Message>,
) -> QueryResult<()> {
    let notices: Vec<Notice> = messages
        .into_iter()
        .map(|message| Notice {
            kind: message.kind,
            key: message.key,
            display_name: message.text,
            application_url: Some(message.application_url),
            details: message.details,
            to: To::User(message.user_key),
        })
        .collect();
    notify::send(connection, firm_id, now, &notices).await?;
    Ok(())
}
