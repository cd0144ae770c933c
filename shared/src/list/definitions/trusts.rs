//! Trusts with their people and the next dates of their gifts.

use super::common::*;
use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const TRUSTS: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::Trusts,
    resource: "Trust",
    group: "Trusts",
    rows: "trusts",
    export_file: "Trusts",
    audit_label: "List of trusts",
    load_failure: "Could not load trusts!",
    export_failure: "An error occurred when trying to export trusts.",
};

const COLUMNS: [Column; 16] = [
    NAME,
    Column::choice("trustType", "Type", EnumName::TrustType).shown(),
    // Masked.
    Column::new("taxId", "Tax ID", Text).shown().display_only(),
    Column::new("trustee", "Trustee", Text).shown(),
    Column::new("grantor", "Grantor", Text).shown(),
    Column::new("policyCount", "# Policies", Integer)
        .shown()
        .required(),
    Column::new("nextGiftDate", "Next Gift", Date).shown(),
    Column::new("nextLetterDate", "Next Letters", Date).shown(),
    Column::new("trustDate", "Trust Date", Date),
    Column::choice("governingState", "Governing State", EnumName::State),
    Column::choice("state", "State", EnumName::State),
    Column::new("email", "Email", Text),
    Column::new("phone", "Phone", Text),
    Column::new("notes", "Notes", Text),
    TIMES[0],
    TIMES[1],
];
