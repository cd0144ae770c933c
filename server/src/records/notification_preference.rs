//! Notification preferences: delivery channels by kind, and the schedule of the email summary.

use crate::db::schema::{digest_plan, notification_preference};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, SmallInt, Text};
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::notification::{DigestFrequency, DigestPlan, EmailChannel, KindPreference, Preferences};

#[derive(Queryable)]
struct KindRow {
    notification_type: i16,
    is_pushed: bool,
    email: String,
}

#[derive(Queryable)]
struct PlanRow {
    frequency: String,
    weekday: i16,
    hour: i16,
}

/// Returns a user's preferences in a firm, with defaults for unset values.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
) -> QueryResult<Preferences> {
    let plan: Option<PlanRow> = digest_plan::table
        .find((firm_id, user_key))
        .select((digest_plan::frequency, digest_plan::weekday, digest_plan::hour))
        .first(connection)
        .await
        .optional()?;
    let rows: Vec<KindRow> = notification_preference::table
        .filter(notification_preference::firm_id.eq(firm_id))
        .filter(notification_preference::user_key.eq(user_key))
        .select((
            notification_preference::notification_type,
            notification_preference::is_pushed,
            notification_preference::email,
        ))
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
    save_plan(connection, firm_id, user_key, preferences.digest).await?;
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

/// Saves the schedule of the digest. If it changed, the next run recomputes the due time.
async fn save_plan(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    user_key: &str,
    DigestPlan {
        frequency,
        weekday,
        hour,
    }: DigestPlan,
) -> QueryResult<()> {
    // Needed for the condition of `DO UPDATE`. Not in the prelude.
    use diesel::query_dsl::methods::FilterDsl;

    let plan = (
        digest_plan::frequency.eq(frequency.code()),
        digest_plan::weekday.eq(weekday),
        digest_plan::hour.eq(hour),
    );
    let is_changed = digest_plan::frequency
        .ne(excluded(digest_plan::frequency))
        .or(digest_plan::weekday.ne(excluded(digest_plan::weekday)))
        .or(digest_plan::hour.ne(excluded(digest_plan::hour)));
    diesel::insert_into(digest_plan::table)
        .values((
            digest_plan::firm_id.eq(firm_id),
            digest_plan::user_key.eq(user_key),
            plan,
        ))
        .on_conflict((digest_plan::firm_id, digest_plan::user_key))
        .do_update()
        .set((plan, digest_plan::next_at.eq(None::<jiff_diesel::Timestamp>)))
        .filter(is_changed)
        .execute(connection)
        .await
        .map(drop)
}
