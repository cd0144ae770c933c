//! The mail outbox: queued mail and the results of delivery attempts.

use super::{letter, pause};
use crate::db::Db;
use crate::db::schema::{cohort_send_recipient, mail_outbox};
use crate::error::ApiResult;
use crate::sends;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use shared::cohort::schedule::DeliveryState;
use shared::trust::letters::LetterState;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Maximum number of mails that a node claims at a time.
const BATCH: i64 = 10;
/// Time after which claimed mail is due again, in case the node died. Longer than a batch can take, including
/// its last mail.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
/// Reason for a letter that was queued before mail was disabled.
const MAIL_DISABLED: &str = "Firmbook is not set up to send email.";
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);

#[derive(Debug, QueryableByName)]
pub(super) struct QueuedMail {
    #[diesel(sql_type = Integer)]
    pub firm_id: i32,
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    /// The recipient, or the user who asked support a question. `None` for mail to contacts.
    #[diesel(sql_type = Nullable<Text>)]
    pub user_key: Option<String>,
    /// `Notice`, `Daily`, `Weekly`, `Cohort`, `Letter` or `Support`.
    #[diesel(sql_type = Text)]
    pub cause: String,
    #[diesel(sql_type = Array<BigInt>)]
    pub notification_ids: Vec<i64>,
    /// Set for cohort emails, together with `send_date` and `contact_uuid`.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    schedule_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    send_date: Option<Date>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    contact_uuid: Option<Uuid>,
    /// Set for Crummey letters.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub letter_uuid: Option<Uuid>,
    /// Set for questions to support.
    #[diesel(sql_type = Nullable<Jsonb>)]
    pub support_request: Option<serde_json::Value>,
    /// Number of attempts, including the current one.
    #[diesel(sql_type = SmallInt)]
    pub tries: i16,
}

/// The recipient of a cohort send.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subject {
    pub schedule: Uuid,
    pub send_date: Date,
    pub contact: Uuid,
}

impl Subject {
    /// Selects the recipient's row.
    #[diesel::dsl::auto_type(no_type_alias)]
    pub fn row(self, firm_id: i32) -> _ {
        let send_date: jiff_diesel::Date = self.send_date.into();
        let (schedule, contact): (Uuid, Uuid) = (self.schedule, self.contact);
        cohort_send_recipient::table.find((firm_id, schedule, send_date, contact))
    }
}

impl QueuedMail {
    /// Returns `None` unless this is a cohort email.
    pub fn subject(&self) -> Option<Subject> {
        Some(Subject {
            schedule: self.schedule_uuid?,
            send_date: self.send_date?,
            contact: self.contact_uuid?,
        })
    }
}

/// Claims mail that is due. Other nodes skip it until the lease ends. Cohort emails have the lowest priority.
pub(super) async fn claim(db: &Db, now: Timestamp) -> ApiResult<Vec<QueuedMail>> {
    let mut transaction = db.begin_for_mail().await?;
    let batch = diesel::sql_query(
        "UPDATE mail_outbox SET tries = tries + 1, next_try_at = $2
         WHERE (firm_id, uuid) IN (
           SELECT firm_id, uuid FROM mail_outbox WHERE done_at IS NULL AND next_try_at <= $1
           ORDER BY cause = 'Cohort', next_try_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING firm_id, uuid, user_key, cause, notification_ids, schedule_uuid, send_date, contact_uuid, letter_uuid,
           support_request, tries",
    )
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now + LEASE))
    .bind::<BigInt, _>(BATCH)
    .load(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(batch)
}

