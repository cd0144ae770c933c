//! The queue of deliveries: claims due ones and records the results of attempts.

use super::client::Failure;
use crate::crypto::Sealer;
use crate::db::{Db, Transaction};
use crate::error::ApiResult;
use crate::records::webhook::place;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::{SignedDuration, Timestamp};
use shared::embed::webhook::pause_after;
use uuid::Uuid;

/// Condition of deliveries that were neither delivered nor abandoned. A constant, so that partial indexes can be used.
pub(super) const WAITING: &str = "delivered_at IS NULL AND failed_at IS NULL";
/// Maximum number of concurrent requests to a webhook per node.
const BATCH: i64 = 4;
/// Time after which a claimed delivery is due again, in case the node died. Longer than a batch can take.
const LEASE: SignedDuration = SignedDuration::from_mins(5);
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);
/// Maximum number of deliveries kept for a webhook, including pending ones.
const MAX_KEPT: i64 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, QueryableByName)]
pub(super) struct Endpoint {
    #[diesel(sql_type = Integer)]
    pub firm_id: i32,
    #[diesel(sql_type = SqlUuid, column_name = webhook_uuid)]
    pub webhook: Uuid,
}

#[derive(Debug, QueryableByName)]
pub(super) struct Delivery {
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(sql_type = Text)]
    pub body: String,
    /// Number of attempts, including the current one.
    #[diesel(sql_type = SmallInt)]
    pub attempts: i16,
}

/// URL and valid secrets of a webhook.
pub(super) struct Target {
    pub url: String,
    /// The current secret, and the previous one while it is valid. An error if the current one cannot be decrypted.
    pub secrets: Result<Vec<String>, Failure>,
}

pub(super) struct Batch {
    pub target: Target,
    pub deliveries: Vec<Delivery>,
}

/// Lists the webhooks of all firms with due deliveries.
pub(super) async fn due(db: &Db, now: Timestamp) -> ApiResult<Vec<Endpoint>> {
    let mut transaction = db.begin_for_webhooks().await?;
    let due = diesel::sql_query(format!(
        "SELECT DISTINCT firm_id, webhook_uuid FROM webhook_delivery WHERE {WAITING} AND next_attempt_at <= $1"
    ))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    Ok(due)
}

/// Claims due deliveries of a webhook. Other nodes skip them until the lease ends. Returns `None` if there are none,
/// and abandons them if the webhook is inactive.
pub(super) async fn claim(
    db: &Db,
    sealer: &Sealer,
    endpoint: Endpoint,
    now: Timestamp,
) -> ApiResult<Option<Batch>> {
    let mut transaction = db.begin(endpoint.firm_id).await?;
    let Some(target) = target(&mut transaction, sealer, endpoint, now).await? else {
        abandon(&mut transaction, endpoint, now).await?;
        transaction.commit().await?;
        return Ok(None);
    };
    let deliveries: Vec<Delivery> = diesel::sql_query(format!(
        "UPDATE webhook_delivery SET attempts = attempts + 1, next_attempt_at = $4, is_sending = true
         WHERE firm_id = $1 AND uuid IN (
           SELECT uuid FROM webhook_delivery
           WHERE firm_id = $1 AND webhook_uuid = $2 AND {WAITING} AND next_attempt_at <= $3
           ORDER BY next_attempt_at, created_at LIMIT $5 FOR UPDATE SKIP LOCKED)
         RETURNING uuid, body, attempts"
    ))
    .bind::<Integer, _>(endpoint.firm_id)
    .bind::<SqlUuid, _>(endpoint.webhook)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now + LEASE))
    .bind::<BigInt, _>(BATCH)
    .load(&mut *transaction)
    .await?;
    transaction.commit().await?;
    if deliveries.is_empty() {
        return Ok(None);
    }
    Ok(Some(Batch { target, deliveries }))
}

#[derive(QueryableByName)]
struct TargetRow {
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Binary)]
    secret: Vec<u8>,
    /// `None` if there is no previous secret or it is no longer valid.
    #[diesel(sql_type = Nullable<Binary>)]
    previous_secret: Option<Vec<u8>>,
}

