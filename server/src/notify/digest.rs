//! Digests of unread notifications, sent at each user's hour. A new digest replaces the previous one.

use super::channels::usual_email;
use super::{Notice, To, send};
use crate::db::schema::user_notification;
use crate::db::{Db, advisory_lock};
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, SmallInt, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use shared::notification::NotificationKind::{self, DigestSummary};
use shared::notification::digest::{self, ADDRESS, MAX_AGE};
use shared::notification::{DigestFrequency, DigestPlan};

/// A user whose digest is due, not scheduled yet, or scheduled in another time zone.
#[derive(QueryableByName)]
struct DueDigest {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Text)]
    time_zone: String,
    #[diesel(sql_type = Text)]
    frequency: String,
    #[diesel(sql_type = SmallInt)]
    weekday: i16,
    #[diesel(sql_type = SmallInt)]
    hour: i16,
    /// `false` if the digest only has to be scheduled.
    #[diesel(sql_type = Bool)]
    is_due: bool,
    /// Unread notifications that have not been in a digest.
    #[diesel(sql_type = Array<BigInt>)]
    ids: Vec<i64>,
}

impl DueDigest {
    fn plan(&self) -> DigestPlan {
        DigestPlan {
            frequency: DigestFrequency::from_code(&self.frequency).unwrap_or(DigestFrequency::Daily),
            weekday: self.weekday,
            hour: self.hour,
        }
    }

    fn next(&self, now: Timestamp) -> Option<Timestamp> {
        let zone = TimeZone::get(&self.time_zone).unwrap_or(TimeZone::UTC);
        digest::next(&self.plan(), now, &zone)
    }
}

/// Sends the due digests of a firm in one transaction.
pub async fn run_firm(db: &Db, firm_id: i32, now: Timestamp) -> ApiResult<()> {
    let mut transaction = db.begin(firm_id).await?;
    let is_mine = advisory_lock::try_lock(&mut transaction, "firmbook_digest", firm_id).await?;
    let due = if is_mine {
        due(&mut transaction, firm_id, now).await?
    } else {
        Vec::new()
    };
    if due.is_empty() {
        transaction.finish();
        return Ok(());
    }
    let full: Vec<&DueDigest> = due
        .iter()
        .filter(|one| one.is_due && !one.ids.is_empty())
        .collect();
    if !full.is_empty() {
        summarize(&mut transaction, firm_id, now, &full).await?;
    }
    schedule_next(&mut transaction, firm_id, now, &due).await?;
    transaction.commit().await
}

async fn due(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
) -> QueryResult<Vec<DueDigest>> {
    let kinds: Vec<i16> = NotificationKind::ALL.iter().map(|kind| kind.number()).collect();
    let usual: Vec<&str> = kinds.iter().map(|kind| usual_email(*kind)).collect();
    diesel::sql_query(
        "WITH usual AS (
           SELECT * FROM unnest($3, $4) AS usual(notification_type, email)
         ), unread AS (
           SELECT n.user_key, array_agg(user_notification_history_id ORDER BY create_date DESC) AS ids
           FROM user_notification n JOIN usual USING (notification_type)
           LEFT JOIN notification_preference own USING (firm_id, user_key, notification_type)
           WHERE n.firm_id = $1 AND removed_at IS NULL AND NOT is_read AND NOT is_collapsed AND digested_at IS NULL
             AND create_date > $5 AND create_date <= $2 AND coalesce(own.email, usual.email) = 'Digest'
           GROUP BY n.user_key
         ), plan AS (
           SELECT * FROM digest_plan WHERE firm_id = $1
         )
         SELECT u.user_key, u.time_zone, coalesce(frequency, 'Daily') AS frequency,
           coalesce(weekday, 1::smallint) AS weekday, coalesce(hour, 7::smallint) AS hour,
           coalesce(next_at <= $2 AND plan.time_zone = u.time_zone, false) AS is_due, coalesce(ids, '{}') AS ids
         FROM plan FULL JOIN unread USING (user_key) JOIN app_user u USING (user_key)
         JOIN firm_assignment a ON a.firm_id = $1 AND a.user_key = u.user_key AND a.is_active
         WHERE next_at IS NULL OR next_at <= $2 OR plan.time_zone IS DISTINCT FROM u.time_zone
         ORDER BY u.user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Array<SmallInt>, _>(kinds)
    .bind::<Array<Text>, _>(usual)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now - MAX_AGE))
    .load(connection)
    .await
}

