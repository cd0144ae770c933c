//! Routes that open and carry connections.

use super::connection::{Connection, Owner};
use super::lines::{Line, long_polling, server_sent_events, web_sockets};
use super::registry::Full;
use super::{Group, welcome};
use crate::app::App;
use crate::auth::Access::SignedIn;
use crate::auth::Viewer;
use crate::auth::token::Claims;
use crate::config::Config;
use crate::error::{ApiError, ApiResult};
use crate::routes::Route;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, Uri, header};
use hyper::upgrade::OnUpgrade;
use serde_json::json;
use shared::hub::PATH;
use shared::hub::negotiate::{Answer, Offer, Transport, version};
use shared::hub::session::Refusal;
use shared::hub::transport::POLL;
use std::sync::Arc;
use std::time::Duration;

pub fn routes() -> Vec<Route> {
    vec![
        Route::post(format!("{PATH}/negotiate"), SignedIn, negotiate)
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
        Route::get(PATH, SignedIn, connect)
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
        Route::post(PATH, SignedIn, post)
            .says("Real time", "Sends records for connections without a WebSocket")
            .asks("id", "The connection token")
            .gives_nothing(StatusCode::OK, "Accepted")
            .refuses(StatusCode::NOT_FOUND, "No connection with that id"),
        Route::delete(PATH, SignedIn, delete)
            .says("Real time", "Ends a long-polling connection")
            .asks("id", "The connection token")
            .gives_nothing(StatusCode::ACCEPTED, "The connection ends")
            .refuses(StatusCode::NOT_FOUND, "No connection with that id"),
    ]
}

