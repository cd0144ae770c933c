//! The audit log of the firm.

use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const AUDIT_LOG: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    // Newest first.
    default_direction: SortDirection::Desc,
    feature: Feature::AuditLog,
    resource: "AuditLog",
    group: "Audit log",
    rows: "audit log entries",
    export_file: "AuditLog",
    audit_label: "Audit log",
    load_failure: "Could not load the audit log!",
    export_failure: "An error occurred when trying to export the audit log.",
};

const COLUMNS: [Column; 13] = [
    Column::new("at", "Date and Time", Timestamp).shown().required(),
    Column::new("user", "User", Text).shown().required(),
    Column::new("onBehalfOf", "On Behalf Of", Text).shown(),
    Column::choice("action", "Action", EnumName::AuditAction)
        .shown()
        .required(),
    Column::choice("recordKind", "Record Kind", EnumName::AuditRecord)
        .shown()
        .required(),
    Column::new("record", "Record", Text).shown(),
    Column::new("details", "Details", Text).shown(),
    Column::new("address", "Address", Text).shown(),
    // Date of `at` in the user's time zone, because timestamps cannot be filtered.
    Column::new("date", "Date", Date).required(),
    // Empty if the entry is about no single record.
    Column::new("recordDeleted", "Record Deleted", Flag),
    Column::new("recordUuid", "Record ID", Text),
    Column::new("traceId", "Trace ID", Text),
    Column::new("entryId", "Entry ID", Text).required(),
];
