//! What users were told, as rows.

use crate::auth::Viewer;
use crate::db::FixedSql;
use crate::db::schema::user_notification as columns;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::SignedDuration;
use shared::notification::{NotificationKind, UserNotification};

#[derive(Queryable, Selectable)]
#[diesel(table_name = columns, check_for_backend(Pg))]
pub struct Notification {
    pub user_notification_history_id: i64,
    pub notification_type: i16,
    pub display_name: String,
    pub application_url: Option<String>,
    pub is_read: bool,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    pub create_date: jiff::Timestamp,
}

impl From<Notification> for UserNotification {
    fn from(row: Notification) -> Self {
        let Notification {
            user_notification_history_id,
            notification_type,
            display_name,
            application_url,
            is_read,
            create_date,
        } = row;
        Self {
            user_notification_history_id,
            notification_type,
            notification_type_name: NotificationKind::name_of(notification_type),
            display_name,
            application_url,
            is_read,
            create_date,
        }
    }
}

/// What the viewer was told in this firm and has not removed.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn own<'a>(viewer: &'a Viewer) -> _ {
    let firm_id: i32 = viewer.firm.id;
    let user_key: &'a str = viewer.user_key.as_str();
    columns::table
        .filter(columns::firm_id.eq(firm_id))
        .filter(columns::user_key.eq(user_key))
        .filter(columns::removed_at.is_null())
}

/// As many as one answer holds: more than anybody reads, fewer than a browser minds.
const MAX_ROWS: i64 = 5_000;

/// Which of a user's notifications.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    pub days: u16,
    /// Of this kind alone, also those that a single line stands for.
    pub kind: Option<i16>,
    pub is_unread: bool,
}

/// The user still sees what it is about.
const SEEN: FixedSql = FixedSql(
    "(contract_uuid IS NULL
  OR (SELECT firm_user_type IN (1, 4) FROM firm_assignment a
      WHERE a.firm_id = user_notification.firm_id AND a.user_key = user_notification.user_key)
  OR EXISTS (SELECT FROM contract_party p WHERE p.firm_id = user_notification.firm_id
      AND p.contract_uuid = user_notification.contract_uuid AND p.kind = 1 AND p.deleted_at IS NULL
      AND (user_notification.user_key, p.contact_uuid) IN (SELECT user_key, agent_uuid FROM firmbook_blocks(firmbook_firm()))))",
);

fn matching(firm_id: i32, user_key: &str, now: jiff::Timestamp, asked: Asked) -> columns::BoxedQuery<'_, Pg> {
    let since = now - SignedDuration::from_hours(24 * i64::from(asked.days));
    let query = columns::table
        .filter(columns::firm_id.eq(firm_id))
        .filter(columns::user_key.eq(user_key))
        .filter(columns::removed_at.is_null())
        .filter(SEEN)
        .filter(columns::create_date.ge(jiff_diesel::Timestamp::from(since)))
        .into_boxed();
    let query = match asked.kind {
        Some(kind) => query.filter(columns::notification_type.eq(kind)),
        None => query.filter(columns::is_collapsed.eq(false)),
    };
    if asked.is_unread {
        query.filter(columns::is_read.eq(false))
    } else {
        query
    }
}

/// How many there are of what is asked for.
///
/// # Errors
/// Those of the database.
pub async fn count(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    now: jiff::Timestamp,
    asked: Asked,
) -> QueryResult<i64> {
    matching(firm_id, user_key, now, asked)
        .count()
        .get_result(connection)
        .await
}

/// The newest 5,000 of what is asked for, newest first.
///
/// # Errors
/// Those of the database.
pub async fn find(
    mut connection: &AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    now: jiff::Timestamp,
    asked: Asked,
) -> QueryResult<Vec<Notification>> {
    matching(firm_id, user_key, now, asked)
        .order((
            columns::create_date.desc(),
            columns::user_notification_history_id.desc(),
        ))
        .limit(MAX_ROWS)
        .select(Notification::as_select())
        .load(&mut connection)
        .await
}

/// What a user was told in a firm in the last days and has not removed, newest first.
///
/// # Errors
/// Those of the database.
pub async fn recent(
    connection: &AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    now: jiff::Timestamp,
    days: u16,
) -> QueryResult<Vec<Notification>> {
    let asked = Asked {
        days,
        ..Asked::default()
    };
    find(connection, firm_id, user_key, now, asked).await
}

/// Of these, what the user has neither read nor removed and still sees, newest first, with what mail says beside it.
///
/// # Errors
/// Those of the database.
pub async fn unread(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    ids: &[i64],
) -> QueryResult<Vec<(Notification, Option<serde_json::Value>)>> {
    columns::table
        .filter(columns::firm_id.eq(firm_id))
        .filter(columns::user_key.eq(user_key))
        .filter(columns::user_notification_history_id.eq_any(ids))
        .filter(columns::removed_at.is_null())
        .filter(columns::is_read.eq(false))
        .filter(columns::is_collapsed.eq(false))
        .filter(SEEN)
        .order((
            columns::create_date.desc(),
            columns::user_notification_history_id.desc(),
        ))
        .select((Notification::as_select(), columns::details))
        .load(connection)
        .await
}

/// A notification to one user of one firm.
pub struct NewNotification<'a> {
    pub firm_id: i32,
    pub user_key: &'a str,
    pub kind: NotificationKind,
    /// Who or what it is about, in words for the user.
    pub display_name: &'a str,
    /// A path of the portal to go to.
    pub application_url: Option<&'a str>,
    /// What makes it this notification and no other of its kind: subject and due date.
    pub dedup_key: &'a str,
}

/// Stores it and nothing else: what happens in the product is told by [`crate::notify::send`]. False when the user was told the same before, whether they still have it or removed it. The transaction
/// is one of the notification's firm.
///
/// # Errors
/// Those of the database.
pub async fn insert(connection: &mut AsyncPgConnection, new: &NewNotification<'_>) -> QueryResult<bool> {
    let number = new.kind.number();
    let stored = diesel::insert_into(columns::table)
        .values((
            columns::firm_id.eq(new.firm_id),
            columns::user_key.eq(new.user_key),
            columns::notification_type.eq(number),
            columns::display_name.eq(new.display_name),
            columns::application_url.eq(new.application_url),
            columns::dedup_key.eq(format!("{number}:{}", new.dedup_key)),
        ))
        .on_conflict((columns::firm_id, columns::user_key, columns::dedup_key))
        .do_nothing()
        .execute(connection)
        .await?;
    Ok(stored == 1)
}
