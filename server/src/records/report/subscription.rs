//! Subscriptions to changes in reports.

use crate::db::schema::report_subscription;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::report::ReportSubscription;
use uuid::Uuid;

#[derive(QueryableByName)]
struct Subscribers {
    #[diesel(sql_type = BigInt)]
    subscription_count: i64,
    #[diesel(sql_type = Array<Text>)]
    subscribed_user_keys: Vec<String>,
}

/// Loads the number of subscribers, and which of the given users subscribe.
pub async fn subscribers(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_keys: &[&str],
) -> QueryResult<ReportSubscription> {
    let found: Subscribers = diesel::sql_query(
        "SELECT count(*) AS subscription_count,
           coalesce(array_agg(user_key) FILTER (WHERE user_key = ANY($3)), '{}') AS subscribed_user_keys
         FROM report_subscription WHERE firm_id = $1 AND report_uuid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(report)
    .bind::<Array<Text>, _>(user_keys)
    .get_result(connection)
    .await?;
    Ok(ReportSubscription {
        subscription_count: found.subscription_count,
        subscribed_user_keys: found.subscribed_user_keys,
    })
}

/// Ends the subscriptions of the given users, except those in `but`.
pub async fn unsubscribe(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_keys: &[&str],
    but: &[String],
) -> QueryResult<()> {
    diesel::delete(report_subscription::table)
        .filter(report_subscription::firm_id.eq(firm_id))
        .filter(report_subscription::report_uuid.eq(report))
        .filter(report_subscription::user_key.eq_any(user_keys))
        .filter(report_subscription::user_key.ne_all(but))
        .execute(connection)
        .await
        .map(drop)
}

/// Notification settings for [`subscribe`].
pub struct Delivery<'a> {
    pub is_digest: bool,
    pub next_digest_at: Timestamp,
    /// The only user whose existing subscription is updated.
    pub changes_of: &'a str,
}

/// Subscribes users to a report.
pub async fn subscribe(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_keys: &[String],
    delivery: Delivery<'_>,
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO report_subscription AS s (firm_id, report_uuid, user_key, is_digest, next_digest_at)
         SELECT $1, $2, user_key, $4, $5 FROM unnest($3) AS user_key
         ON CONFLICT (firm_id, report_uuid, user_key) DO UPDATE SET is_digest = excluded.is_digest
         WHERE s.user_key = $6",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(report)
    .bind::<Array<Text>, _>(user_keys)
    .bind::<Bool, _>(delivery.is_digest)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(delivery.next_digest_at))
    .bind::<Text, _>(delivery.changes_of)
    .execute(connection)
    .await
    .map(drop)
}

/// Returns the state to compare the current one with when showing changes: the state before the last notification or,
/// if there is none, the state that was last notified. The outer `Option` is `None` if the user does not subscribe.
pub async fn baseline(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    report: Uuid,
    user_key: &str,
) -> QueryResult<Option<Option<Uuid>>> {
    let states: Option<(Option<Uuid>, Option<Uuid>)> = report_subscription::table
        .find((firm_id, report, user_key))
        .select((report_subscription::before_state, report_subscription::told_state))
        .first(connection)
        .await
        .optional()?;
    Ok(states.map(|(before, told)| before.or(told)))
}
