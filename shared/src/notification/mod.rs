//! Notifications: kinds, dated rules, delivery preferences and wire types.

pub mod digest;
mod kind;
mod preference;
pub mod preview;
pub mod rules;
pub mod settings;
pub mod volume;

pub use kind::{Icon, NotificationDisplay, NotificationKind, Severity};
pub use preference::{
    DigestFrequency, DigestPlan, EmailChannel, KindPreference, Preferences, default_email, offered_kinds,
};

use crate::problem::Findings;
use serde::{Deserialize, Serialize};

/// A notification of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserNotification {
    pub user_notification_history_id: i64,
    /// Number of the kind. Can be unknown to this version.
    pub notification_type: i16,
    /// `LapsePending`, or `Unknown (n)`.
    pub notification_type_name: String,
    /// Description of the subject.
    pub display_name: String,
    /// Path of the linked page. Null if there is none.
    pub application_url: Option<String>,
    pub is_read: bool,
    /// RFC 3339 in UTC.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub create_date: jiff::Timestamp,
    /// End of the snooze, RFC 3339 in UTC. Null if the user has not snoozed the notification.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub snoozed_until: Option<jiff::Timestamp>,
}

/// Notifications that were marked as read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MarkedRead {
    pub count: usize,
    /// Their ids. Empty if there are more than [`MarkUnread`] allows.
    pub ids: Vec<i64>,
}

impl MarkedRead {
    pub fn new(ids: Vec<i64>) -> Self {
        let count = ids.len();
        let can_undo = count <= MAX_NOTIFICATIONS.into();
        Self {
            count,
            ids: if can_undo { ids } else { Vec::new() },
        }
    }
}

/// Request to mark notifications as unread.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MarkUnread {
    /// At most 5,000.
    pub ids: Vec<i64>,
}

impl MarkUnread {
    /// Records `too_many` above [`MAX_NOTIFICATIONS`] ids.
    pub fn check(&self, findings: &mut Findings) {
        if self.ids.len() > MAX_NOTIFICATIONS.into() {
            let message = "Mark up to 5,000 notifications as unread at a time.";
            findings.fault("ids", "too_many", message);
        }
    }
}

/// Maximum age of listed notifications, in days.
pub const MAX_DAYS: u16 = 365;
/// Default maximum age of listed notifications, in days.
pub const DEFAULT_DAYS: u16 = 30;

/// Maximum number of notifications in one response.
pub const MAX_NOTIFICATIONS: u16 = 5_000;
/// Number of notifications that the hub pushes.
pub const PUSHED_ROWS: u16 = 10;

/// A page of the notifications that match a filter, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationPage {
    pub items: Vec<UserNotification>,
    /// Number of notifications on all pages.
    pub total_records: i64,
    /// Number of unread notifications on all pages.
    pub unread_records: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_ids_only_up_to_the_limit_of_mark_unread() {
        for (count, listed) in [(5_000, 5_000), (5_001, 0)] {
            let marked = MarkedRead::new((0..count).collect());
            assert_eq!((marked.count, marked.ids.len()), (count as usize, listed));
            let (mut findings, ids) = (Findings::default(), (0..count).collect());
            MarkUnread { ids }.check(&mut findings);
            assert_eq!(findings.is_acceptable(), listed > 0);
        }
    }

    #[test]
    fn parses_severities_from_their_wire_names() {
        for severity in [Severity::ActNow, Severity::Soon, Severity::Info] {
            let code = serde_json::to_value(severity).unwrap();
            assert_eq!(Severity::from_code(code.as_str().unwrap()), Some(severity));
        }
        assert_eq!(Severity::from_code("high"), None);
    }
}
