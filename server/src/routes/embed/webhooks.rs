//! A partner's webhooks and their deliveries.

use crate::app::App;
use crate::audit;
use crate::auth::{Viewer, secret};
use crate::crypto::Sealer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::medical::SealedText;
use crate::records::partner;
use crate::records::webhook::{self, WebhookKey};
use crate::records::webhook_delivery;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use jiff::Timestamp;
use serde_json::{Value, json};
use shared::embed::webhook::{
    MAX_WEBHOOKS, NewWebhook, Webhook, WebhookDelivery, WebhookInput, normalize, origin_of,
};
use uuid::Uuid;

const NO_PARTNER: ApiError = ApiError::NotFound("partner");
const MISSING: ApiError = ApiError::NotFound("webhook");

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(partner_uuid): PathParams<Uuid>,
) -> ApiResult<Json<Vec<Webhook>>> {
    let firm_id = viewer.firm.id;
    let mut transaction = app.db.begin(firm_id).await?;
    partner::find(&mut transaction, firm_id, partner_uuid)
        .await?
        .ok_or(NO_PARTNER)?;
    let webhooks = webhook::of_partner(&mut transaction, (firm_id, partner_uuid), app.clock.now()).await?;
    transaction.finish();
    Ok(Json(webhooks))
}

pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(partner): PathParams<Uuid>,
    Body(input): Body<WebhookInput>,
) -> ApiResult<(StatusCode, Json<NewWebhook>)> {
    let input = normalized(&input)?;
    let key = WebhookKey {
        firm_id: viewer.firm.id,
        partner,
        webhook: new_uuid(),
    };
    let now = app.clock.now();
    let (secret, sealed) = new_secret(&app.sealer, key)?;
    let mut transaction = app.db.begin(key.firm_id).await?;
    if !partner::hold(&mut transaction, key.firm_id, partner).await? {
        return Err(NO_PARTNER);
    }
    let others = webhook::of_partner(&mut transaction, (key.firm_id, partner), now).await?;
    if others.len() >= MAX_WEBHOOKS {
        return Err(ApiError::Refused {
            code: "too_many_webhooks",
            message: "This partner already has five webhooks. Delete one before you add another.".into(),
        });
    }
    webhook::add(&mut transaction, &viewer, key, (&input, sealed), now).await?;
    let webhook = found(&mut transaction, key, now).await?;
    record(&mut transaction, &viewer, "addWebhook", key, details(&webhook)).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(NewWebhook { webhook, secret })))
}

pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((partner, webhook)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<WebhookInput>,
) -> ApiResult<Json<Webhook>> {
    let input = normalized(&input)?;
    let key = key(&viewer, (partner, webhook));
    let mut transaction = app.db.begin(key.firm_id).await?;
    let is_saved = webhook::change(&mut transaction, key, &input).await?;
    let after = found(&mut transaction, key, app.clock.now()).await?;
    if !is_saved {
        return Err(ApiError::Conflict(Box::new(json!(after))));
    }
    record(&mut transaction, &viewer, "changeWebhook", key, details(&after)).await?;
    transaction.commit().await?;
    Ok(Json(after))
}

pub(super) async fn replace_secret(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((partner, webhook)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<(StatusCode, Json<NewWebhook>)> {
    let key = key(&viewer, (partner, webhook));
    let now = app.clock.now();
    let (secret, sealed) = new_secret(&app.sealer, key)?;
    let mut transaction = app.db.begin(key.firm_id).await?;
    if !webhook::replace_secret(&mut transaction, key, sealed, now).await? {
        return Err(MISSING);
    }
    let webhook = found(&mut transaction, key, now).await?;
    record(
        &mut transaction,
        &viewer,
        "replaceWebhookSecret",
        key,
        details(&webhook),
    )
    .await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(NewWebhook { webhook, secret })))
}

