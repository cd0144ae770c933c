//! The cohorts of the firm.

use super::common::*;
use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const COHORTS: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::Cohorts,
    resource: "Cohort",
    group: "Cohorts",
    rows: "cohorts",
    export_file: "Cohorts",
    audit_label: "List of cohorts",
    load_failure: "Could not load cohorts!",
    export_failure: "An error occurred when trying to export cohorts.",
};

const COLUMNS: [Column; 11] = [
    NAME,
    Column::choice("contactType", "Contact Type", EnumName::CohortContactType)
        .shown()
        .required(),
    // Maintained for static cohorts. Rules are counted on request.
    Column::new("contactCount", "# Contacts", Integer).shown(),
    Column::choice("kind", "Kind", EnumName::CohortKind)
        .shown()
        .required(),
    Column::new("nextSend", "Next Send", Date).shown(),
    Column::new("lastSend", "Last Send", Date).shown(),
    // Delivery counts of the last send: `12 sent, 1 failed`.
    Column::new("lastResult", "Last Result", Text).shown(),
    Column::new("description", "Description", Text).shown(),
    Column::new("createdBy", "Created By", Text).shown(),
    TIMES[0],
    TIMES[1],
];
