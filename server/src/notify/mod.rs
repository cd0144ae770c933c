//! Sends notifications to users.
//!
//! Call [`send`] in the transaction that causes a notification, before its audit row. The list entry, the
//! push and the email are written in the same transaction. Sending a notice again does not notify a user
//! twice.
//!
//! ```ignore
//! let notice = Notice {
//!     kind: NotificationKind::SharedReport,
//!     key: format!("{report}:{colleague}"),
//!     display_name: "Lapsing this quarter, from Dana Whitfield".into(),
//!     application_url: Some(format!("/reports/policies/{report}")),
//!     details: Vec::new(),
//!     to: To::User(colleague),
//! };
//! notify::send(&mut transaction, viewer.firm.id, app.clock.now(), &[notice]).await?;
//! ```

mod channels;
pub mod contract;
pub mod digest;
mod facts;
pub mod medical;
pub mod preview;
mod reviews;
pub mod rules;
mod volume;

use crate::db::Prepare;
use crate::db::schema::user_notification as columns;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::notification::NotificationKind;
use shared::notification::rules::DatedNotice;
use uuid::Uuid;

/// Recipients of a notice, resolved when it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// A user of the firm by key. Inactive and disabled users are skipped.
    User(String),
    /// All users who can see a contract. A user who loses access no longer sees the notification.
    Readers(Uuid),
    /// Like `Readers`, except the user with this key, who caused the notification.
    OtherReaders(Uuid, String),
}

/// A notification to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub kind: NotificationKind,
    /// Deduplication key, usually subject and date. A user is notified once per kind and key, even after
    /// removing the notification.
    pub key: String,
    /// Text of the notification.
    pub display_name: String,
    /// Portal path that the notification links to.
    pub application_url: Option<String>,
    /// Additional content for emails.
    pub details: Vec<Detail>,
    pub to: To,
}

/// A section of a notification email.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    pub title: String,
    /// Portal path.
    pub application_url: String,
    pub lines: Vec<String>,
}

impl From<DatedNotice> for Notice {
    fn from(notice: DatedNotice) -> Self {
        let DatedNotice {
            kind,
            contract,
            key,
            display_name,
            application_url,
            ..
        } = notice;
        Self {
            kind,
            key,
            display_name,
            application_url: Some(application_url),
            details: Vec::new(),
            to: To::Readers(contract),
        }
    }
}

/// Withdraws notifications of some kinds about contracts. Public so that a test can explain its plan.
pub const WITHDRAW: &str = "UPDATE user_notification SET removed_at = $4,
       dedup_key = dedup_key || ':withdrawn:' || user_notification_history_id
     WHERE firm_id = $1 AND contract_uuid = ANY($2) AND notification_type = ANY($3) AND dedup_key <> ALL($5)
       AND dedup_key NOT LIKE '%:withdrawn:%'";

/// Removes the notifications of some kinds about contracts, except those with the given kinds and keys. They are sent
/// again if their cause returns.
async fn withdraw(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (kinds, contracts): (&[NotificationKind], &[Uuid]),
    now: Timestamp,
    except: &[DatedNotice],
) -> QueryResult<()> {
    let except: Vec<String> = except
        .iter()
        .map(|notice| format!("{}:{}", notice.kind.number(), notice.key))
        .collect();
    let kinds: Vec<i16> = kinds.iter().map(|kind| kind.number()).collect();
    diesel::sql_query(WITHDRAW)
        .bind::<Integer, _>(firm_id)
        .bind::<Array<SqlUuid>, _>(contracts)
        .bind::<Array<SmallInt>, _>(kinds)
        .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
        .bind::<Array<Text>, _>(except)
        .prepared()
        .execute(connection)
        .await
        .map(drop)
}

/// A notification that was just stored.
#[derive(Debug, Clone, QueryableByName)]
#[diesel(table_name = columns)]
struct Told {
    user_key: String,
    user_notification_history_id: i64,
    notification_type: i16,
    display_name: String,
}

/// Stores the notices for recipients who do not have them yet, and queues pushes and emails according to
/// their preferences. Returns the number of stored notifications. The transaction must be scoped to the firm.
pub async fn send(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    notices: &[Notice],
) -> QueryResult<usize> {
    let (count, shown) = list_and_mail(connection, firm_id, now, notices).await?;
    channels::push(connection, firm_id, &shown).await?;
    Ok(count)
}

