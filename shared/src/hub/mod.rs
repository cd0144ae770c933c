//! The real-time connection, both ends of it: records, messages, handshake, negotiation, the client's states, the
//! server's end, and the memory that lets a lost line go on where it broke.
//!
//! The wire is the JSON hub protocol of ASP.NET Core SignalR, versions 1 and 2. Everything here is pure: what happened
//! and the time (milliseconds of any clock that only grows) go in; what is to be done comes out.

pub mod buffer;
pub mod connection;
pub mod frame;
#[cfg(test)]
mod fuzz;
pub mod handshake;
pub mod known;
pub mod message;
pub mod negotiate;
pub mod portal;
pub mod push;
pub mod retry;
pub mod session;
#[cfg(test)]
mod tests;
pub mod transport;

/// Below the API's address.
pub const PATH: &str = "/notify";
/// One side is heard of at least this often.
pub const KEEP_ALIVE_MS: u64 = 15_000;
/// Silence for this long is the end of a connection.
pub const TIMEOUT_MS: u64 = 30_000;
/// A handshake takes no longer.
pub const HANDSHAKE_MS: u64 = 15_000;
/// What was received is acknowledged this long after the first of it.
pub const ACKNOWLEDGE_MS: u64 = 1_000;
/// How much one side keeps until it is acknowledged.
pub const BUFFER_SIZE: usize = 100_000;
/// The largest record that a client may send, in bytes.
pub const MAX_CLIENT_RECORD: usize = 32 * 1024;
