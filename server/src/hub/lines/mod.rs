//! The three ways to carry a connection.

pub mod long_polling;
pub mod outlet;
pub mod server_sent_events;
pub mod web_sockets;

use super::connection::Connection;
use crate::app::App;
use std::sync::Arc;

/// A line of a connection; when it is dropped the connection hears that it broke.
pub struct Line {
    pub app: App,
    pub connection: Arc<Connection>,
    pub number: u64,
}

impl Line {
    /// Takes what the client sent, and greets it when that was its handshake.
    fn receive(&self, bytes: &[u8]) {
        let now_ms = self.app.hub.now_ms();
        if self.connection.receive(Some(self.number), bytes, now_ms) {
            super::welcome::begin(&self.app, &self.connection);
        }
    }

    fn forget_if_over(&self) {
        if self.connection.is_over() {
            self.app.hub.registry.forget(&self.connection);
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.connection.detach(self.number, self.app.hub.now_ms());
        self.forget_if_over();
    }
}
