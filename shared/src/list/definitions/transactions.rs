//! Loans and withdrawals of all policies and annuities, with their contract.

use super::common::*;
use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const TRANSACTIONS: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    // Newest first.
    default_direction: SortDirection::Desc,
    // Transactions are part of policies and annuities. All roles have the same access to both.
    feature: Feature::AllPolicies,
    resource: "Transaction",
    group: "Contracts",
    rows: "transactions",
    export_file: "Transactions",
    audit_label: "List of transactions",
    load_failure: "Could not load transactions!",
    export_failure: "An error occurred when trying to export transactions.",
};

const COLUMNS: [Column; 16] = [
    Column::new("transactionDate", "Date", Date).shown().required(),
    Column::choice("kind", "Type", EnumName::ContractTransactionKind)
        .shown()
        .required(),
    Column::new("amount", "Amount", Money).shown().required(),
    Column::new("contractNumber", "Contract Number", Text)
        .shown()
        .required(),
    Column::new("carrier", "Carrier", Text).shown().required(),
    Column::people("insured", "Insured or Annuitant").shown(),
    Column::people("owner", "Owner").shown(),
    // Empty for transactions of a loaded book.
    Column::new("createdBy", "Entered By", Text).shown(),
    Column::new("surrenderCharge", "Surrender Charge", Money),
    Column::new("taxWithheld", "Tax Withheld", Money),
    Column::new("note", "Note", Text),
    Column::choice("contractStatus", "Contract Status", EnumName::PolicyStatus).required(),
    TIMES[0],
    TIMES[1],
    // One of the two is empty.
    Column::new("policyId", "Policy ID", Text),
    Column::new("annuityId", "Annuity ID", Text),
];
