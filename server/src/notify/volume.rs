//! Collapses many notifications of one kind per day into a single line.

use super::Told;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Integer, SmallInt, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::notification::NotificationKind::{self, HighVolumeWarning};
use shared::notification::volume::{self, MAX_PER_DAY};
use std::collections::{BTreeSet, HashSet};

#[derive(QueryableByName)]
struct DailyVolume {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = SmallInt)]
    notification_type: i16,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    day: Date,
}

/// Hides notifications above the daily limit. Returns the visible ones, including the lines that represent the rest.
pub(super) async fn collapse(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    told: Vec<Told>,
) -> QueryResult<Vec<Told>> {
    let kinds: BTreeSet<i16> = told
        .iter()
        .map(|one| one.notification_type)
        .filter(|number| NotificationKind::from_number(*number).is_some_and(volume::collapses))
        .collect();
    if kinds.is_empty() {
        return Ok(told);
    }
    let users: BTreeSet<&str> = told.iter().map(|one| one.user_key.as_str()).collect();
    let many: Vec<DailyVolume> = diesel::sql_query(
        "WITH today AS (
           SELECT ($4 AT TIME ZONE office_time_zone)::date AS day,
             ($4 AT TIME ZONE office_time_zone)::date::timestamp AT TIME ZONE office_time_zone AS midnight
           FROM firm WHERE firm_id = $1
         ), many AS (
           SELECT user_key, notification_type, count(*) AS count, min(day) AS day
           FROM user_notification, today
           WHERE firm_id = $1 AND user_key = ANY($2) AND notification_type = ANY($3) AND create_date >= midnight
           GROUP BY user_key, notification_type HAVING count(*) > $5
         ), hidden AS (
           UPDATE user_notification n SET is_collapsed = true FROM many, today
           WHERE n.firm_id = $1 AND n.user_key = many.user_key AND n.notification_type = many.notification_type
             AND n.create_date >= midnight AND NOT n.is_collapsed
         )
         SELECT user_key, notification_type, count, day FROM many",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(users.into_iter().collect::<Vec<_>>())
    .bind::<Array<SmallInt>, _>(kinds.into_iter().collect::<Vec<_>>())
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<BigInt, _>(MAX_PER_DAY)
    .load(connection)
    .await?;
    if many.is_empty() {
        return Ok(told);
    }
    let hidden: HashSet<(&str, i16)> = many
        .iter()
        .map(|one| (one.user_key.as_str(), one.notification_type))
        .collect();
    let mut shown: Vec<Told> = told
        .into_iter()
        .filter(|one| !hidden.contains(&(one.user_key.as_str(), one.notification_type)))
        .collect();
    shown.extend(lines(connection, firm_id, now, &many).await?);
    Ok(shown)
}

/// Creates or updates one line per user, kind and day. An updated line becomes unread again.
async fn lines(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    now: Timestamp,
    many: &[DailyVolume],
) -> QueryResult<Vec<Told>> {
    let line = |one: &DailyVolume| {
        let kind = NotificationKind::from_number(one.notification_type).unwrap_or(NotificationKind::Unknown);
        let key = format!(
            "{}:{}",
            HighVolumeWarning.number(),
            volume::dedup_key(kind, one.day)
        );
        (
            key,
            volume::words(kind, one.count, one.day),
            volume::address(kind),
        )
    };
    let users: Vec<&str> = many.iter().map(|one| one.user_key.as_str()).collect();
    let (keys, rest): (Vec<_>, Vec<_>) = many
        .iter()
        .map(line)
        .map(|(key, words, to)| (key, (words, to)))
        .unzip();
    let (words, addresses): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
    diesel::sql_query(
        "INSERT INTO user_notification AS n (firm_id, user_key, notification_type, display_name, application_url,
           create_date, dedup_key)
         SELECT $1, user_key, $2, display_name, application_url, $3, dedup_key
         FROM unnest($4, $5, $6, $7) AS given(user_key, dedup_key, display_name, application_url)
         ON CONFLICT (firm_id, user_key, dedup_key) DO UPDATE
           SET display_name = excluded.display_name, create_date = excluded.create_date, is_read = false,
             removed_at = NULL
         RETURNING user_key, user_notification_history_id, notification_type, display_name",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SmallInt, _>(HighVolumeWarning.number())
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Array<Text>, _>(users)
    .bind::<Array<Text>, _>(keys)
    .bind::<Array<Text>, _>(words)
    .bind::<Array<Text>, _>(addresses)
    .load(connection)
    .await
}
