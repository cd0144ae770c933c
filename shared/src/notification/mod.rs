//! What users are told of, from the cause to the inbox: kinds, the rules that find causes in a book, who hears of what by
//! which way, and the notification as it travels.

pub mod digest;
mod kind;
mod preference;
pub mod preview;
pub mod rules;
pub mod volume;

pub use kind::{Icon, NotificationKind, NotificationLook, Severity};
pub use preference::{
    DigestFrequency, DigestPlan, EmailChannel, KindPreference, Preferences, default_email, offered_kinds,
};

use serde::{Deserialize, Serialize};

/// A notification to its user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserNotification {
    pub user_notification_history_id: i64,
    /// Number of the kind, also where this version has no name for it.
    pub notification_type: i16,
    /// `LapsePending`, or `Unknown (n)`.
    pub notification_type_name: String,
    /// Who or what it is about.
    pub display_name: String,
    /// Where to go from here: a path of the portal. Null where there is nothing more to see.
    pub application_url: Option<String>,
    pub is_read: bool,
    /// RFC 3339 in UTC.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub create_date: jiff::Timestamp,
}

/// How many notifications became read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MarkedRead {
    pub count: i64,
}

/// How far back a list of notifications may reach, in days.
pub const MAX_DAYS: u16 = 365;
/// How far back it reaches when nobody says.
pub const DEFAULT_DAYS: u16 = 30;

/// Notifications of the page that shows them all, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationPage {
    /// At most the newest 5,000.
    pub items: Vec<UserNotification>,
    /// How many there are.
    pub total_records: i64,
}
