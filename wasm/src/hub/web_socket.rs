//! WebSockets.

use super::http::Token;
use super::line::{Ear, Order, Orders};
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

/// Until the line ends; why, unless it ended well.
pub async fn carry(ear: &Ear, url: &str, token: Token, mut orders: Orders) -> Option<String> {
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
        // Browsers complain about a socket that is closed before it is open.
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
            // Of errors the end tells more; bytes were not asked for.
            Next::Heard(Some(_)) => {}
            Next::Heard(None) => return None,
            // What cannot be sent any more is not: the end follows.
            Next::Ordered(Some(Order::Send(text))) => _ = socket.feed(Message::Text(text)).await,
            Next::Ordered(Some(Order::Close) | None) => {
                _ = socket.close(Some(NORMAL), None);
                return None;
            }
        }
    }
}

/// Until the socket is open, or is not going to be.
async fn ready(socket: &mut WebSocket) {
    _ = poll_fn(|context| socket.poll_ready_unpin(context)).await;
}
