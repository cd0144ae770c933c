//! What this portal's server calls at its clients.

use serde::{Deserialize, Serialize};

/// One [`TransientNotification`].
pub const TRANSIENT_NOTIFICATION: &str = "TransientNotification";
/// One [`UserNotifications`].
pub const USER_NOTIFICATIONS: &str = "UserNotifications";

/// Shown for a moment. It may come once more after a connection was replaced by another: whoever shows it knows it
/// again by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TransientNotification {
    #[serde(default)]
    pub id: i64,
    pub notification_type: i16,
    pub heading: String,
    pub message: String,
}

/// Everything that the user was told lately and has not removed, newest first: it takes the place of the list before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct UserNotifications {
    pub user_notifications: Vec<crate::notification::UserNotification>,
}

/// A call without an answer, as a record.
///
/// # Errors
/// When the argument is no JSON.
pub fn event(target: &str, argument: &impl Serialize) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Event<'a, T> {
        #[serde(rename = "type")]
        kind: u8,
        target: &'a str,
        arguments: [&'a T; 1],
    }
    let event = Event {
        kind: 1,
        target,
        arguments: [argument],
    };
    serde_json::to_string(&event).map(super::frame::record)
}
