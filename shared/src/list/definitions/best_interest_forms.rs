//! Best interest forms of all owners, with their status and the date of the next review.

use super::common::*;
use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const BEST_INTEREST_FORMS: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    // Last changed first.
    default_direction: SortDirection::Desc,
    feature: Feature::BestInterest,
    resource: "BestInterestForm",
    group: "Best interest",
    rows: "best interest forms",
    export_file: "BestInterestForms",
    audit_label: "List of best interest forms",
    load_failure: "Could not load best interest forms!",
    export_failure: "An error occurred when trying to export best interest forms.",
};

const COLUMNS: [Column; 15] = [
    Column::new("owner", "Owner", Text).shown().required(),
    Column::choice("status", "Status", EnumName::BestInterestFormStatus)
        .shown()
        .required(),
    // The recommended annuity. Empty if the form recommends none.
    Column::new("annuity", "Annuity", Text).shown(),
    Column::new("producer", "Producer", Text).shown(),
    // Superseded forms need no review.
    Column::new("reviewDue", "Review Due", Date).shown(),
    Column::new("signedOn", "Signed", Date).shown(),
    Column::new("isReplacement", "Replacement", Flag)
        .shown()
        .required(),
    TIMES[1].shown().ordering(),
    Column::new("number", "Version", Integer).required(),
    Column::new("carrier", "Carrier", Text),
    Column::new("replacedContract", "Replaced Contract", Text),
    Column::new("retainUntil", "Retain Until", Date),
    Column::new("createdBy", "Created By", Text),
    Column::new("ownerId", "Owner ID", Text).required(),
    TIMES[0],
];