/// Replaces the previous digests and queues the digest emails.
async fn summarize(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    full: &[&DueDigest],
) -> QueryResult<()> {
    let users: Vec<&str> = full.iter().map(|one| one.user_key.as_str()).collect();
    let at = jiff_diesel::Timestamp::from(now);
    diesel::update(user_notification::table)
        .filter(user_notification::firm_id.eq(firm_id))
        .filter(user_notification::user_key.eq_any(&users))
        .filter(user_notification::notification_type.eq(DigestSummary.number()))
        .filter(user_notification::removed_at.is_null())
        .set(user_notification::removed_at.eq(at))
        .execute(connection)
        .await?;
    let notices: Vec<Notice> = full
        .iter()
        .map(|one| Notice {
            kind: DigestSummary,
            key: now.to_string(),
            display_name: digest::words(one.plan().frequency, one.ids.len()),
            application_url: Some(ADDRESS.to_owned()),
            details: Vec::new(),
            to: To::User(one.user_key.clone()),
        })
        .collect();
    send(connection, firm_id, now, &notices).await?;
    let (owners, ids): (Vec<&str>, Vec<i64>) = full
        .iter()
        .flat_map(|one| one.ids.iter().map(|id| (one.user_key.as_str(), *id)))
        .unzip();
    let paces: Vec<&str> = full.iter().map(|one| one.plan().frequency.code()).collect();
    diesel::sql_query(
        "WITH item AS (
           SELECT * FROM unnest($2, $3) AS item(user_key, id)
         ), noted AS (
           UPDATE user_notification n SET digested_at = $6 FROM item
           WHERE n.firm_id = $1 AND n.user_key = item.user_key AND n.user_notification_history_id = item.id
         )
         INSERT INTO mail_outbox (firm_id, user_key, cause, notification_ids, created_at, next_try_at)
         SELECT $1, user_key, min(pace), array_agg(id), $6, $6
         FROM item JOIN unnest($4, $5) AS paces(user_key, pace) USING (user_key) GROUP BY user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(owners)
    .bind::<Array<BigInt>, _>(ids)
    .bind::<Array<Text>, _>(&users)
    .bind::<Array<Text>, _>(paces)
    .bind::<Timestamptz, _>(at)
    .execute(connection)
    .await
    .map(drop)
}

/// Schedules the next digests.
async fn schedule_next(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    due: &[DueDigest],
) -> QueryResult<()> {
    let users: Vec<&str> = due.iter().map(|one| one.user_key.as_str()).collect();
    let zones: Vec<&str> = due.iter().map(|one| one.time_zone.as_str()).collect();
    let next: Vec<Option<jiff_diesel::Timestamp>> =
        due.iter().map(|one| one.next(now).map(Into::into)).collect();
    diesel::sql_query(
        "INSERT INTO digest_plan (firm_id, user_key, next_at, time_zone)
         SELECT $1, user_key, next_at, time_zone FROM unnest($2, $3, $4) AS given(user_key, next_at, time_zone)
         ON CONFLICT (firm_id, user_key) DO UPDATE SET next_at = excluded.next_at, time_zone = excluded.time_zone",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(users)
    .bind::<Array<Nullable<Timestamptz>>, _>(next)
    .bind::<Array<Text>, _>(zones)
    .execute(connection)
    .await
    .map(drop)
}
