//! Webhook deliveries that administrators list and repeat. The `webhooks` module writes and sends the others.

use super::webhook::WebhookKey;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::embed::webhook::{TEST_EVENT, WebhookDelivery, WebhookDeliveryState, body};
use uuid::Uuid;

/// Number of deliveries shown to administrators.
const SHOWN: i32 = 50;

const COLUMNS: &str = "uuid, event_id, event, attempts, created_at,
  CASE WHEN attempts > 0 AND delivered_at IS NULL AND failed_at IS NULL THEN next_attempt_at END AS next_attempt_at,
  delivered_at, failed_at IS NOT NULL AS is_failed, last_status, last_error, replayed_from IS NOT NULL AS is_replay";

#[derive(QueryableByName)]
struct DeliveryRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    event_id: Uuid,
    #[diesel(sql_type = Text)]
    event: String,
    #[diesel(sql_type = SmallInt)]
    attempts: i16,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    next_attempt_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    delivered_at: Option<Timestamp>,
    #[diesel(sql_type = Bool)]
    is_failed: bool,
    #[diesel(sql_type = Nullable<SmallInt>)]
    last_status: Option<i16>,
    #[diesel(sql_type = Nullable<Text>)]
    last_error: Option<String>,
    #[diesel(sql_type = Bool)]
    is_replay: bool,
}

impl From<DeliveryRow> for WebhookDelivery {
    fn from(row: DeliveryRow) -> Self {
        let DeliveryRow {
            uuid,
            event_id,
            event,
            attempts,
            created_at,
            next_attempt_at,
            delivered_at,
            is_failed,
            last_status,
            last_error,
            is_replay,
        } = row;
        let state = match delivered_at {
            Some(_) => WebhookDeliveryState::Delivered,
            None if is_failed => WebhookDeliveryState::Failed,
            None => WebhookDeliveryState::Waiting,
        };
        Self {
            uuid,
            event_id,
            event,
            state,
            attempts,
            created_at,
            next_attempt_at,
            delivered_at,
            last_status,
            last_error,
            is_replay,
        }
    }
}

/// Lists the newest deliveries of a webhook.
pub async fn newest(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    webhook: Uuid,
) -> QueryResult<Vec<WebhookDelivery>> {
    let rows: Vec<DeliveryRow> = diesel::sql_query(format!(
        "SELECT {COLUMNS} FROM webhook_delivery WHERE firm_id = $1 AND webhook_uuid = $2
         ORDER BY created_at DESC, uuid LIMIT $3"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(webhook)
    .bind::<Integer, _>(SHOWN)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Queues a new delivery of the same event. Returns `None` if the webhook has no such delivery.
pub async fn replay(
    connection: &mut AsyncPgConnection,
    key: WebhookKey,
    (delivery, new): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<Option<WebhookDelivery>> {
    let row: Option<DeliveryRow> = diesel::sql_query(format!(
        "INSERT INTO webhook_delivery (firm_id, uuid, webhook_uuid, event_id, event, body, replayed_from, created_at)
         SELECT firm_id, $4, webhook_uuid, event_id, event, body, uuid, $5 FROM webhook_delivery
         WHERE firm_id = $1 AND webhook_uuid = $2 AND uuid = $3 RETURNING {COLUMNS}"
    ))
    .bind::<Integer, _>(key.firm_id)
    .bind::<SqlUuid, _>(key.webhook)
    .bind::<SqlUuid, _>(delivery)
    .bind::<SqlUuid, _>(new)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .get_result(connection)
    .await
    .optional()?;
    Ok(row.map(Into::into))
}

/// Queues a test event.
pub async fn add_test(
    connection: &mut AsyncPgConnection,
    key: WebhookKey,
    (new, event): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<WebhookDelivery> {
    let body = body(event, TEST_EVENT, now, &serde_json::json!({}));
    let row: DeliveryRow = diesel::sql_query(format!(
        "INSERT INTO webhook_delivery (firm_id, uuid, webhook_uuid, event_id, event, body, created_at)
         VALUES ($1, $3, $2, $4, $5, $6, $7) RETURNING {COLUMNS}"
    ))
    .bind::<Integer, _>(key.firm_id)
    .bind::<SqlUuid, _>(key.webhook)
    .bind::<SqlUuid, _>(new)
    .bind::<SqlUuid, _>(event)
    .bind::<Text, _>(TEST_EVENT)
    .bind::<Text, _>(body)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(now))
    .get_result(connection)
    .await?;
    Ok(row.into())
}
