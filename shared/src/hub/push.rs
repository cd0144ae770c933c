//! Client methods that the server calls.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Takes one [`TransientNotification`].
pub const TRANSIENT_NOTIFICATION: &str = "TransientNotification";
/// Takes one [`UserNotifications`].
pub const USER_NOTIFICATIONS: &str = "UserNotifications";
/// Takes one [`StaleTotals`].
pub const REPORT_TOTALS: &str = "ReportTotals";
/// Takes one [`JobProgress`].
pub const JOB_PROGRESS: &str = "JobProgress";
/// Takes one [`RecordChanged`].
pub const RECORD_CHANGED: &str = "RecordChanged";

/// Takes no arguments. Tells widgets in partner sites to reload, because their data may have changed.
pub const WIDGET_STALE: &str = "WidgetStale";

/// A notification that is shown briefly. It may be delivered again on a new connection, so clients
/// deduplicate it by id.
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

/// The user's newest notifications, and the counts of all recent ones that have not been removed. Replaces the
/// previous list. Older notifications are loaded through the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct UserNotifications {
    /// The newest [`PUSHED_ROWS`](crate::notification::PUSHED_ROWS) at most.
    pub user_notifications: Vec<crate::notification::UserNotification>,
    pub total_records: i64,
    pub unread_records: i64,
}

/// Reports with outdated totals, limited to those the user may open. Pages that show one reload its totals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct StaleTotals {
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub report_uuids: Vec<Uuid>,
}

/// A record was added, changed, deleted or restored. Pages that show it reload it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct RecordChanged {
    /// Record kind as in [`crate::audit::AuditRecord`], for example `agent` or `policy`.
    pub kind: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub is_deleted: bool,
    /// Name of the user who made the change. Empty for changes in the background, such as a sent email.
    pub by: String,
    /// The page that made the change and need not reload: the value of its `x-firmbook-page` header.
    pub page: Option<Uuid>,
}

/// Progress of a background job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct JobProgress {
    /// The `storageGuid` of an upload.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub job_uuid: Uuid,
    pub done: i64,
    /// Null while unknown.
    pub total: Option<i64>,
    pub state: JobState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum JobState {
    Running,
    Done,
    /// Nothing was saved. The job's record holds the reason.
    Failed,
}

/// Encodes a call without arguments and result as a record.
pub fn signal(target: &str) -> String {
    super::frame::record(serde_json::json!({ "type": 1, "target": target, "arguments": [] }).to_string())
}

/// Encodes a call without a result as a record.
///
/// # Errors
/// Returns an error if the argument cannot be serialized.
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
