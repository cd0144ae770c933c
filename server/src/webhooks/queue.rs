//! Queues events in the transactions that cause them.

use super::outbox::WAITING;
use crate::db::Prepare;
use crate::ids::new_uuid;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use serde_json::json;
use shared::embed::webhook::{WebhookChange, body};

/// Active webhooks of the firm `$1`.
const ACTIVE: &str = "webhook JOIN partner ON partner.firm_id = $1 AND partner.uuid = webhook.partner_uuid
  WHERE webhook.firm_id = $1 AND webhook.is_active AND partner.is_active";

#[derive(QueryableByName)]
struct Time {
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    now: Timestamp,
}

/// Queues an event for each change and each active webhook that subscribes to it, in the transaction that makes the
/// changes. Skips an event of a report if one is already waiting for the webhook.
pub async fn queue(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    changes: &[WebhookChange],
) -> QueryResult<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = changes.iter().map(|change| change.event().name()).collect();
    let time: Option<Time> = diesel::sql_query(format!(
        "SELECT now() AS now WHERE EXISTS (SELECT FROM {ACTIVE} AND webhook.events && $2)"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Array<Text>, _>(&names)
    .prepared()
    .get_result(connection)
    .await
    .optional()?;
    let Some(Time { now }) = time else {
        return Ok(());
    };
    let (mut ids, mut bodies, mut reports) = (Vec::new(), Vec::new(), Vec::new());
    for change in changes {
        let id = new_uuid();
        ids.push(id);
        bodies.push(body(id, change.event().name(), now, &json!(change)));
        reports.push(match change {
            WebhookChange::Report { report_uuid } => Some(*report_uuid),
            _ => None,
        });
    }
    diesel::sql_query(format!(
        "INSERT INTO webhook_delivery (firm_id, uuid, webhook_uuid, event_id, event, body, report_uuid, created_at)
         SELECT $1, gen_random_uuid(), active.uuid, change.id, change.event, change.body, change.report, now()
         FROM unnest($2, $3, $4, $5) AS change (id, event, body, report)
         JOIN (SELECT webhook.uuid, webhook.events FROM {ACTIVE}) AS active ON change.event = ANY (active.events)
         WHERE change.report IS NULL OR NOT EXISTS (
           SELECT FROM webhook_delivery waiting WHERE waiting.firm_id = $1 AND waiting.webhook_uuid = active.uuid
             AND waiting.report_uuid = change.report AND {WAITING} AND NOT is_sending)"
    ))
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Text>, _>(names)
    .bind::<Array<Text>, _>(bodies)
    .bind::<Array<Nullable<SqlUuid>>, _>(reports)
    .execute(connection)
    .await
    .map(drop)
}
