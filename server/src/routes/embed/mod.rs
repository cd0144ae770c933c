//! Widgets in partner sites: partners and their keys, and the sessions of widgets.

mod partners;
mod sessions;

use super::{Access, Read, Route, Write};
use http::StatusCode;
use shared::embed::{ClientSecret, EmbedSession, EmbedToken, NewPartnerKey, Partner};
use shared::permission::Feature::EmbedSessions;

const CHANGED: &str = "The partner has been changed since. `current` is the latest version";

pub fn routes() -> Vec<Route> {
    let (read, write) = (
        Access::Feature(EmbedSessions, Read),
        Access::Feature(EmbedSessions, Write),
    );
    vec![
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
    ]
}
