//! Mail that waits, and what became of it.

use super::pause;
use crate::db::Db;
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// As many as one node takes at once.
const BATCH: i64 = 10;
/// A node that took mail and says nothing for so long has died: longer than a batch may take.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);

#[derive(Debug, QueryableByName)]
pub(super) struct Waiting {
    #[diesel(sql_type = Integer)]
    pub firm_id: i32,
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(sql_type = Text)]
    pub user_key: String,
    /// `Notice`, `Daily` or `Weekly`.
    #[diesel(sql_type = Text)]
    pub cause: String,
    #[diesel(sql_type = Array<BigInt>)]
    pub notification_ids: Vec<i64>,
    /// This one included.
    #[diesel(sql_type = SmallInt)]
    pub tries: i16,
}

/// Takes mail that is due; no other node takes it for a while.
pub(super) async fn claim(db: &Db, now: Timestamp) -> ApiResult<Vec<Waiting>> {
    let mut transaction = db.begin_for_mail().await?;
    let batch = diesel::sql_query(
        "UPDATE mail_outbox SET tries = tries + 1, next_try_at = $2
         WHERE (firm_id, uuid) IN (
           SELECT firm_id, uuid FROM mail_outbox WHERE done_at IS NULL AND next_try_at <= $1
           ORDER BY next_try_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING firm_id, uuid, user_key, cause, notification_ids, tries",
    )
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now + LEASE))
    .bind::<BigInt, _>(BATCH)
    .load(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(batch)
}

/// Sent, or not to be sent for a reason.
pub(super) async fn done(db: &Db, waiting: &Waiting, now: Timestamp, instead: Option<&str>) -> ApiResult<()> {
    finish(db, waiting, None, Some(now), instead).await
}

/// To be tried again, unless it was refused for good or too often.
pub(super) async fn failed(
    db: &Db,
    waiting: &Waiting,
    now: Timestamp,
    why: &str,
    is_final: bool,
) -> ApiResult<()> {
    let again = pause(waiting.tries)
        .filter(|_| !is_final)
        .map(|pause| now + pause);
    let given_up = again.is_none().then_some(now);
    finish(db, waiting, again, given_up, Some(why)).await
}

async fn finish(
    db: &Db,
    waiting: &Waiting,
    again: Option<Timestamp>,
    done: Option<Timestamp>,
    words: Option<&str>,
) -> ApiResult<()> {
    let mut transaction = db.begin_for_mail().await?;
    diesel::sql_query(
        "UPDATE mail_outbox SET next_try_at = coalesce($3, next_try_at), done_at = $4, last_error = $5
         WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(waiting.firm_id)
    .bind::<SqlUuid, _>(waiting.uuid)
    .bind::<Nullable<Timestamptz>, _>(again.map(jiff_diesel::Timestamp::from))
    .bind::<Nullable<Timestamptz>, _>(done.map(jiff_diesel::Timestamp::from))
    .bind::<Nullable<Text>, _>(words)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// Where no mail is sent, none piles up.
pub(super) async fn drop_all(db: &Db) -> ApiResult<()> {
    let mut transaction = db.begin_for_mail().await?;
    diesel::sql_query("DELETE FROM mail_outbox")
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}

/// Removes what was done long ago.
pub(super) async fn clean(db: &Db, now: Timestamp) -> ApiResult<()> {
    let mut transaction = db.begin_for_mail().await?;
    diesel::sql_query("DELETE FROM mail_outbox WHERE done_at < $1")
        .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now - KEPT))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}
