//! Users' stored notifications.

use crate::auth::Viewer;
use crate::db::FixedSql;
use crate::db::schema::user_notification as columns;
use diesel::dsl::{self, count_star, sql};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::SignedDuration;
use shared::notification::{NotificationKind, Severity, UserNotification};

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
    #[diesel(deserialize_as = jiff_diesel::NullableTimestamp)]
    pub snoozed_until: Option<jiff::Timestamp>,
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
            snoozed_until,
        } = row;
        Self {
            user_notification_history_id,
            notification_type,
            notification_type_name: NotificationKind::name_of(notification_type),
            display_name,
            application_url,
            is_read,
            create_date,
            snoozed_until,
        }
    }
}

/// Selects the viewer's notifications in this firm that are not removed.
#[diesel::dsl::auto_type(no_type_alias)]
fn own<'a>(viewer: &'a Viewer) -> _ {
    let firm_id: i32 = viewer.firm.id;
    let user_key: &'a str = viewer.user_key.as_str();
    columns::table
        .filter(columns::firm_id.eq(firm_id))
        .filter(columns::user_key.eq(user_key))
        .filter(columns::removed_at.is_null())
}

/// Returns the condition that a notification is not snoozed at `now`.
#[diesel::dsl::auto_type(no_type_alias)]
fn is_shown(now: jiff::Timestamp) -> _ {
    let now: jiff_diesel::Timestamp = jiff_diesel::Timestamp::from(now);
    columns::snoozed_until
        .is_null()
        .or(columns::snoozed_until.le(now))
}

/// Marks the viewer's notifications that match the filter as read, including those that are collapsed into a summary
/// line. Returns the ids of those that were unread.
pub async fn mark_all_read(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    now: jiff::Timestamp,
    asked: Asked,
) -> QueryResult<Vec<i64>> {
    let unread: Vec<i64> = in_time(viewer.firm.id, &viewer.user_key, now, asked)
        .filter(columns::is_read.eq(false))
        .select(columns::user_notification_history_id)
        .load(connection)
        .await?;
    set_all_read(connection, viewer, &unread, true).await?;
    Ok(unread)
}

/// Marks the given notifications of the viewer as read or unread. Ignores ids that do not exist.
pub async fn set_all_read(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    ids: &[i64],
    is_read: bool,
) -> QueryResult<usize> {
    diesel::update(own(viewer).filter(columns::user_notification_history_id.eq_any(ids)))
        .set(columns::is_read.eq(is_read))
        .execute(connection)
        .await
}

/// Marks one of the viewer's notifications as read or unread. Returns `false` if there is none with this id.
pub async fn set_read(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    id: i64,
    is_read: bool,
) -> QueryResult<bool> {
    let marked = diesel::update(own(viewer).filter(columns::user_notification_history_id.eq(id)))
        .set(columns::is_read.eq(is_read))
        .execute(connection)
        .await?;
    Ok(marked > 0)
}

/// Removes one of the viewer's notifications. Returns `false` if there is none with this id.
pub async fn remove(connection: &mut AsyncPgConnection, viewer: &Viewer, id: i64) -> QueryResult<bool> {
    let removed = diesel::update(own(viewer).filter(columns::user_notification_history_id.eq(id)))
        .set(columns::removed_at.eq(diesel::dsl::now))
        .execute(connection)
        .await?;
    Ok(removed > 0)
}

/// Snoozes one of the viewer's notifications until a given time, after which it is listed as new. `None` ends the
/// snooze and restores the original position. Returns `false` if there is none with this id.
pub async fn snooze(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    id: i64,
    until: Option<jiff::Timestamp>,
) -> QueryResult<bool> {
    let is_read = until.map(|_| columns::is_read.eq(false));
    let snoozed = diesel::update(own(viewer).filter(columns::user_notification_history_id.eq(id)))
        .set((
            columns::snoozed_until.eq(until.map(jiff_diesel::Timestamp::from)),
            is_read,
        ))
        .execute(connection)
        .await?;
    Ok(snoozed > 0)
}

/// Filter for a user's notifications.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// Maximum age in days. `None` for any age.
    pub days: Option<u16>,
    /// Only this kind, including notifications that are collapsed into a summary line.
    pub kind: Option<i16>,
    pub severity: Option<Severity>,
    pub is_unread: bool,
    /// Only snoozed notifications. Otherwise, only those that are not snoozed.
    pub is_snoozed: bool,
}

/// Condition that the notification is not about a contract, or that the user can see the contract.
const SEEN: FixedSql = FixedSql::new(
    "(contract_uuid IS NULL
  OR (SELECT firm_user_type IN (1, 4) FROM firm_assignment a
      WHERE a.firm_id = user_notification.firm_id AND a.user_key = user_notification.user_key)
  OR EXISTS (SELECT FROM contract_party p WHERE p.firm_id = user_notification.firm_id
      AND p.contract_uuid = user_notification.contract_uuid AND p.kind = 1 AND p.deleted_at IS NULL
      AND (user_notification.user_key, p.contact_uuid) IN (SELECT user_key, agent_uuid FROM firmbook_blocks(firmbook_firm()))))",
);

