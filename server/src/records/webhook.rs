//! Partners' webhooks and their encrypted signing secrets.

use crate::auth::Viewer;
use crate::crypto::{Place, Sealer};
use crate::db::schema::webhook;
use crate::error::ApiResult;
use crate::records::medical::SealedText;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::embed::webhook::{SECRET_OVERLAP, Webhook, WebhookEvent, WebhookInput};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhook, check_for_backend(Pg))]
struct WebhookRow {
    uuid: Uuid,
    version: i32,
    url: String,
    events: Vec<String>,
    is_active: bool,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
    #[diesel(deserialize_as = jiff_diesel::NullableTimestamp)]
    previous_until: Option<Timestamp>,
}

impl WebhookRow {
    fn at(self, now: Timestamp) -> Webhook {
        let Self {
            uuid,
            version,
            url,
            events,
            is_active,
            created_at,
            previous_until,
        } = self;
        Webhook {
            uuid,
            version,
            url,
            events: events
                .iter()
                .filter_map(|name| WebhookEvent::from_name(name))
                .collect(),
            is_active,
            created_at,
            previous_secret_until: previous_until.filter(|until| *until > now),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct WebhookKey {
    pub firm_id: i32,
    pub partner: Uuid,
    pub webhook: Uuid,
}

impl WebhookKey {
    #[diesel::dsl::auto_type(no_type_alias)]
    fn row(self) -> _ {
        let (firm_id, partner, uuid): (i32, Uuid, Uuid) = (self.firm_id, self.partner, self.webhook);
        webhook::table
            .filter(webhook::firm_id.eq(firm_id))
            .filter(webhook::uuid.eq(uuid))
            .filter(webhook::partner_uuid.eq(partner))
    }
}

/// Encrypts a signing secret.
///
/// # Errors
/// Returns `ApiError::Internal` if the system provides no random bytes.
pub fn seal(sealer: &Sealer, (firm_id, webhook): (i32, Uuid), secret: &str) -> ApiResult<SealedText> {
    Ok(SealedText {
        cipher: sealer.seal_text(place(firm_id, webhook), secret)?,
        key_id: sealer.keys().current_id(),
    })
}

/// Returns the place that a webhook's signing secrets are bound to.
pub fn place(firm_id: i32, webhook: Uuid) -> Place {
    Place {
        firm_id,
        record: webhook,
        field: Place::WEBHOOK_SECRET,
    }
}

/// Lists the webhooks of a partner, oldest first.
pub async fn of_partner(
    connection: &mut AsyncPgConnection,
    (firm_id, partner): (i32, Uuid),
    now: Timestamp,
) -> QueryResult<Vec<Webhook>> {
    let rows: Vec<WebhookRow> = webhook::table
        .filter(webhook::firm_id.eq(firm_id))
        .filter(webhook::partner_uuid.eq(partner))
        .order((webhook::created_at, webhook::uuid))
        .select(WebhookRow::as_select())
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|row| row.at(now)).collect())
}

/// Looks up a webhook of a partner.
pub async fn find(
    connection: &mut AsyncPgConnection,
    key: WebhookKey,
    now: Timestamp,
) -> QueryResult<Option<Webhook>> {
    let row: Option<WebhookRow> = key
        .row()
        .select(WebhookRow::as_select())
        .first(connection)
        .await
        .optional()?;
    Ok(row.map(|row| row.at(now)))
}

/// Adds a webhook.
pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    key: WebhookKey,
    (input, secret): (&WebhookInput, SealedText),
    now: Timestamp,
) -> QueryResult<()> {
    diesel::insert_into(webhook::table)
        .values((
            webhook::firm_id.eq(key.firm_id),
            webhook::uuid.eq(key.webhook),
            webhook::partner_uuid.eq(key.partner),
            webhook::url.eq(&input.url),
            webhook::events.eq(names(&input.events)),
            webhook::is_active.eq(input.is_active),
            webhook::secret.eq(secret.cipher),
            webhook::secret_key_id.eq(secret.key_id),
            webhook::created_at.eq(jiff_diesel::Timestamp::from(now)),
            webhook::created_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
        .map(drop)
}

fn names(events: &[WebhookEvent]) -> Vec<&'static str> {
    events.iter().map(|event| event.name()).collect()
}

/// Updates a webhook. Returns `false` if its version has changed.
pub async fn change(
    connection: &mut AsyncPgConnection,
    key: WebhookKey,
    input: &WebhookInput,
) -> QueryResult<bool> {
    let changed = diesel::update(webhook::table.find((key.firm_id, key.webhook)))
        .filter(webhook::partner_uuid.eq(key.partner))
        .filter(webhook::version.eq(input.version.unwrap_or_default()))
        .set((
            webhook::version.eq(webhook::version + 1),
            webhook::url.eq(&input.url),
            webhook::events.eq(names(&input.events)),
            webhook::is_active.eq(input.is_active),
        ))
        .execute(connection)
        .await?;
    Ok(changed == 1)
}

/// Replaces the signing secret. The previous secret also signs deliveries for another day. Returns `false` if there
/// is no such webhook.
pub async fn replace_secret(
    connection: &mut AsyncPgConnection,
    key: WebhookKey,
    secret: SealedText,
    now: Timestamp,
) -> QueryResult<bool> {
    let until = jiff_diesel::Timestamp::from(now + SECRET_OVERLAP);
    let replaced = diesel::update(webhook::table.find((key.firm_id, key.webhook)))
        .filter(webhook::partner_uuid.eq(key.partner))
        .set((
            webhook::previous_secret.eq(webhook::secret.nullable()),
            webhook::previous_secret_key_id.eq(webhook::secret_key_id.nullable()),
            webhook::previous_until.eq(until),
            webhook::secret.eq(secret.cipher),
            webhook::secret_key_id.eq(secret.key_id),
        ))
        .execute(connection)
        .await?;
    Ok(replaced == 1)
}

/// Deletes a webhook with its deliveries. Returns `false` if there is no such webhook.
pub async fn delete(connection: &mut AsyncPgConnection, key: WebhookKey) -> QueryResult<bool> {
    let deleted = diesel::delete(webhook::table.find((key.firm_id, key.webhook)))
        .filter(webhook::partner_uuid.eq(key.partner))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}