/// A plain-text error response, as the SignalR protocol expects: clients display the body and do not parse
/// JSON here.
type Refused = (StatusCode, &'static str);
const NO_HANDSHAKE: Refused = (StatusCode::BAD_REQUEST, "Not a valid WebSocket handshake");
const UNKNOWN: Refused = (StatusCode::NOT_FOUND, "No Connection with that ID");

/// Returns a query parameter. Names are case-insensitive.
fn asked<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let pairs = uri
        .query()?
        .split('&')
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs
        .into_iter()
        .find(|(key, _)| key.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
}

fn open(
    app: &App,
    viewer: &Viewer,
    claims: Claims,
    is_stateful: bool,
    version: u8,
) -> ApiResult<Arc<Connection>> {
    let owner = Owner {
        group: group_of(viewer),
        claims,
        account: viewer.account.clone(),
        permissions: viewer.permissions.clone(),
    };
    let now_ms = app.hub.now_ms();
    let connection = Connection::new(owner, is_stateful, version, now_ms)?;
    app.hub
        .registry
        .add(connection, now_ms)
        .map_err(|full| match full {
            Full::TooMany(seconds) => ApiError::TooMany(Duration::from_secs(seconds)),
            Full::ShuttingDown => ApiError::Unavailable("server is shutting down".into()),
        })
}

fn group_of(viewer: &Viewer) -> Group {
    Group {
        firm_id: viewer.firm.id,
        user_key: viewer.user_key.as_str().into(),
    }
}

async fn negotiate(
    State(app): State<App>,
    viewer: Viewer,
    Extension(claims): Extension<Claims>,
    uri: Uri,
) -> ApiResult<Response> {
    let version = match version(asked(&uri, "negotiateVersion")) {
        Ok(version) => version,
        Err(error) => return Ok(Json(json!({ "error": error })).into_response()),
    };
    let is_stateful = version > 0
        && asked(&uri, "useStatefulReconnect").is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let connection = open(&app, &viewer, claims, is_stateful, version)?;
    let answer = Answer {
        negotiate_version: version,
        connection_id: &connection.id,
        connection_token: (version > 0).then_some(&connection.token),
        available_transports: Offer::ALL,
        use_stateful_reconnect: is_stateful,
    };
    Ok(Json(answer).into_response())
}

/// Finds the viewer's connection by the `id` parameter.
fn named(app: &App, viewer: &Viewer, uri: &Uri) -> Result<Arc<Connection>, Refused> {
    let id = asked(uri, "id").filter(|id| !id.is_empty());
    let id = id.ok_or((StatusCode::BAD_REQUEST, "Connection ID required"))?;
    let found = app.hub.registry.find(id);
    found
        .filter(|connection| connection.group == group_of(viewer))
        .ok_or(UNKNOWN)
}

async fn connect(
    State(app): State<App>,
    viewer: Viewer,
    Extension(claims): Extension<Claims>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: Option<Extension<OnUpgrade>>,
) -> ApiResult<Response> {
    let transport = if headers.contains_key(header::UPGRADE) {
        Transport::WebSockets
    } else if is_event_stream(&headers) {
        Transport::ServerSentEvents
    } else {
        Transport::LongPolling
    };
    if transport == Transport::WebSockets && !is_own_page(&app.config, &headers) {
        return Err(ApiError::Forbidden);
    }
    // A WebSocket without an id opens a connection of its own.
    let connection = if transport == Transport::WebSockets && asked(&uri, "id").is_none() {
        open(&app, &viewer, claims, false, 1)?
    } else {
        match named(&app, &viewer, &uri) {
            Ok(connection) => connection,
            Err(refused) => return Ok(refused.into_response()),
        }
    };
    let handshake = match transport {
        Transport::WebSockets => match upgrade.zip(web_sockets::handshake(&headers)) {
            Some(handshake) => Some(handshake),
            None => return Ok(NO_HANDSHAKE.into_response()),
        },
        _ => None,
    };
    let is_first = connection.transport().is_none();
    let poll = asked(&uri, POLL).and_then(|number| number.parse().ok());
    let number = match connection.attach(transport, app.hub.now_ms()) {
        Ok(number) => number,
        Err(refusal) => {
            let refused = match refusal {
                Refusal::Gone => UNKNOWN,
                Refusal::OtherTransport => {
                    (StatusCode::BAD_REQUEST, "Cannot change transports mid-connection")
                }
                Refusal::Busy => (StatusCode::CONFLICT, "The connection is already in use"),
            };
            return Ok(refused.into_response());
        }
    };
    let line = Line {
        app,
        connection,
        number,
    };
    Ok(match (transport, handshake) {
        (_, Some((Extension(upgrade), answer))) => {
            web_sockets::begin(upgrade, line);
            answer
        }
        (Transport::ServerSentEvents, _) => server_sent_events::carry(line),
        _ if is_first => long_polling::open(&line, poll),
        _ => long_polling::carry(line, poll).await,
    })
}

fn is_event_stream(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// Checks the `Origin` header, because browsers let any page open a WebSocket to any host. Non-browser
/// clients send none.
fn is_own_page(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some(origin) = origin.to_str().ok() else {
        return false;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    origin == config.public_url.trim_end_matches('/')
        || host.is_some_and(|host| origin.split_once("://").is_some_and(|(_, own)| own == host))
}

async fn post(State(app): State<App>, viewer: Viewer, uri: Uri, body: Bytes) -> Result<StatusCode, Refused> {
    let connection = named(&app, &viewer, &uri)?;
    match connection.transport() {
        Some(Transport::WebSockets) => Err((StatusCode::METHOD_NOT_ALLOWED, "")),
        None => Err(UNKNOWN),
        Some(_) => {
            if connection.receive(None, &body, app.hub.now_ms()) {
                welcome::begin(&app, &connection);
            }
            Ok(StatusCode::OK)
        }
    }
}

async fn delete(State(app): State<App>, viewer: Viewer, uri: Uri) -> Result<StatusCode, Refused> {
    let connection = named(&app, &viewer, &uri)?;
    if connection.transport() != Some(Transport::LongPolling) {
        return Err((
            StatusCode::BAD_REQUEST,
            "Only long-polling connections can be ended with DELETE",
        ));
    }
    connection.close(None, true);
    app.hub.registry.forget(&connection);
    Ok(StatusCode::ACCEPTED)
}
