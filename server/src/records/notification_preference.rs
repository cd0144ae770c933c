//! Notification preferences: delivery channels by kind, and the schedule of the e-mail summary.

use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, SmallInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::notification::{DigestFrequency, DigestPlan, EmailChannel, KindPreference, Preferences};

#[derive(QueryableByName)]
struct KindRow {
    #[diesel(sql_type = SmallInt)]
    notification_type: i16,
    #[diesel(sql_type = Bool)]
    is_pushed: bool,
    #[diesel(sql_type = Text)]
    email: String,
}

#[derive(QueryableByName)]
struct PlanRow {
    #[diesel(sql_type = Text)]
    frequency: String,
    #[diesel(sql_type = SmallInt)]
    weekday: i16,
    #[diesel(sql_type = SmallInt)]
    hour: i16,
}

/// Returns a user's preferences in a firm, with defaults for what is not set.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
) -> QueryResult<Preferences> {
    let plan: Option<PlanRow> = diesel::sql_query(
        "SELECT frequency, weekday, hour FROM digest_plan WHERE firm_id = $1 AND user_key = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .get_result(connection)
    .await
    .optional()?;
    let rows: Vec<KindRow> = diesel::sql_query(
        "SELECT notification_type, is_pushed, email FROM notification_preference WHERE firm_id = $1 AND user_key = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .load(connection)
    .await?;
    let set: Vec<KindPreference> = rows
        .into_iter()
        .map(|row| KindPreference {
            notification_type: row.notification_type,
            is_pushed: row.is_pushed,
            email: EmailChannel::from_code(&row.email).unwrap_or(EmailChannel::Off),
        })
        .collect();
    let plan = plan.map_or_else(DigestPlan::default, |row| DigestPlan {
        frequency: DigestFrequency::from_code(&row.frequency).unwrap_or(DigestFrequency::Daily),
        weekday: row.weekday,
        hour: row.hour,
    });
    Ok(Preferences::of(plan, &set))
}

/// Saves validated preferences. Kinds that are not listed keep their settings. A changed summary schedule
/// clears the next due time.
pub async fn save(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    preferences: &Preferences,
) -> QueryResult<()> {
    let DigestPlan {
        frequency,
        weekday,
        hour,
    } = preferences.digest;
    diesel::sql_query(
        "INSERT INTO digest_plan AS plan (firm_id, user_key, frequency, weekday, hour) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (firm_id, user_key) DO UPDATE
           SET frequency = excluded.frequency, weekday = excluded.weekday, hour = excluded.hour, next_at = NULL
           WHERE (plan.frequency, plan.weekday, plan.hour) <> (excluded.frequency, excluded.weekday, excluded.hour)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .bind::<Text, _>(frequency.code())
    .bind::<SmallInt, _>(weekday)
    .bind::<SmallInt, _>(hour)
    .execute(connection)
    .await?;
    let kinds = &preferences.kinds;
    diesel::sql_query(
        "INSERT INTO notification_preference (firm_id, user_key, notification_type, is_pushed, email)
         SELECT $1, $2, * FROM unnest($3, $4, $5)
         ON CONFLICT (firm_id, user_key, notification_type) DO UPDATE
           SET is_pushed = excluded.is_pushed, email = excluded.email",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(user_key)
    .bind::<Array<SmallInt>, _>(
        kinds
            .iter()
            .map(|kind| kind.notification_type)
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Bool>, _>(kinds.iter().map(|kind| kind.is_pushed).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(kinds.iter().map(|kind| kind.email.code()).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}
