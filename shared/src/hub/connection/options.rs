//! Connection options.

use crate::hub::negotiate::Transport;
use crate::hub::retry::RetryPolicy;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The hub URL, which may have a query string.
    pub url: String,
    /// Transports allowed by the caller.
    pub allowed: Vec<Transport>,
    /// Transports supported by the environment.
    pub supported: Vec<Transport>,
    /// Opens a WebSocket without negotiating.
    pub skip_negotiation: bool,
    /// Requests stateful reconnect.
    pub stateful: bool,
    pub retry: RetryPolicy,
}

impl Options {
    /// Returns the portal's defaults: all transports, with stateful reconnect.
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

    /// Validates the options.
    ///
    /// # Errors
    /// Returns an error if the URL is empty, or if negotiation is skipped and transports other than
    /// WebSockets are allowed.
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
