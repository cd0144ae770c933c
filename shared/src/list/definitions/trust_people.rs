//! The grantors, trustees and beneficiaries of trusts.

use super::common::*;
use super::{ListSpec, ListSubject};
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const GRANTORS: ListSpec = ListSpec {
    columns: &GRANTOR_COLUMNS,
    resource: "TrustGrantor",
    rows: "grantors",
    export_file: "TrustGrantors",
    audit_label: "List of grantors",
    load_failure: "Could not load grantors!",
    export_failure: "An error occurred when trying to export grantors.",
    ..PEOPLE
};

pub const TRUSTEES: ListSpec = ListSpec {
    columns: &TRUSTEE_COLUMNS,
    resource: "Trustee",
    rows: "trustees",
    export_file: "Trustees",
    audit_label: "List of trustees",
    load_failure: "Could not load trustees!",
    export_failure: "An error occurred when trying to export trustees.",
    ..PEOPLE
};

pub const BENEFICIARIES: ListSpec = ListSpec {
    columns: &BENEFICIARY_COLUMNS,
    resource: "TrustBeneficiary",
    rows: "trust beneficiaries",
    export_file: "TrustBeneficiaries",
    audit_label: "List of trust beneficiaries",
    load_failure: "Could not load trust beneficiaries!",
    export_failure: "An error occurred when trying to export trust beneficiaries.",
    ..PEOPLE
};

const PEOPLE: ListSpec = ListSpec {
    subject: ListSubject::Other,
    columns: &[],
    default_direction: SortDirection::Asc,
    feature: Feature::Trusts,
    resource: "",
    group: "Trusts",
    rows: "",
    export_file: "",
    audit_label: "",
    load_failure: "",
    export_failure: "",
};

const TRUST: Column = Column::new("trust", "Trust", Text).shown().required();
const STATE: Column = Column::choice("state", "State", EnumName::State).shown();
const PHONE: Column = Column::new("phone", "Phone", Text).shown();
const EMAIL: Column = Column::new("email", "Email", Text).shown();
const POLICY_COUNT: Column = Column::new("policyCount", "# Policies", Integer)
    .shown()
    .required();
const TRUST_TYPE: Column = Column::choice("trustType", "Trust Type", EnumName::TrustType);
const BIRTH_DATE: Column = Column::new("birthDate", "Date of Birth", Date);
const AGE: Column = Column::new("age", "Age", Integer);
const TRUST_ID: Column = Column::new("trustId", "Trust ID", Text).required();

const GRANTOR_COLUMNS: [Column; 12] = [
    NAME,
    TRUST,
    STATE,
    PHONE,
    EMAIL,
    POLICY_COUNT,
    TRUST_TYPE,
    BIRTH_DATE,
    AGE,
    TRUST_ID,
    TIMES[0],
    TIMES[1],
];

const TRUSTEE_COLUMNS: [Column; 13] = [
    NAME,
    Column::new("isSuccessor", "Successor", Flag).shown().required(),
    TRUST,
    STATE,
    PHONE,
    EMAIL,
    POLICY_COUNT,
    TRUST_TYPE,
    BIRTH_DATE,
    AGE,
    TRUST_ID,
    TIMES[0],
    TIMES[1],
];

const BENEFICIARY_COLUMNS: [Column; 15] = [
    NAME,
    TRUST,
    Column::new("sharePercent", "Share", Percent).shown(),
    AGE.shown(),
    Column::new("guardian", "Guardian", Text).shown(),
    Column::new("hasWithdrawalRight", "Withdrawal Right", Flag)
        .shown()
        .required(),
    STATE,
    PHONE,
    EMAIL,
    POLICY_COUNT,
    TRUST_TYPE,
    BIRTH_DATE,
    TRUST_ID,
    TIMES[0],
    TIMES[1],
];
