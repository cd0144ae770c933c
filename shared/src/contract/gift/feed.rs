//! Private links for subscribing to the gift calendar in a calendar app.

use serde::{Deserialize, Serialize};

/// Minimum number of seconds between two reads of a feed. Calendar apps read feeds every few hours.
pub const READ_SECONDS: i64 = 10;

/// The private link of a user. Both times are null if there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CalendarFeed {
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub created_at: Option<jiff::Timestamp>,
    /// When a calendar program last used the link
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub last_read_at: Option<jiff::Timestamp>,
}

/// A new private link. It cannot be shown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CalendarLink {
    /// Absolute URL of the feed
    pub url: String,
}