/// Like [`send`], but without pushes. For the daily rules, whose notices all arrive at once and are not
/// urgent.
async fn list_and_mail(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    notices: &[Notice],
) -> QueryResult<(usize, Vec<Told>)> {
    if notices.is_empty() {
        return Ok((0, Vec::new()));
    }
    let told = store(connection, firm_id, now, notices).await?;
    let count = told.len();
    let shown = volume::collapse(connection, firm_id, now, told).await?;
    channels::mail(connection, firm_id, now, &shown).await?;
    Ok((count, shown))
}

/// Stores all notifications in one statement.
async fn store(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    notices: &[Notice],
) -> QueryResult<Vec<Told>> {
    let kinds: Vec<i16> = notices.iter().map(|notice| notice.kind.number()).collect();
    let keys: Vec<String> = notices
        .iter()
        .map(|notice| format!("{}:{}", notice.kind.number(), notice.key))
        .collect();
    let names: Vec<&str> = notices
        .iter()
        .map(|notice| notice.display_name.as_str())
        .collect();
    let addresses: Vec<Option<&str>> = notices
        .iter()
        .map(|notice| notice.application_url.as_deref())
        .collect();
    let users: Vec<Option<&str>> = notices
        .iter()
        .map(|notice| match &notice.to {
            To::User(key) => Some(key.as_str()),
            To::Readers(_) | To::OtherReaders(..) => None,
        })
        .collect();
    let except: Vec<Option<&str>> = notices
        .iter()
        .map(|notice| match &notice.to {
            To::OtherReaders(_, key) => Some(key.as_str()),
            To::User(_) | To::Readers(_) => None,
        })
        .collect();
    let contracts: Vec<Option<Uuid>> = notices
        .iter()
        .map(|notice| match notice.to {
            To::User(_) => None,
            To::Readers(contract) | To::OtherReaders(contract, _) => Some(contract),
        })
        .collect();
    let details: Vec<Option<Value>> = notices
        .iter()
        .map(|notice| (!notice.details.is_empty()).then(|| json!(notice.details)))
        .collect();
    diesel::sql_query(
        "WITH given AS (
           SELECT * FROM unnest($2, $3, $4, $5, $6, $7, $8, $10)
             AS given(kind, dedup_key, display_name, application_url, user_key, contract_uuid, details, except_key)
         ), readers AS (
           SELECT * FROM firmbook_readers($1, ARRAY(SELECT DISTINCT contract_uuid FROM given WHERE user_key IS NULL))
         ), told AS (
           SELECT user_key, kind, dedup_key, display_name, application_url, contract_uuid, details
           FROM given WHERE user_key IS NOT NULL
           UNION ALL
           SELECT readers.user_key, kind, dedup_key, display_name, application_url, contract_uuid, details
           FROM given JOIN readers USING (contract_uuid)
           WHERE given.user_key IS NULL AND readers.user_key IS DISTINCT FROM except_key
         )
         INSERT INTO user_notification (firm_id, user_key, notification_type, display_name, application_url, create_date,
           dedup_key, contract_uuid, details)
         SELECT $1, user_key, kind, display_name, application_url, $9, dedup_key, contract_uuid, details
         FROM told JOIN firm_assignment a USING (user_key) JOIN app_user u USING (user_key)
         WHERE a.firm_id = $1 AND a.is_active AND NOT u.is_disabled
         ORDER BY user_key, kind, display_name
         ON CONFLICT (firm_id, user_key, dedup_key) DO NOTHING
         RETURNING user_key, user_notification_history_id, notification_type, display_name",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SmallInt>, _>(kinds)
    .bind::<Array<Text>, _>(keys)
    .bind::<Array<Text>, _>(names)
    .bind::<Array<Nullable<Text>>, _>(addresses)
    .bind::<Array<Nullable<Text>>, _>(users)
    .bind::<Array<Nullable<SqlUuid>>, _>(contracts)
    .bind::<Array<Nullable<Jsonb>>, _>(details)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Array<Nullable<Text>>, _>(except)
    .prepared()
    .load(connection)
    .await
}
