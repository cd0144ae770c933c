//! What this portal's server calls at its clients.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// One [`TransientNotification`].
pub const TRANSIENT_NOTIFICATION: &str = "TransientNotification";
/// One [`UserNotifications`].
pub const USER_NOTIFICATIONS: &str = "UserNotifications";
/// One [`StaleTotals`].
pub const REPORT_TOTALS: &str = "ReportTotals";
/// One [`JobProgress`].
pub const JOB_PROGRESS: &str = "JobProgress";
/// One [`RecordChanged`].
pub const RECORD_CHANGED: &str = "RecordChanged";

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

/// Reports that the user may open and whose totals are no longer those that were counted: whoever shows one counts it
/// anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct StaleTotals {
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub report_uuids: Vec<Uuid>,
}

/// Somebody changed, deleted or brought back a record: whoever shows it asks for it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct RecordChanged {
    /// As [`crate::audit::AuditRecord`] names it on the wire: `agent`, `policy`.
    pub kind: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub is_deleted: bool,
    /// Who did it, by name.
    pub by: String,
    /// The page that did it, which knows already: what it sends as `x-firmbook-page`.
    pub page: Option<Uuid>,
}

/// How far a piece of work is that goes on while its user does something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct JobProgress {
    /// The `storageGuid` of an upload.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub job_uuid: Uuid,
    pub done: i64,
    /// Of so many; null while that is not known.
    pub total: Option<i64>,
    pub state: JobState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum JobState {
    Running,
    Done,
    /// Nothing was done; the record of the job says why.
    Failed,
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
