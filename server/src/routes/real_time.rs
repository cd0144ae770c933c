//! Routes of the real-time hub.

use super::Route;
use crate::auth::Access::SignedIn;
use crate::hub::calls;
use http::StatusCode;
use shared::hub::PATH;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post(format!("{PATH}/negotiate"), SignedIn, calls::negotiate)
            .says(
                "Real time",
                "Negotiates a SignalR connection (JSON hub protocol 1 and 2)",
            )
            .asks("negotiateVersion", "0 or 1")
            .asks("useStatefulReconnect", "`true` to enable stateful reconnect")
            .gives_file(
                "application/json",
                "The connection id, the secret connection token and the available transports",
            ),
        Route::get(PATH, SignedIn, calls::connect)
            .says(
                "Real time",
                "Connects by WebSocket, server-sent events or long polling",
            )
            .asks("id", "The connection token. Optional for WebSockets")
            .asks(
                "poll",
                "The number of the poll. A repeated number gets the same response again",
            )
            .gives_file(
                "text/event-stream",
                "Hub records. Long polling responds with `application/octet-stream`",
            )
            .refuses(StatusCode::NOT_FOUND, "No connection with that id")
            .refuses(StatusCode::TOO_MANY_REQUESTS, "The user has too many connections"),
        Route::post(PATH, SignedIn, calls::post)
            .says("Real time", "Sends records for connections without a WebSocket")
            .asks("id", "The connection token")
            .gives_nothing(StatusCode::OK, "Accepted")
            .refuses(StatusCode::NOT_FOUND, "No connection with that id"),
        Route::delete(PATH, SignedIn, calls::delete)
            .says("Real time", "Ends a long-polling connection")
            .asks("id", "The connection token")
            .gives_nothing(StatusCode::ACCEPTED, "The connection ends")
            .refuses(StatusCode::NOT_FOUND, "No connection with that id"),
    ]
}
