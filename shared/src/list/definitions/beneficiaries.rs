//! Beneficiaries of all policies and annuities, with their contract.

use super::common::*;
use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const BENEFICIARIES: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &COLUMNS,
    default_direction: SortDirection::Asc,
    // Beneficiaries are part of policies and annuities. All roles have the same access to both.
    feature: Feature::AllPolicies,
    resource: "Beneficiary",
    group: "Contracts",
    rows: "beneficiaries",
    export_file: "Beneficiaries",
    audit_label: "List of beneficiaries",
    load_failure: "Could not load beneficiaries!",
    export_failure: "An error occurred when trying to export beneficiaries.",
};

const COLUMNS: [Column; 11] = [
    NAME,
    Column::choice("class", "Class", EnumName::BeneficiaryClass)
        .shown()
        .required(),
    Column::choice("relationship", "Relationship", EnumName::Relationship).shown(),
    Column::new("sharePercent", "Share", Percent).shown(),
    Column::new("contractNumber", "Contract Number", Text)
        .shown()
        .required(),
    Column::new("carrier", "Carrier", Text).shown().required(),
    Column::people("insured", "Insured or Annuitant").shown(),
    Column::choice("contractStatus", "Contract Status", EnumName::PolicyStatus)
        .shown()
        .required(),
    TIMES[1].shown(),
    // One of the two is empty.
    Column::new("policyId", "Policy ID", Text),
    Column::new("annuityId", "Annuity ID", Text),
];