pub(super) async fn delete(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((partner, webhook)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let key = key(&viewer, (partner, webhook));
    let mut transaction = app.db.begin(key.firm_id).await?;
    let webhook = found(&mut transaction, key, app.clock.now()).await?;
    if !webhook::delete(&mut transaction, key).await? {
        return Err(MISSING);
    }
    record(&mut transaction, &viewer, "deleteWebhook", key, details(&webhook)).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn deliveries(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((partner, webhook)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<Json<Vec<WebhookDelivery>>> {
    let key = key(&viewer, (partner, webhook));
    let mut transaction = app.db.begin(key.firm_id).await?;
    found(&mut transaction, key, app.clock.now()).await?;
    let deliveries = webhook_delivery::newest(&mut transaction, key.firm_id, webhook).await?;
    transaction.finish();
    Ok(Json(deliveries))
}

pub(super) async fn replay(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((partner, webhook, delivery)): PathParams<(Uuid, Uuid, Uuid)>,
) -> ApiResult<(StatusCode, Json<WebhookDelivery>)> {
    let key = key(&viewer, (partner, webhook));
    let now = app.clock.now();
    let mut transaction = app.db.begin(key.firm_id).await?;
    must_be_active(&mut transaction, key, now).await?;
    let queued = webhook_delivery::replay(&mut transaction, key, (delivery, new_uuid()), now)
        .await?
        .ok_or(ApiError::NotFound("delivery"))?;
    let details = json!({ "webhook": webhook, "delivery": delivery, "event": queued.event });
    record(&mut transaction, &viewer, "replayWebhook", key, details).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(queued)))
}

pub(super) async fn test(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((partner, webhook)): PathParams<(Uuid, Uuid)>,
) -> ApiResult<(StatusCode, Json<WebhookDelivery>)> {
    let key = key(&viewer, (partner, webhook));
    let now = app.clock.now();
    let mut transaction = app.db.begin(key.firm_id).await?;
    must_be_active(&mut transaction, key, now).await?;
    let queued = webhook_delivery::add_test(&mut transaction, key, (new_uuid(), new_uuid()), now).await?;
    let details = json!({ "webhook": webhook });
    record(&mut transaction, &viewer, "testWebhook", key, details).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(queued)))
}

fn key(viewer: &Viewer, (partner, webhook): (Uuid, Uuid)) -> WebhookKey {
    WebhookKey {
        firm_id: viewer.firm.id,
        partner,
        webhook,
    }
}

fn normalized(input: &WebhookInput) -> ApiResult<WebhookInput> {
    let (input, faults) = normalize(input);
    if faults.is_empty() {
        Ok(input)
    } else {
        Err(ApiError::Invalid(faults))
    }
}

/// Returns a new signing secret, in plaintext and encrypted.
fn new_secret(sealer: &Sealer, key: WebhookKey) -> ApiResult<(String, SealedText)> {
    let secret = format!("whsec_{}", secret::random()?);
    let sealed = webhook::seal(sealer, (key.firm_id, key.webhook), &secret)?;
    Ok((secret, sealed))
}

async fn found(transaction: &mut Transaction, key: WebhookKey, now: Timestamp) -> ApiResult<Webhook> {
    webhook::find(transaction, key, now).await?.ok_or(MISSING)
}

/// Fails with `ApiError::Refused` if the webhook or its partner is inactive.
async fn must_be_active(transaction: &mut Transaction, key: WebhookKey, now: Timestamp) -> ApiResult<()> {
    let webhook = found(transaction, key, now).await?;
    let partner = partner::find(transaction, key.firm_id, key.partner)
        .await?
        .ok_or(NO_PARTNER)?;
    if webhook.is_active && partner.is_active {
        return Ok(());
    }
    Err(ApiError::Refused {
        code: "webhook_inactive",
        message: "The webhook or its partner is inactive. Activate it, then try again.".into(),
    })
}

/// Returns the audit details. They contain only the origin of the URL, because its path can contain a partner's
/// secret.
fn details(webhook: &Webhook) -> Value {
    json!({ "webhook": webhook.uuid, "origin": origin_of(&webhook.url), "events": webhook.events,
            "isActive": webhook.is_active, "version": webhook.version })
}

/// Writes the audit entry. Call it last in the transaction.
async fn record(
    transaction: &mut Transaction,
    viewer: &Viewer,
    action: &str,
    key: WebhookKey,
    details: Value,
) -> ApiResult<()> {
    let subject = ("partner", Some(key.partner));
    Ok(audit::record(transaction, viewer, action, subject, details).await?)
}
