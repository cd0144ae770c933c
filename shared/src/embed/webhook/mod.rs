//! Webhooks: URLs of a partner that receive events of the firm.

mod delivery;
mod endpoint;
mod event;

pub use delivery::{
    MAX_ATTEMPTS, SECRET_OVERLAP, SIGNATURE_HEADER, WebhookDelivery, WebhookDeliveryState, pause_after,
    signature, signed_content,
};
pub use endpoint::{MAX_WEBHOOKS, NewWebhook, Webhook, WebhookInput, normalize, origin_of};
pub use event::{TEST_EVENT, WebhookChange, WebhookEvent, body};
