//! Real-time connection between browser and server, both ends: framing, messages, handshake, negotiation,
//! connection states, and stateful reconnect.
//!
//! The wire format is the JSON hub protocol of ASP.NET Core SignalR, versions 1 and 2. This module does no
//! I/O: it takes events with the time (milliseconds of a monotonic clock) and returns effects to carry out.
//!
//! A *line* is one transport connection: a socket, an event stream, or a series of polls. A stateful
//! connection can continue on a new line.

pub mod buffer;
pub mod connection;
pub mod frame;
#[cfg(test)]
mod fuzz;
pub mod handshake;
pub mod message;
pub mod negotiate;
pub mod portal;
pub mod push;
pub mod recent_ids;
pub mod retry;
pub mod session;
#[cfg(test)]
mod tests;
pub mod transport;

/// Path below the API's base URL.
pub const PATH: &str = "/notify";
/// Interval between keep-alive pings.
pub const KEEP_ALIVE_MS: u64 = 15_000;
/// A connection without incoming messages for this long is closed.
pub const TIMEOUT_MS: u64 = 30_000;
/// Time limit for the handshake.
pub const HANDSHAKE_MS: u64 = 15_000;
/// Delay between the first unacknowledged message and its acknowledgement.
pub const ACKNOWLEDGE_MS: u64 = 1_000;
/// Limit of unacknowledged data that each side buffers.
pub const BUFFER_SIZE: usize = 100_000;
/// The largest record a client may send, in bytes.
pub const MAX_CLIENT_RECORD: usize = 32 * 1024;
