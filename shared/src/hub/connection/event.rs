//! What goes into a connection and what comes out of it.

use crate::hub::message::Outcome;
use crate::hub::negotiate::Transport;
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Disconnected,
    Connecting,
    Connected,
    Disconnecting,
    Reconnecting,
}

/// What the driver reports. `attempt` is the number that the effect carried which caused it; what comes late, of an
/// attempt that is over, is ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Start,
    Stop,
    /// Status and body of the answer, or why there is none.
    Negotiated {
        attempt: u64,
        answer: Result<(u16, String), String>,
    },
    Opened {
        attempt: u64,
    },
    /// A message of the transport: it holds whole records.
    Received {
        attempt: u64,
        text: String,
    },
    /// The line did not open or is gone, also after [`Effect::Close`].
    Closed {
        attempt: u64,
        error: Option<String>,
    },
    /// The time of [`super::Connection::wakes_at`] has come.
    Time,
}

/// What the driver does.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// `POST` there with the user's access token, or with this one, which a redirecting server gave.
    Negotiate {
        attempt: u64,
        url: String,
        access_token: Option<String>,
    },
    Open {
        attempt: u64,
        transport: Transport,
        url: String,
        access_token: Option<String>,
    },
    Send {
        attempt: u64,
        text: String,
    },
    Close {
        attempt: u64,
    },
    Changed(State),
    /// The answer to [`Event::Start`].
    Started(Result<(), String>),
    Reconnecting(Option<String>),
    /// With the new connection's public id, unless negotiation is skipped.
    Reconnected(Option<String>),
    Closed(Option<String>),
    /// The server calls; with an id it wants [`super::Connection::answer`].
    Called {
        id: Option<String>,
        target: String,
        arguments: Vec<Value>,
    },
    Item {
        id: String,
        item: Value,
    },
    /// The end of a call of ours.
    Completed {
        id: String,
        outcome: Outcome,
    },
}
