//! Input and output of the client connection.

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

/// Input from the driver. `attempt` is the number of the effect that caused the event. Events of earlier
/// attempts are ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Start,
    Stop,
    /// Status and body of the response, or the error.
    Negotiated {
        attempt: u64,
        answer: Result<(u16, String), String>,
    },
    Opened {
        attempt: u64,
    },
    /// A transport message with complete records.
    Received {
        attempt: u64,
        text: String,
    },
    /// The transport failed to open or closed, including after [`Effect::Close`].
    Closed {
        attempt: u64,
        error: Option<String>,
    },
    /// The time of [`super::Connection::wakes_at`] is reached.
    Time,
}

/// Output for the driver to carry out.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Sends a `POST` request with the user's access token, or with `access_token` if a redirect supplied
    /// one.
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
    /// The result of [`Event::Start`].
    Started(Result<(), String>),
    Reconnecting(Option<String>),
    /// The public id of the new connection; `None` if negotiation is skipped.
    Reconnected(Option<String>),
    Closed(Option<String>),
    /// The server called a client method. If `id` is set, it expects a result from
    /// [`super::Connection::answer`].
    Called {
        id: Option<String>,
        target: String,
        arguments: Vec<Value>,
    },
    Item {
        id: String,
        item: Value,
    },
    /// The result of a call made by this client.
    Completed {
        id: String,
        outcome: Outcome,
    },
}
