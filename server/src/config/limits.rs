//! Limits that keep one user or firm from using up the server.

use std::num::NonZeroU32;
use std::time::Duration;

/// A token bucket: its size, and the time to refill one token.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    pub burst: NonZeroU32,
    pub period: Duration,
}

/// Limits on concurrent list queries. Queries over a limit wait.
#[derive(Debug, Clone, Copy)]
pub struct QueryLimits {
    pub of_user: usize,
    pub of_firm: usize,
    /// Maximum wait. A query that waits longer is rejected.
    pub wait: Duration,
}

/// Limits of one user's real-time connections.
#[derive(Debug, Clone, Copy)]
pub struct HubLimits {
    /// Maximum number of simultaneous connections.
    pub connections: usize,
    /// Rate at which connections are opened.
    pub opened: Rate,
}
