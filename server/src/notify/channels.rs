//! Push and email delivery of notifications, according to each user's preferences.

use super::Told;
use crate::db::Prepare;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, SmallInt, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::notification::{NotificationDisplay, NotificationKind, default_email};
use std::collections::BTreeMap;

/// Returns the default email setting of a notification kind by its number.
pub(super) fn usual_email(number: i16) -> &'static str {
    let kind = NotificationKind::from_number(number).unwrap_or(NotificationKind::Unknown);
    default_email(kind).code()
}

/// Queues one transient notification per user and kind. Several of a kind are pushed as a count.
pub(super) async fn push(connection: &mut AsyncPgConnection, firm_id: i32, told: &[Told]) -> QueryResult<()> {
    if told.is_empty() {
        return Ok(());
    }
    let mut groups: BTreeMap<(&str, i16), (usize, &str)> = BTreeMap::new();
    for one in told {
        let group = groups
            .entry((&one.user_key, one.notification_type))
            .or_insert((0, &one.display_name));
        group.0 += 1;
    }
    let users: Vec<&str> = groups.keys().map(|(user, _)| *user).collect();
    let kinds: Vec<i16> = groups.keys().map(|(_, kind)| *kind).collect();
    let headings: Vec<String> = kinds
        .iter()
        .map(|kind| NotificationDisplay::of(*kind).label)
        .collect();
    let messages: Vec<String> = groups
        .values()
        .map(|(count, name)| match count {
            1 => (*name).to_owned(),
            count => format!("{count} new"),
        })
        .collect();
    diesel::sql_query(
        "INSERT INTO hub_outbox (firm_id, user_key, transient)
         SELECT $1, user_key, jsonb_build_object('notificationType', kind, 'heading', heading, 'message', message)
         FROM unnest($2, $3, $4, $5) AS told(user_key, kind, heading, message)
         WHERE coalesce((SELECT is_pushed FROM notification_preference own
           WHERE own.firm_id = $1 AND own.user_key = told.user_key AND own.notification_type = kind), true)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(users)
    .bind::<Array<SmallInt>, _>(kinds)
    .bind::<Array<Text>, _>(headings)
    .bind::<Array<Text>, _>(messages)
    .prepared()
    .execute(connection)
    .await
    .map(drop)
}

/// Queues one mail per user with all notifications whose email setting is `Immediate`.
pub(super) async fn mail(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    told: &[Told],
) -> QueryResult<()> {
    let users: Vec<&str> = told.iter().map(|one| one.user_key.as_str()).collect();
    let kinds: Vec<i16> = told.iter().map(|one| one.notification_type).collect();
    let ids: Vec<i64> = told.iter().map(|one| one.user_notification_history_id).collect();
    let usual: Vec<&str> = kinds.iter().map(|kind| usual_email(*kind)).collect();
    diesel::sql_query(
        "INSERT INTO mail_outbox (firm_id, user_key, cause, notification_ids, created_at, next_try_at)
         SELECT $1, user_key, 'Notice', array_agg(told.id ORDER BY told.id), $2, $2
         FROM unnest($3, $4, $5, $6) AS told(user_key, kind, id, usual)
         WHERE coalesce((SELECT email FROM notification_preference own
             WHERE own.firm_id = $1 AND own.user_key = told.user_key AND own.notification_type = kind), usual)
           = 'Immediate'
         GROUP BY user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Array<Text>, _>(users)
    .bind::<Array<SmallInt>, _>(kinds)
    .bind::<Array<BigInt>, _>(ids)
    .bind::<Array<Text>, _>(usual)
    .prepared()
    .execute(connection)
    .await
    .map(drop)
}
