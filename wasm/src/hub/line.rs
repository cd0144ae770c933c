//! One transport connection.

use super::driver::Driver;
use super::http::Token;
use super::{event_stream, long_polling, web_socket};
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use shared::hub::connection::Event;
use shared::hub::negotiate::Transport;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

pub enum Order {
    Send(String),
    /// Closes the transport after everything sent before.
    Close,
}

pub type Orders = UnboundedReceiver<Order>;

pub struct OpenTransport {
    pub attempt: u64,
    orders: UnboundedSender<Order>,
}

impl OpenTransport {
    pub fn open(driver: Rc<Driver>, attempt: u64, transport: Transport, url: String, token: Token) -> Self {
        let (tell, orders) = unbounded();
        spawn_local(async move {
            let ear = TransportReporter { driver, attempt };
            let error = match transport {
                Transport::WebSockets => web_socket::carry(&ear, &url, token, orders).await,
                Transport::ServerSentEvents => event_stream::carry(&ear, &url, token, orders).await,
                Transport::LongPolling => long_polling::carry(&ear, &url, token, orders).await,
            };
            ear.driver.happens(Event::Closed { attempt, error });
        });
        Self {
            attempt,
            orders: tell,
        }
    }

    pub fn send(&self, text: String) {
        // A closed transport reports its end separately.
        _ = self.orders.unbounded_send(Order::Send(text));
    }

    pub fn close(&self) {
        _ = self.orders.unbounded_send(Order::Close);
    }
}

/// Reports the events of a transport to the driver.
pub struct TransportReporter {
    pub driver: Rc<Driver>,
    attempt: u64,
}

impl TransportReporter {
    pub fn opened(&self) {
        let attempt = self.attempt;
        self.driver.happens(Event::Opened { attempt });
    }

    pub fn received(&self, text: String) {
        let attempt = self.attempt;
        self.driver.happens(Event::Received { attempt, text });
    }
}

/// Returns whether the browser supports a transport.
pub fn is_there(transport: Transport) -> bool {
    let name = match transport {
        Transport::WebSockets => "WebSocket",
        Transport::ServerSentEvents => "EventSource",
        Transport::LongPolling => "fetch",
    };
    js_sys::Reflect::has(&js_sys::global(), &JsValue::from(name)).unwrap_or(false)
}
