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
    // Percent. 92 and more is a likely duplicate.
    Column::new("score", "Score", Integer).shown().required(),
    Column::new("first", "First", Text).shown().required(),
    Column::new("second", "Second", Text).shown().required(),
    Column::new("reasons", "Reasons", Text).shown().required(),
    Column::new("firstContracts", "Contracts of First", Integer)
        .shown()
        .required(),
    Column::new("secondContracts", "Contracts of Second", Integer)
        .shown()
        .required(),
    Column::choice("state", "State", EnumName::PairState)
        .shown()
        .required(),
    Column::choice("contactType", "Contact Type", EnumName::CohortContactType)
        .shown()
        .required(),
    Column::new("reviewedBy", "Reviewed By", Text).shown(),
    Column::new("reviewedAt", "Reviewed", Timestamp).shown(),
    Column::new("foundAt", "Found", Timestamp).required(),
    // Email, phone or city.
    Column::new("firstDetail", "Detail of First", Text),
    Column::new("secondDetail", "Detail of Second", Text),
    Column::new("firstId", "ID of First", Text).required(),
    Column::new("secondId", "ID of Second", Text).required(),
];
