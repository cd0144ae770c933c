//! WebSocket transport.

use super::http::Token;
use super::line::{Order, Orders, TransportReporter};
use futures_util::future::{Either, select};
use futures_util::{SinkExt, StreamExt};
use gloo_net::websocket::futures::WebSocket;
use gloo_net::websocket::{Message, State, WebSocketError};
use shared::hub::negotiate::Transport::WebSockets;
use shared::hub::transport::{SOCKET_FAILED, line_url, socket_error};
use std::future::poll_fn;
use std::pin::pin;
use wasm_bindgen_futures::spawn_local;

const NORMAL: u16 = 1000;

enum Next {
    Heard(Option<Result<Message, WebSocketError>>),
    Ordered(Option<Order>),
}

/// Runs the transport until it ends. Returns the error, if any.
pub async fn carry(ear: &TransportReporter, url: &str, token: Token, mut orders: Orders) -> Option<String> {
    let address = match token.get(&ear.driver.page, false).await {
        Ok(own) => line_url(WebSockets, url, own.as_deref()),
        Err(error) => return Some(error),
    };
    let mut socket = match WebSocket::open(&address) {
        Ok(socket) => socket,
        Err(error) => return Some(error.to_string()),
    };
    let is_wanted = {
        let ready = pin!(ready(&mut socket));
        matches!(select(ready, orders.next()).await, Either::Left(_))
    };
    if !is_wanted {
        // Closing a socket before it opens causes a browser warning, so wait for it first.
        spawn_local(async move {
            ready(&mut socket).await;
            _ = socket.close(Some(NORMAL), None);
        });
        return None;
    }
    if !matches!(socket.state(), State::Open) {
        return Some(SOCKET_FAILED.into());
    }
    ear.opened();
    loop {
        let next = match select(socket.next(), orders.next()).await {
            Either::Left((heard, _)) => Next::Heard(heard),
            Either::Right((order, _)) => Next::Ordered(order),
        };
        match next {
            Next::Heard(Some(Ok(Message::Text(text)))) => ear.received(text),
            Next::Heard(Some(Err(WebSocketError::ConnectionClose(end)))) => {
                return socket_error(end.code, &end.reason);
            }
            // The close event has the details of an error. Binary messages are not expected.
            Next::Heard(Some(_)) => {}
            Next::Heard(None) => return None,
            // A failed send is ignored, because the close event follows.
            Next::Ordered(Some(Order::Send(text))) => _ = socket.feed(Message::Text(text)).await,
            Next::Ordered(Some(Order::Close) | None) => {
                _ = socket.close(Some(NORMAL), None);
                return None;
            }
        }
    }
}

/// Waits until the socket is open or has failed.
async fn ready(socket: &mut WebSocket) {
    _ = poll_fn(|context| socket.poll_ready_unpin(context)).await;
}
