//! The three transports that can carry a connection.

pub mod long_polling;
pub mod outlet;
pub mod server_sent_events;
pub mod web_sockets;

use super::connection::Connection;
use crate::app::App;
use std::sync::Arc;

/// A line of a connection. Detaches from the connection when dropped.
pub struct Line {
    pub app: App,
    pub connection: Arc<Connection>,
    pub number: u64,
}

impl Line {
    /// Processes bytes from the client. Starts the welcome if they completed the handshake.
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