/// Time when the notification was created or, after a snooze, returns to the list.
const SHOWN_AT: FixedSql<Timestamptz> = FixedSql::new("coalesce(snoozed_until, create_date)");

/// Selects the notifications that match the filter. Unless the filter names a kind, leaves out those that are
/// collapsed into a summary line.
fn matching(firm_id: i32, user_key: &str, now: jiff::Timestamp, asked: Asked) -> columns::BoxedQuery<'_, Pg> {
    let query = in_time(firm_id, user_key, now, asked);
    match asked.kind {
        Some(_) => query,
        None => query.filter(columns::is_collapsed.eq(false)),
    }
}

/// Selects the notifications that match the filter, including those that are collapsed into a summary line.
fn in_time(firm_id: i32, user_key: &str, now: jiff::Timestamp, asked: Asked) -> columns::BoxedQuery<'_, Pg> {
    let query = columns::table
        .filter(columns::firm_id.eq(firm_id))
        .filter(columns::user_key.eq(user_key))
        .filter(columns::removed_at.is_null())
        .filter(SEEN)
        .into_boxed();
    let query = match asked.days {
        Some(days) => {
            let since = now - SignedDuration::from_hours(24 * i64::from(days));
            query.filter(SHOWN_AT.ge(jiff_diesel::Timestamp::from(since)))
        }
        None => query,
    };
    let query = if asked.is_snoozed {
        query.filter(columns::snoozed_until.gt(jiff_diesel::Timestamp::from(now)))
    } else {
        query.filter(is_shown(now))
    };
    let query = match asked.kind {
        Some(kind) => query.filter(columns::notification_type.eq(kind)),
        None => query,
    };
    let query = match asked.severity {
        Some(severity) => query.filter(columns::notification_type.eq_any(severity.kinds())),
        None => query,
    };
    if asked.is_unread {
        query.filter(columns::is_read.eq(false))
    } else {
        query
    }
}

/// Counts of the notifications that match a filter.
#[derive(Debug, Clone, Copy, Queryable)]
pub struct Counts {
    pub total: i64,
    pub unread: i64,
}

/// Counts the notifications that match the filter.
pub async fn count(
    mut connection: &AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    now: jiff::Timestamp,
    asked: Asked,
) -> QueryResult<Counts> {
    matching(firm_id, user_key, now, asked)
        .select((
            count_star(),
            dsl::count(columns::user_key).aggregate_filter(columns::is_read.eq(false)),
        ))
        .first(&mut connection)
        .await
}

/// A page of a user's notifications.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Maximum number of notifications.
    pub limit: u16,
    /// Only notifications listed after the one with this id.
    pub after: Option<i64>,
}

impl Part {
    pub fn first(limit: u16) -> Self {
        Self { limit, after: None }
    }
}

/// Returns a page of the notifications that match the filter, newest first.
pub async fn find(
    mut connection: &AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    now: jiff::Timestamp,
    asked: Asked,
    part: Part,
) -> QueryResult<Vec<Notification>> {
    let mut query = matching(firm_id, user_key, now, asked);
    if let Some(after) = part.after {
        // Removed notifications keep their rows, so the previous page may have ended with one.
        query = query.filter(
            sql::<Bool>("(coalesce(snoozed_until, create_date), user_notification_history_id) < (SELECT coalesce(last.snoozed_until, last.create_date), last.user_notification_history_id FROM user_notification last WHERE last.firm_id = ")
                .bind::<Integer, _>(firm_id)
                .sql(" AND last.user_key = ")
                .bind::<Text, _>(user_key)
                .sql(" AND last.user_notification_history_id = ")
                .bind::<BigInt, _>(after)
                .sql(")"),
        );
    }
    query
        .order((SHOWN_AT.desc(), columns::user_notification_history_id.desc()))
        .limit(part.limit.into())
        .select(Notification::as_select())
        .load(&mut connection)
        .await
}

/// Returns the given notifications that are unread and still visible to the user, newest first. Leaves out snoozed and
/// removed ones. The second element holds the details for emails.
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
        .filter(columns::snoozed_until.is_null())
        .filter(SEEN)
        .order((
            columns::create_date.desc(),
            columns::user_notification_history_id.desc(),
        ))
        .select((Notification::as_select(), columns::details))
        .load(connection)
        .await
}

pub struct NewNotification<'a> {
    pub firm_id: i32,
    pub user_key: &'a str,
    pub kind: NotificationKind,
    /// Display text: the person or record that the notification is about.
    pub display_name: &'a str,
    /// Path of the related page in the portal.
    pub application_url: Option<&'a str>,
    /// Deduplication key within the kind: subject and due date.
    pub dedup_key: &'a str,
}

/// Inserts a notification without delivering it. Product code calls [`crate::notify::send`]. Returns `false` if the
/// user already got it, even if they removed it since. The transaction must be scoped to the notification's firm.
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
