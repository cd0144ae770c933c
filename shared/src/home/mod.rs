//! The home page: work that is due, and unread notifications.

mod kinds;
mod work;

pub use kinds::{DUE_DAYS, GiftWork, ListWork, WorkKind};
pub use work::{
    AssignInput, Assignee, MAX_SNOOZED, MAX_WORK_ITEMS, SnoozeInput, Urgency, View, WorkCount, WorkItem,
    WorkQueue, WorkRecord, merge,
};

use crate::notification::UserNotification;
use serde::Serialize;

/// Number of notifications on the home page.
pub const NOTIFICATIONS: u8 = 5;

/// The home page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Home {
    #[serde(flatten)]
    pub queue: WorkQueue,
    pub unread_count: i64,
    /// Newest unread notifications.
    pub unread: Vec<UserNotification>,
}
