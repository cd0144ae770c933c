//! Premium gifts to trusts, with the dates of their letters and premiums.

use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const PREMIUM_GIFTS: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::Trusts,
    resource: "PremiumGift",
    group: "Trusts",
    rows: "premium gifts",
    export_file: "PremiumGifts",
    audit_label: "List of premium gifts",
    load_failure: "Could not load premium gifts!",
    export_failure: "An error occurred when trying to export premium gifts.",
};

const COLUMNS: [Column; 17] = [
    Column::new("giftDate", "Gift Date", Date).shown().required(),
    Column::choice("state", "Status", EnumName::GiftState)
        .shown()
        .required(),
    Column::new("trust", "Trust", Text).shown().required(),
    Column::new("policyNumber", "Policy Number", Text)
        .shown()
        .required(),
    Column::people("insured", "Insured").shown(),
    Column::new("amount", "Amount", Money).shown().required(),
    Column::new("letterDate", "Letter Date", Date).shown().required(),
    Column::new("windowEnds", "Window Ends", Date).shown().required(),
    Column::new("premiumDue", "Premium Due", Date).shown().required(),
    Column::new("receivedOn", "Received", Date),
    Column::new("lettersSentOn", "Letters Sent", Date),
    Column::new("premiumPaidOn", "Premium Paid", Date),
    Column::new("carrier", "Carrier", Text),
    Column::choice("policyStatus", "Policy Status", EnumName::PolicyStatus),
    Column::people("agent", "Agent"),
    Column::new("policyId", "Policy ID", Text).required(),
    Column::new("trustId", "Trust ID", Text).required(),
];
