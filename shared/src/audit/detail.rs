//! Details of audit entries: the label of each, and how its value is shown.

use crate::cohort::schedule::{Frequency, ScheduleStatus};
use crate::contract::{AgentType, InsuredType, PolicyStatus};
use crate::embed::Widget;
use crate::list::groups::Grouping;
use crate::medical::ViewReason;
use crate::upload::mapping::Mode;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// How the value of a detail is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum DetailKind {
    /// Text, number, flag, date or code, or a list of these.
    Value,
    /// Text that needs no label.
    Plain,
    /// Keys of users, shown as names.
    Users,
    /// UUIDs of contacts, contracts, cohorts, schedules and reports, shown as names.
    Records,
    /// Names of changed fields. Those with a former and a new value are left out.
    Fields,
    /// Changed fields with former and new values.
    Changes,
    /// Columns of lists, shown as their labels.
    Columns,
    /// Former and new status. A single status is a value.
    Status,
    /// Moment when something ends, shown as the number of minutes since the entry.
    Ends,
    /// Number of a role on a contract. Its label depends on the kind of contact.
    Role,
    /// Former values by field. Entries of reports have the key of the former owner.
    Before,
    /// New values by field, compared with those of [`Self::Before`].
    After,
    /// Left out, because it means nothing to people or repeats another detail.
    Hidden,
}

use DetailKind::*;

/// The details by key, in display order. A detail without a line is shown as a value, labeled with the words of its key.
pub const DETAILS: &[(&str, &str, DetailKind)] = &[
    ("about", "About", Plain),
    ("name", "Name", Value),
    ("subject", "Subject", Value),
    ("document", "Document", Value),
    ("file", "File", Value),
    ("schedule", "Schedule", Records),
    ("merged", "Merged contacts", Records),
    ("mergedInto", "Merged into", Records),
    ("restored", "Restored", Records),
    ("other", "Other contact", Records),
    ("contract", "Contract", Records),
    ("typeId", "Role", Role),
    ("reassignedTo", "Contracts moved to", Records),
    ("moved", "Contracts moved", Records),
    ("role", "Role", Value),
    ("status", "Status", Status),
    ("changes", "", Changes),
    ("after", "", After),
    ("before", "Former owner", Before),
    ("agentsAdded", "Assigned agents added", Records),
    ("agentsRemoved", "Assigned agents removed", Records),
    ("professionalsAdded", "Supported professionals added", Users),
    ("professionalsRemoved", "Supported professionals removed", Users),
    ("fields", "Changed", Fields),
    ("host", "Host name", Value),
    ("isActive", "Active", Value),
    ("enabled", "On", Value),
    ("annuities", "Annuities", Value),
    ("reason", "Reason", Value),
    ("mayWrite", "Can make changes", Value),
    ("expiresAt", "Minutes", Ends),
    ("mode", "Mode", Value),
    ("added", "Added", Value),
    ("changed", "Changed", Value),
    ("removed", "Removed", Value),
    ("changedBack", "Restored to former values", Value),
    ("kept", "Kept, because changed since", Value),
    ("cohort", "Cohort", Records),
    ("withdrawn", "Removed", Value),
    ("addedKeys", "Shared with", Users),
    ("withdrawnKeys", "No longer shared with", Users),
    ("rowsOnlyKeys", "Can see rows only", Users),
    ("recordsKeys", "Can open records", Users),
    ("recordsAndDocumentsKeys", "Can open records and documents", Users),
    ("contacts", "Contacts", Value),
    ("contracts", "Contracts", Value),
    ("skipped", "Skipped contacts", Value),
    ("date", "Date", Value),
    ("what", "Send", Value),
    ("frequency", "Frequency", Value),
    ("paused", "Paused", Value),
    ("subscribers", "Subscribers", Value),
    ("shared", "Shared with users", Value),
    ("format", "Format", Value),
    ("columns", "Columns", Columns),
    ("rows", "Rows", Value),
    ("groupedBy", "Grouped by", Value),
    ("method", "Method", Value),
    ("day", "Date", Value),
    ("kind", "Kind", Value),
    ("virus", "Virus", Value),
    ("widget", "Widget", Value),
    ("origin", "Origin", Value),
    ("origins", "Origins", Value),
    ("events", "Events", Value),
    ("event", "Event", Value),
    ("scopes", "Allowed actions", Value),
    ("contact", "Contact", Records),
    ("report", "Report", Records),
    ("ending", "Key ending in", Value),
    ("call", "Call", Value),
    ("firmId", "Number of the firm", Value),
    ("adminUserKey", "", Hidden),
    ("version", "", Hidden),
    ("trustVersion", "", Hidden),
    ("merge", "", Hidden),
    ("key", "", Hidden),
    ("session", "", Hidden),
    ("webhook", "", Hidden),
    ("delivery", "", Hidden),
];

/// Returns the labels of codes in details, by the key of the detail.
pub(super) fn choices() -> Map<String, Value> {
    macro_rules! coded {
        ($($key:literal: $terms:ty),+) => {
            [$(($key, labels(<$terms>::ALL.iter().map(|term| (term.code().into(), term.label()))))),+]
        };
    }
    let mode = |mode: &Mode| (json!(mode).as_str().unwrap_or_default().to_owned(), mode.label());
    let formats = [("csv", "CSV"), ("xlsx", "Excel")].map(|(code, label)| (code.to_owned(), label));
    let known = coded! {
        "reason": ViewReason, "groupedBy": Grouping, "frequency": Frequency, "status": ScheduleStatus, "widget": Widget
    };
    let more = [
        ("mode", labels(Mode::ALL.iter().map(mode))),
        ("format", labels(formats)),
        ("what", labels([("preview".to_owned(), "Preview")])),
    ];
    known
        .into_iter()
        .chain(more)
        .map(|(key, set)| (key.to_owned(), set))
        .collect()
}

/// Returns the labels of statuses of contracts.
pub(super) fn statuses() -> Value {
    labels(
        PolicyStatus::ALL
            .iter()
            .map(|status| (status.code().into(), status.label())),
    )
}

/// Returns the labels of roles on a contract, by kind of contact and number.
pub(super) fn roles() -> Value {
    macro_rules! numbered {
        ($terms:ty) => {
            labels(
                <$terms>::ALL
                    .iter()
                    .map(|role| (role.number().to_string(), role.label())),
            )
        };
    }
    json!({ "agent": numbered!(AgentType), "insured": numbered!(InsuredType) })
}

pub(super) fn labels<'a>(terms: impl IntoIterator<Item = (String, &'a str)>) -> Value {
    Value::Object(
        terms
            .into_iter()
            .map(|(code, label)| (code, label.into()))
            .collect(),
    )
}
