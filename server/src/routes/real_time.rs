//! Routes of the real-time hub.

use super::Route;
use crate::auth::Access::SignedIn;
use crate::hub::calls;
use http::StatusCode;
use shared::hub::PATH;
use shared::hub::negotiate::{Answer, NegotiationError};
use utoipa::IntoParams;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post(format!("{PATH}/negotiate"), SignedIn, calls::negotiate)
            .says(
                "Real time",
                "Negotiates a SignalR connection (JSON hub protocol 1 and 2)",
            )
            .asks::<NegotiateParams>()
            .gives_either::<Answer<'_>, NegotiationError>(
                "The connection id, the secret connection token and the available transports, or an error if the \
                 protocol version is not supported",
            ),
        Route::get(PATH, SignedIn, calls::connect)
            .says(
                "Real time",
                "Connects by WebSocket, server-sent events or long polling",
            )
            .asks::<ConnectParams>()
            .gives_file(
                ["text/event-stream", "application/octet-stream"],
                "Hub records as server-sent events, or those of one long poll",
            )
            .refuses(StatusCode::NOT_FOUND, "No connection with that id")
            .refuses(StatusCode::TOO_MANY_REQUESTS, "The user has too many connections"),
        Route::post(PATH, SignedIn, calls::post)
            .says("Real time", "Sends records for connections without a WebSocket")
            .asks::<ConnectionParams>()
            .gives_nothing(StatusCode::OK, "Accepted")
            .refuses(StatusCode::NOT_FOUND, "No connection with that id"),
        Route::delete(PATH, SignedIn, calls::delete)
            .says("Real time", "Ends a long-polling connection")
            .asks::<ConnectionParams>()
            .gives_nothing(StatusCode::ACCEPTED, "The connection ends")
            .refuses(StatusCode::NOT_FOUND, "No connection with that id"),
    ]
}

/// Parameters of the SignalR protocol. The handlers parse them, because their names are case-insensitive.
#[derive(IntoParams)]
#[into_params(rename_all = "camelCase")]
#[expect(dead_code, reason = "documentation only")]
struct NegotiateParams {
    #[param(minimum = 0, maximum = 1)]
    negotiate_version: Option<u8>,
    /// `true` to enable stateful reconnect
    use_stateful_reconnect: Option<bool>,
}

#[derive(IntoParams)]
#[expect(dead_code, reason = "documentation only")]
struct ConnectParams {
    /// The connection token. Optional for WebSockets
    id: Option<String>,
    /// The number of the poll. A repeated number gets the same response again
    poll: Option<u64>,
}

#[derive(IntoParams)]
#[expect(dead_code, reason = "documentation only")]
struct ConnectionParams {
    /// The connection token
    id: String,
}
