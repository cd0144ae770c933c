//! Pairs of agents or owners that may be duplicates.

use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const DUPLICATES: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    // Most likely first.
    default_direction: SortDirection::Desc,
    feature: Feature::EnhancedMerge,
    resource: "DuplicatePair",
    group: "Duplicates",
    rows: "possible duplicates",
    export_file: "Duplicates",
    audit_label: "List of possible duplicates",
    load_failure: "Could not load possible duplicates!",
    export_failure: "An error occurred when trying to export possible duplicates.",
};

const COLUMNS: [Column; 15] = [
    // Percent.
    Column::new("score", "Score", Integer).shown().required(),
    Column::new("first", "Contact A", Text).shown().required(),
    Column::new("second", "Contact B", Text).shown().required(),
    Column::new("reasons", "Reasons", Text).shown().required(),
    Column::new("firstContracts", "# Contracts A", Integer)
        .shown()
        .required(),
    Column::new("secondContracts", "# Contracts B", Integer)
        .shown()
        .required(),
    Column::choice("state", "Status", EnumName::PairState)
        .shown()
        .required(),
    Column::choice("contactType", "Contact Type", EnumName::CohortContactType)
        .shown()
        .required(),
    Column::new("reviewedBy", "Reviewed By", Text).shown(),
    Column::new("reviewedAt", "Reviewed", Timestamp).shown(),
    Column::new("foundAt", "Found", Timestamp).required(),
    // The email, or else a phone number, or else the city.
    Column::new("firstDetail", "Email or Phone A", Text),
    Column::new("secondDetail", "Email or Phone B", Text),
    Column::new("firstId", "Contact A ID", Text).required(),
    Column::new("secondId", "Contact B ID", Text).required(),
];