/// Releases claimed mail that was not attempted.
pub(super) async fn give_back(db: &Db, untried: &[QueuedMail], now: Timestamp) -> ApiResult<()> {
    let firm_ids: Vec<i32> = untried.iter().map(|waiting| waiting.firm_id).collect();
    let uuids: Vec<Uuid> = untried.iter().map(|waiting| waiting.uuid).collect();
    let mut transaction = db.begin_for_mail().await?;
    diesel::sql_query(
        "UPDATE mail_outbox SET tries = tries - 1, next_try_at = $3
         WHERE (firm_id, uuid) IN (SELECT * FROM unnest($1, $2))",
    )
    .bind::<Array<Integer>, _>(firm_ids)
    .bind::<Array<SqlUuid>, _>(uuids)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// Result of a delivery attempt.
enum Outcome<'a> {
    Sent,
    /// Not sent, for this reason.
    Instead(&'a str),
    Again(Timestamp, &'a str),
    Failed(&'a str),
}

impl Outcome<'_> {
    fn words(&self) -> Option<&str> {
        match self {
            Self::Sent => None,
            Self::Instead(words) | Self::Again(_, words) | Self::Failed(words) => Some(words),
        }
    }

    fn state(&self) -> DeliveryState {
        match self {
            Self::Sent => DeliveryState::Sent,
            Self::Instead(_) => DeliveryState::Skipped,
            Self::Again(..) => DeliveryState::Waiting,
            Self::Failed(_) => DeliveryState::Failed,
        }
    }
}

pub(super) async fn sent(db: &Db, waiting: &QueuedMail, now: Timestamp) -> ApiResult<()> {
    finish(db, waiting, now, &Outcome::Sent).await
}

/// Marks a mail as skipped.
pub(super) async fn dropped(db: &Db, waiting: &QueuedMail, now: Timestamp, why: &str) -> ApiResult<()> {
    finish(db, waiting, now, &Outcome::Instead(why)).await
}

/// Schedules the next attempt, or marks the mail as failed after a final error or the last attempt.
pub(super) async fn failed(
    db: &Db,
    waiting: &QueuedMail,
    now: Timestamp,
    why: &str,
    is_final: bool,
) -> ApiResult<()> {
    let outcome = match pause(waiting.tries).filter(|_| !is_final) {
        Some(pause) => Outcome::Again(now + pause, why),
        None => Outcome::Failed(why),
    };
    finish(db, waiting, now, &outcome).await
}

async fn finish(db: &Db, waiting: &QueuedMail, now: Timestamp, outcome: &Outcome<'_>) -> ApiResult<()> {
    let (again, done) = match outcome {
        Outcome::Again(at, _) => (Some(*at), None),
        _ => (None, Some(now)),
    };
    let mut transaction = db.begin_for_mail().await?;
    diesel::update(mail_outbox::table.find((waiting.firm_id, waiting.uuid)))
        .set((
            again.map(|at| mail_outbox::next_try_at.eq(jiff_diesel::Timestamp::from(at))),
            mail_outbox::done_at.eq(done.map(jiff_diesel::Timestamp::from)),
            mail_outbox::last_error.eq(outcome.words()),
        ))
        .execute(&mut *transaction)
        .await?;
    if let Some(subject) = waiting.subject() {
        transaction.now_in_firm(waiting.firm_id).await?;
        let sent_at = matches!(outcome, Outcome::Sent).then(|| jiff_diesel::Timestamp::from(now));
        diesel::update(subject.row(waiting.firm_id))
            .set((
                cohort_send_recipient::state.eq(outcome.state().code()),
                cohort_send_recipient::reason.eq(outcome.words()),
                cohort_send_recipient::sent_at.eq(sent_at),
            ))
            .execute(&mut *transaction)
            .await?;
    }
    if let Some(letter) = waiting.letter_uuid {
        transaction.now_in_firm(waiting.firm_id).await?;
        let outcome = letter::Outcome {
            state: match outcome {
                Outcome::Sent => LetterState::Delivered,
                Outcome::Again(..) => LetterState::Sending,
                Outcome::Instead(_) | Outcome::Failed(_) => LetterState::Failed,
            },
            failure: outcome.words(),
        };
        letter::finish(&mut transaction, (waiting.firm_id, letter), outcome, now).await?;
    }
    transaction.commit().await
}

/// Returns firm and schedule of each cohort send in the batch.
pub(super) fn sends_of(batch: &[QueuedMail]) -> BTreeSet<(i32, Uuid)> {
    batch
        .iter()
        .filter_map(|waiting| Some((waiting.firm_id, waiting.subject()?.schedule)))
        .collect()
}

/// Publishes the progress of a cohort send.
pub(super) async fn tell(db: &Db, firm_id: i32, schedule: Uuid) -> ApiResult<()> {
    let mut transaction = db.begin(firm_id).await?;
    sends::publish_progress(&mut transaction, firm_id, schedule).await?;
    transaction.commit().await
}

/// Empties the outbox while mail is disabled. Letters in it are not delivered.
pub(super) async fn drop_all(db: &Db, now: Timestamp) -> ApiResult<()> {
    let mut transaction = db.begin_for_mail().await?;
    let letters: Vec<(i32, Option<Uuid>)> = mail_outbox::table
        .filter(mail_outbox::letter_uuid.is_not_null())
        .filter(mail_outbox::done_at.is_null())
        .select((mail_outbox::firm_id, mail_outbox::letter_uuid))
        .load(&mut *transaction)
        .await?;
    for (firm_id, letter) in letters {
        let Some(letter) = letter else { continue };
        transaction.now_in_firm(firm_id).await?;
        let outcome = letter::Outcome {
            state: LetterState::Failed,
            failure: Some(MAIL_DISABLED),
        };
        letter::finish(&mut transaction, (firm_id, letter), outcome, now).await?;
    }
    diesel::delete(mail_outbox::table)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}

/// Deletes mail that was completed more than 30 days ago.
pub(super) async fn clean(db: &Db, now: Timestamp) -> ApiResult<()> {
    let mut transaction = db.begin_for_mail().await?;
    diesel::delete(mail_outbox::table)
        .filter(mail_outbox::done_at.lt(jiff_diesel::Timestamp::from(now - KEPT)))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}
