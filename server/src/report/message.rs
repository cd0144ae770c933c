//! What users are told of reports.

use crate::notify::{self, Detail, Notice, To};
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
    /// What changed, report by report.
    pub details: Vec<Detail>,
    /// What makes it this message and no other of its kind.
    pub key: String,
}

/// Tells the users in the transaction of the firm that gives the reason for them.
///
/// # Errors
/// Those of the database.
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
