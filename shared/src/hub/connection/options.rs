//! How a connection is to be made.

use crate::hub::negotiate::Transport;
use crate::hub::retry::RetryPolicy;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The hub's address; it may have a query of its own.
    pub url: String,
    /// Those that the user of the connection allows.
    pub allowed: Vec<Transport>,
    /// Those that the environment has.
    pub supported: Vec<Transport>,
    /// Opens a WebSocket at once.
    pub skip_negotiation: bool,
    /// Asks for a connection that survives the loss of its line.
    pub stateful: bool,
    pub retry: RetryPolicy,
}

impl Options {
    /// All transports, as the portal uses them.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            allowed: Transport::ALL.into(),
            supported: Transport::ALL.into(),
            skip_negotiation: false,
            stateful: true,
            retry: RetryPolicy::usual(),
        }
    }

    /// # Errors
    /// The text for whoever asked for the connection.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.url.is_empty() {
            return Err("The 'url' argument should not be empty.");
        }
        if self.skip_negotiation && self.allowed != [Transport::WebSockets] {
            return Err("Negotiation can only be skipped when using the WebSocket transport directly.");
        }
        Ok(())
    }
}
