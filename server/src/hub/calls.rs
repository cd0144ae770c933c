//! HTTP handlers that open and carry connections.

use super::connection::{Connection, ConnectionUser};
use super::identity::Identity;
use super::lines::{Line, long_polling, server_sent_events, web_sockets};
use super::{Group, Hub, welcome};
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, Uri, header};
use hyper::upgrade::OnUpgrade;
use shared::hub::negotiate::{Answer, Offer, Transport, version};
use shared::hub::session::AttachError;
use shared::hub::transport::POLL;
use std::sync::Arc;

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
    hub: &Hub,
    viewer: &Viewer,
    identity: Identity,
    is_stateful: bool,
    version: u8,
) -> ApiResult<Arc<Connection>> {
    let user = ConnectionUser {
        group: group_of(viewer),
        identity,
        permissions: viewer.permissions.clone(),
    };
    let now_ms = hub.now_ms();
    let connection = Connection::new(user, is_stateful, version, now_ms)?;
    hub.registry.add(connection, now_ms)
}

fn group_of(viewer: &Viewer) -> Group {
    Group {
        firm_id: viewer.firm.id,
        user_key: viewer.user_key.as_str().into(),
    }
}

pub async fn negotiate(
    State(hub): State<Hub>,
    viewer: Viewer,
    identity: Identity,
    uri: Uri,
) -> ApiResult<Response> {
    let version = match version(asked(&uri, "negotiateVersion")) {
        Ok(version) => version,
        Err(error) => return Ok(Json(error).into_response()),
    };
    let is_stateful = version > 0
        && asked(&uri, "useStatefulReconnect").is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let connection = open(&hub, &viewer, identity, is_stateful, version)?;
    let answer = Answer {
        negotiate_version: version,
        connection_id: &connection.id,
        connection_token: (version > 0).then_some(&connection.token),
        available_transports: Offer::ALL,
        use_stateful_reconnect: is_stateful,
    };
    Ok(Json(answer).into_response())
}

/// Looks up the viewer's connection by the `id` parameter. Widgets and portal pages cannot use each other's
/// connections.
fn named(hub: &Hub, viewer: &Viewer, identity: &Identity, uri: &Uri) -> Result<Arc<Connection>, Refused> {
    let id = asked(uri, "id").filter(|id| !id.is_empty());
    let id = id.ok_or((StatusCode::BAD_REQUEST, "Connection ID required"))?;
    let found = hub.registry.find(id);
    found
        .filter(|connection| {
            connection.group == group_of(viewer) && connection.identity.is_same_kind(identity)
        })
        .ok_or(UNKNOWN)
}

pub async fn connect(
    State(hub): State<Hub>,
    viewer: Viewer,
    identity: Identity,
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
    // A widget page has the origin `null`. It keeps its token only in memory, so no other page can use it.
    let is_widget = viewer.embedded.is_some();
    if transport == Transport::WebSockets && !is_widget && !is_own_page(&hub.public_url, &headers) {
        return Err(ApiError::Forbidden);
    }
    // A WebSocket without an id opens a new connection.
    let connection = if transport == Transport::WebSockets && asked(&uri, "id").is_none() {
        open(&hub, &viewer, identity, false, 1)?
    } else {
        match named(&hub, &viewer, &identity, &uri) {
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
    let number = match connection.attach(transport, hub.now_ms()) {
        Ok(number) => number,
        Err(refusal) => {
            if connection.is_over() {
                hub.registry.forget(&connection);
            }
            let refused = match refusal {
                AttachError::Gone => UNKNOWN,
                AttachError::OtherTransport => {
                    (StatusCode::BAD_REQUEST, "Cannot change transports mid-connection")
                }
                AttachError::Busy => (StatusCode::CONFLICT, "The connection is already in use"),
            };
            return Ok(refused.into_response());
        }
    };
    let line = Line {
        hub,
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
fn is_own_page(public_url: &str, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some(origin) = origin.to_str().ok() else {
        return false;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    origin == public_url.trim_end_matches('/')
        || host.is_some_and(|host| origin.split_once("://").is_some_and(|(_, own)| own == host))
}

pub async fn post(
    State(hub): State<Hub>,
    viewer: Viewer,
    identity: Identity,
    uri: Uri,
    body: Bytes,
) -> Result<StatusCode, Refused> {
    let connection = named(&hub, &viewer, &identity, &uri)?;
    match connection.transport() {
        Some(Transport::WebSockets) => Err((StatusCode::METHOD_NOT_ALLOWED, "")),
        None => Err(UNKNOWN),
        Some(_) => {
            if connection.receive(None, &body, hub.now_ms()) {
                welcome::begin(&hub, &connection);
            }
            Ok(StatusCode::OK)
        }
    }
}

pub async fn delete(
    State(hub): State<Hub>,
    viewer: Viewer,
    identity: Identity,
    uri: Uri,
) -> Result<StatusCode, Refused> {
    let connection = named(&hub, &viewer, &identity, &uri)?;
    if connection.transport() != Some(Transport::LongPolling) {
        return Err((
            StatusCode::BAD_REQUEST,
            "Only long-polling connections can be ended with DELETE",
        ));
    }
    connection.close(None, true);
    hub.registry.forget(&connection);
    Ok(StatusCode::ACCEPTED)
}
