//! Limits that keep one user or firm from using up the server.

use std::num::NonZeroU32;
use std::time::Duration;

/// A token bucket: its size, and the time to refill one token.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    pub burst: NonZeroU32,
    pub period: Duration,
}

/// How many list queries run at the same time. Further ones wait.
#[derive(Debug, Clone, Copy)]
pub struct QueryLimits {
    pub of_user: usize,
    pub of_firm: usize,
    /// Longest wait. A query that waits longer is refused.
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
