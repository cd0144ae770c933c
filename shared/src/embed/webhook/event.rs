//! Events and their JSON bodies. Bodies contain only ids, so that no personal data leaves the portal.

use crate::contact::ContactKind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

/// Name of the event that administrators send to test a webhook.
pub const TEST_EVENT: &str = "webhook.test";

/// An event that a webhook can subscribe to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum WebhookEvent {
    /// The totals of a report became out of date
    #[serde(rename = "report.changed")]
    ReportChanged,
    /// An import succeeded, failed or was undone
    #[serde(rename = "import.finished")]
    ImportFinished,
    /// An agent, owner or insured was added, changed or deleted
    #[serde(rename = "contact.updated")]
    ContactUpdated,
}

impl WebhookEvent {
    pub const ALL: [Self; 3] = [Self::ReportChanged, Self::ImportFinished, Self::ContactUpdated];

    /// Returns the name in JSON and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReportChanged => "report.changed",
            Self::ImportFinished => "import.finished",
            Self::ContactUpdated => "contact.updated",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// A change that is reported to webhooks: the `data` of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", untagged)]
pub enum WebhookChange {
    Report {
        report_uuid: Uuid,
    },
    Import {
        upload_uuid: Uuid,
        /// Code of the upload's new state.
        state: &'static str,
    },
    Contact {
        contact_type: ContactKind,
        contact_uuid: Uuid,
        is_deleted: bool,
    },
}

impl WebhookChange {
    pub const fn event(&self) -> WebhookEvent {
        match self {
            Self::Report { .. } => WebhookEvent::ReportChanged,
            Self::Import { .. } => WebhookEvent::ImportFinished,
            Self::Contact { .. } => WebhookEvent::ContactUpdated,
        }
    }
}

/// Returns the body of an event. Stored and sent unchanged, because it is signed.
pub fn body(id: Uuid, event: &str, created_at: jiff::Timestamp, data: &serde_json::Value) -> String {
    json!({ "id": id, "type": event, "createdAt": created_at, "data": data }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_json() {
        for event in WebhookEvent::ALL {
            assert_eq!(json!(event), event.name());
            assert_eq!(WebhookEvent::from_name(event.name()), Some(event));
        }
        assert_eq!(WebhookEvent::from_name(TEST_EVENT), None);
    }

    #[test]
    fn bodies_contain_only_ids() {
        let uuid = Uuid::from_u128(7);
        let changes = [
            (
                WebhookChange::Report { report_uuid: uuid },
                json!({ "reportUuid": uuid }),
            ),
            (
                WebhookChange::Import {
                    upload_uuid: uuid,
                    state: "Done",
                },
                json!({ "uploadUuid": uuid, "state": "Done" }),
            ),
            (
                WebhookChange::Contact {
                    contact_type: ContactKind::Owner,
                    contact_uuid: uuid,
                    is_deleted: false,
                },
                json!({ "contactType": 2, "contactUuid": uuid, "isDeleted": false }),
            ),
        ];
        let at = "2026-11-21T17:00:00Z".parse().unwrap();
        for (change, data) in changes {
            let name = change.event().name();
            let sent: serde_json::Value =
                serde_json::from_str(&body(uuid, name, at, &json!(change))).unwrap();
            assert_eq!(
                sent,
                json!({ "id": uuid, "type": name, "createdAt": "2026-11-21T17:00:00Z", "data": data })
            );
        }
    }
}
