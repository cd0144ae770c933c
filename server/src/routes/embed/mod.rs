//! Widgets on partner sites: partners with their keys and webhooks, and widget sessions.

mod partners;
mod sessions;
mod webhooks;

use super::{Access, Read, Route, Write};
use http::StatusCode;
use shared::embed::webhook::{NewWebhook, Webhook, WebhookDelivery};
use shared::embed::{ClientSecret, EmbedSession, EmbedToken, NewPartnerKey, Partner};
use shared::permission::Feature::EmbedSessions;

const CHANGED: &str = "The partner has been changed since. `current` is the latest version";
const WEBHOOK_CHANGED: &str = "The webhook has been changed since. `current` is the latest version";

pub fn routes() -> Vec<Route> {
    let (read, write) = (
        Access::Feature(EmbedSessions, Read),
        Access::Feature(EmbedSessions, Write),
    );
    let mut routes = vec![
        Route::post("/Embed/session", Access::Partner, sessions::create)
            .says(
                "Embedding",
                "Creates a session of a widget. The partner's backend passes its client secret to the page",
            )
            .gives::<ClientSecret>(StatusCode::CREATED, "The session. Its secret works once")
            .refuses(
                StatusCode::FORBIDDEN,
                "`origin_not_allowed`, `user_not_allowed`, `contact_not_allowed`, `report_not_allowed`",
            ),
        Route::post("/Embed/token", Access::ClientSecret, sessions::open)
            .says(
                "Embedding",
                "Exchanges a client secret for the access token of a widget",
            )
            .gives::<EmbedToken>(StatusCode::OK, "The access token")
            .refuses(
                StatusCode::FORBIDDEN,
                "`origin_not_allowed`, `widget_not_allowed`. The secret cannot be used again",
            ),
        Route::delete("/Embed/token", Access::Widget, sessions::end)
            .says("Embedding", "Ends the session of a widget")
            .gives_nothing(StatusCode::NO_CONTENT, "Ended"),
        Route::get("/Embed/partners", read, partners::list)
            .says("Embedding", "Lists the partners of the firm by name")
            .gives_all::<Partner>("Partners with their valid keys"),
        Route::post("/Embed/partners", write, partners::add)
            .says("Embedding", "Adds a partner")
            .gives::<Partner>(StatusCode::CREATED, "The partner, without keys"),
        Route::put("/Embed/partners/{partnerUuid}", write, partners::change)
            .says("Embedding", "Changes or deactivates a partner")
            .gives::<Partner>(StatusCode::OK, "The saved partner")
            .refuses(StatusCode::CONFLICT, CHANGED),
        Route::post("/Embed/partners/{partnerUuid}/keys", write, partners::add_key)
            .says("Embedding", "Creates a key of a partner's backend")
            .gives::<NewPartnerKey>(StatusCode::CREATED, "The key. It cannot be read again")
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`too_many_keys`: the partner has two valid keys",
            ),
        Route::delete(
            "/Embed/partners/{partnerUuid}/keys/{keyUuid}",
            write,
            partners::revoke_key,
        )
        .says("Embedding", "Revokes a key and ends the sessions created with it")
        .gives_nothing(StatusCode::NO_CONTENT, "Revoked"),
        Route::post("/Embed/partners/{partnerUuid}/preview", write, sessions::preview)
            .says(
                "Embedding",
                "Creates a session of the caller, to preview a widget in the portal",
            )
            .gives::<ClientSecret>(
                StatusCode::CREATED,
                "The session. Its secret works once, in a page of the portal",
            )
            .refuses(StatusCode::FORBIDDEN, "`user_not_allowed`, `report_not_allowed`"),
        Route::get("/Embed/partners/{partnerUuid}/sessions", read, partners::sessions)
            .says("Embedding", "Lists the newest sessions of a partner")
            .gives_all::<EmbedSession>("Up to 50 sessions, newest first"),
    ];
    routes.extend(webhook_routes(read, write));
    routes
}

fn webhook_routes(read: Access, write: Access) -> [Route; 8] {
    const ALL: &str = "/Embed/partners/{partnerUuid}/webhooks";
    const ONE: &str = "/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}";
    const SECRET: &str = "The webhook and its secret. The secret cannot be read again";
    const INACTIVE: &str = "`webhook_inactive`: the webhook or its partner is inactive";
    [
        Route::get(ALL, read, webhooks::list)
            .says("Embedding", "Lists the webhooks of a partner")
            .gives_all::<Webhook>("Webhooks, oldest first"),
        Route::post(ALL, write, webhooks::add)
            .says("Embedding", "Adds a webhook")
            .gives::<NewWebhook>(StatusCode::CREATED, SECRET)
            .refuses(
                StatusCode::UNPROCESSABLE_ENTITY,
                "`too_many_webhooks`: the partner has five webhooks",
            ),
        Route::put(ONE, write, webhooks::change)
            .says("Embedding", "Changes or deactivates a webhook")
            .gives::<Webhook>(StatusCode::OK, "The saved webhook")
            .refuses(StatusCode::CONFLICT, WEBHOOK_CHANGED),
        Route::delete(ONE, write, webhooks::delete)
            .says("Embedding", "Deletes a webhook and its deliveries")
            .gives_nothing(StatusCode::NO_CONTENT, "Deleted"),
        Route::post(
            "/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/secret",
            write,
            webhooks::replace_secret,
        )
        .says(
            "Embedding",
            "Replaces the secret of a webhook. The previous one signs as well for 24 hours",
        )
        .gives::<NewWebhook>(StatusCode::CREATED, SECRET),
        Route::post(
            "/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/test",
            write,
            webhooks::test,
        )
        .says("Embedding", "Sends a test event")
        .gives::<WebhookDelivery>(StatusCode::CREATED, "The queued delivery")
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, INACTIVE),
        Route::get(
            "/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/deliveries",
            read,
            webhooks::deliveries,
        )
        .says("Embedding", "Lists the newest deliveries of a webhook")
        .gives_all::<WebhookDelivery>("Up to 50 deliveries, newest first"),
        Route::post(
            "/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/deliveries/{deliveryUuid}/replay",
            write,
            webhooks::replay,
        )
        .says("Embedding", "Sends the event of a delivery again")
        .gives::<WebhookDelivery>(StatusCode::CREATED, "The queued delivery")
        .refuses(StatusCode::UNPROCESSABLE_ENTITY, INACTIVE),
    ]
}
