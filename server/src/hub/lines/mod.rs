//! The three transports that can carry a connection.

pub mod long_polling;
pub mod outlet;
pub mod server_sent_events;
pub mod web_sockets;

use super::Hub;
use super::connection::Connection;
use std::sync::Arc;

/// A line of a connection. Detaches from the connection when dropped.
pub struct Line {
    pub hub: Hub,
    pub connection: Arc<Connection>,
    pub number: u64,
}

impl Line {
    /// Processes bytes from the client. Starts the welcome if they completed the handshake.
    fn receive(&self, bytes: &[u8]) {
        let now_ms = self.hub.now_ms();
        if self.connection.receive(Some(self.number), bytes, now_ms) {
            super::welcome::begin(&self.hub, &self.connection);
        }
    }

    fn forget_if_over(&self) {
        if self.connection.is_over() {
            self.hub.registry.forget(&self.connection);
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.connection.detach(self.number, self.hub.now_ms());
        self.forget_if_over();
    }
}