/// Looks up a webhook. Returns `None` if it, its partner or its firm is inactive.
async fn target(
    transaction: &mut Transaction,
    sealer: &Sealer,
    endpoint: Endpoint,
    now: Timestamp,
) -> ApiResult<Option<Target>> {
    let row: Option<TargetRow> = diesel::sql_query(
        "SELECT url, secret, CASE WHEN previous_until > $3 THEN previous_secret END AS previous_secret
         FROM webhook JOIN partner ON partner.firm_id = $1 AND partner.uuid = partner_uuid
         JOIN firm ON firm.firm_id = $1
         WHERE webhook.firm_id = $1 AND webhook.uuid = $2
           AND webhook.is_active AND partner.is_active AND firm.is_active",
    )
    .bind::<Integer, _>(endpoint.firm_id)
    .bind::<SqlUuid, _>(endpoint.webhook)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .get_result(&mut **transaction)
    .await
    .optional()?;
    let place = place(endpoint.firm_id, endpoint.webhook);
    Ok(row.map(|row| Target {
        url: row.url,
        secrets: [Some(row.secret), row.previous_secret]
            .into_iter()
            .flatten()
            .map(|cipher| sealer.open(place, &cipher))
            .collect::<Result<_, _>>()
            .map_err(|error| {
                tracing::error!(firm.id = endpoint.firm_id, webhook.uuid = %endpoint.webhook, %error,
                    "failed to decrypt the secret of a webhook");
                Failure::without_response("The secret cannot be decrypted. Replace it.")
            }),
    }))
}

async fn abandon(transaction: &mut Transaction, endpoint: Endpoint, now: Timestamp) -> ApiResult<()> {
    diesel::sql_query(format!(
        "UPDATE webhook_delivery SET failed_at = $3, is_sending = false, last_error = 'The webhook was inactive.'
         WHERE firm_id = $1 AND webhook_uuid = $2 AND {WAITING} AND next_attempt_at <= $3"
    ))
    .bind::<Integer, _>(endpoint.firm_id)
    .bind::<SqlUuid, _>(endpoint.webhook)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Records an attempt: delivered, due again, or failed after the last one. Has no effect if the lease ended and another
/// node has claimed the delivery since.
pub(super) async fn finish(
    db: &Db,
    endpoint: Endpoint,
    delivery: &Delivery,
    attempt: &Result<u16, Failure>,
    now: Timestamp,
) -> ApiResult<()> {
    let (status, words, pause) = match attempt {
        Ok(status) => (Some(*status), None, None),
        Err(failure) => (
            failure.status,
            Some(failure.words),
            pause_after(delivery.attempts),
        ),
    };
    let at = jiff_diesel::Timestamp::from;
    let failed_at = (attempt.is_err() && pause.is_none()).then(|| at(now));
    let mut transaction = db.begin(endpoint.firm_id).await?;
    diesel::sql_query(format!(
        "UPDATE webhook_delivery SET is_sending = false, delivered_at = $4, failed_at = $5,
           next_attempt_at = coalesce($6, next_attempt_at), last_status = $7, last_error = $8
         WHERE firm_id = $1 AND uuid = $2 AND attempts = $3 AND {WAITING}"
    ))
    .bind::<Integer, _>(endpoint.firm_id)
    .bind::<SqlUuid, _>(delivery.uuid)
    .bind::<SmallInt, _>(delivery.attempts)
    .bind::<Nullable<Timestamptz>, _>(attempt.is_ok().then(|| at(now)))
    .bind::<Nullable<Timestamptz>, _>(failed_at)
    .bind::<Nullable<Timestamptz>, _>(pause.map(|pause| at(now + pause)))
    .bind::<Nullable<SmallInt>, _>(status.and_then(|status| i16::try_from(status).ok()))
    .bind::<Nullable<Text>, _>(words)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// Deletes deliveries after 30 days, and the oldest of a webhook with more than [`MAX_KEPT`].
pub(super) async fn clean(db: &Db, now: Timestamp) -> ApiResult<()> {
    let mut transaction = db.begin_for_webhooks().await?;
    let expired = diesel::sql_query("DELETE FROM webhook_delivery WHERE created_at < $1")
        .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now - KEPT))
        .execute(&mut *transaction)
        .await?;
    let surplus = diesel::sql_query(
        "DELETE FROM webhook_delivery delivery USING (
           SELECT firm_id, uuid, row_number() OVER (
             PARTITION BY firm_id, webhook_uuid ORDER BY created_at DESC, uuid) AS place
           FROM webhook_delivery
         ) AS ranked
         WHERE place > $1 AND delivery.firm_id = ranked.firm_id AND delivery.uuid = ranked.uuid",
    )
    .bind::<BigInt, _>(MAX_KEPT)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    if surplus > 0 {
        tracing::warn!(count = surplus, "deleted webhook deliveries over the limit");
    }
    if expired > 0 {
        tracing::debug!(count = expired, "deleted expired webhook deliveries");
    }
    Ok(())
}
