//! The lists of agents, owners and insureds.

use super::common::*;
use super::custom_fields::COLUMNS as CUSTOM;
use super::{ListSpec, ListSubject};
use crate::contact::ContactKind;
use crate::contract::EnumName;
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;
use crate::upload::target::RECORD_ID;

pub const AGENTS: ListSpec = ListSpec {
    subject: ListSubject::Contact(ContactKind::Agent),
    columns: &AGENT_COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::Contacts,
    resource: "FirmAgent",
    group: "Agent",
    rows: "agents",
    export_file: "FirmAgents",
    audit_label: "List of agents",
    load_failure: "Could not load agents!",
    export_failure: "An error occurred when trying to export Agents.",
};

pub const OWNERS: ListSpec = ListSpec {
    subject: ListSubject::Contact(ContactKind::Owner),
    columns: &OWNER_COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::Contacts,
    resource: "FirmOwner",
    group: "Owner",
    rows: "owners",
    // Spelled as in the specification.
    export_file: "FirmOwenrs",
    audit_label: "List of owners",
    load_failure: "Could not load owners!",
    export_failure: "An error occurred when trying to export Owners.",
};

pub const INSUREDS: ListSpec = ListSpec {
    subject: ListSubject::Contact(ContactKind::Insured),
    columns: &INSURED_COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::Contacts,
    resource: "FirmInsured",
    group: "Insured",
    rows: "insureds",
    export_file: "FirmInsureds",
    audit_label: "List of insureds",
    load_failure: "Could not load insureds!",
    export_failure: "An error occurred when trying to export Insureds.",
};

const EMAIL: Column = Column::new("email", "Email", Text);
const PHONE: Column = Column::new("phone", "Phone", Text);
const STATE: Column = Column::choice("state", "State", EnumName::State);
const AGE: Column = Column::new("age", "Age", Integer);
const POLICY_COUNT: Column = Column::total("policyCount", "# Policies", Integer).shown();
const ANNUITY_COUNT: Column = Column::total("annuityCount", "# Annuities", Integer);

/// Additional columns that every contact list has.
const FURTHER: [Column; 24] = [
    Column::new("title", "Title", Text),
    Column::new("firstName", "First Name", Text),
    Column::new("middleName", "Middle Name", Text),
    Column::new("lastName", "Last Name", Text),
    Column::new("suffix", "Suffix", Text),
    Column::new("organizationName", "Organization", Text),
    Column::new("mobilePhone", "Mobile Phone", Text),
    Column::new("addressLine1", "Address", Text),
    Column::new("addressLine2", "Address Line 2", Text),
    Column::new("city", "City", Text),
    Column::new("postalCode", "ZIP", Text),
    Column::new("country", "Country", Text),
    Column::new("dob", "Date of Birth", Date),
    Column::new("taxId", "Tax ID", Text).display_only(),
    Column::new("externalId", "External ID", Text),
    Column::new("notes", "Notes", Text),
    Column::choice("source", "Source", EnumName::RecordSource).required(),
    Column::new("sourceFile", "Source File", Text),
    Column::new(RECORD_ID, "Record ID", Text)
        .required()
        .display_only(),
    Column::total("policyCashValue", "Cash Value", Money),
    Column::total("policySurrenderValue", "Surrender Value", Money),
    Column::total("premiumsPaid", "Premiums Paid", Money),
    Column::total("annuityCashValue", "Annuity Cash Value", Money),
    Column::total("annuitySurrenderValue", "Annuity Surrender Value", Money),
];

const AGENT_COLUMNS: [Column; 41 + CUSTOM.len()] = join([
    NAME,
    Column::new("npn", "NPN", Text).shown(),
    Column::new("agencyCode", "Agency Code", Text).shown(),
    EMAIL.shown(),
    PHONE.shown(),
    STATE.shown(),
    POLICY_COUNT,
    DEATH_BENEFIT,
    ANNUALIZED_PREMIUM.shown(),
    ANNUITY_COUNT.shown(),
    CONTRACT_VALUE.shown(),
    Column::new("nextCohortSend", "Next Cohort Send", Date).shown(),
    Column::new("agentIntegrationEnabled", "Integration", Flag)
        .shown()
        .required(),
    AGE,
    Column::choice("sex", "Sex", EnumName::Sex),
]);

const OWNER_COLUMNS: [Column; 42 + CUSTOM.len()] = join([
    NAME,
    Column::choice("ownerType", "Owner Type", EnumName::OwnerType)
        .shown()
        .required(),
    AGE.shown(),
    STATE.shown(),
    EMAIL.shown(),
    PHONE.shown(),
    POLICY_COUNT,
    DEATH_BENEFIT,
    ANNUITY_COUNT.shown(),
    CONTRACT_VALUE.shown(),
    Column::choice(
        "bestInterestStatus",
        "Best Interest",
        EnumName::BestInterestStatus,
    )
    .shown(),
    Column::new("bestInterestReviewDue", "Best Interest Review Due", Date),
    Column::new("lastReview", "Last Review", Date).shown(),
    Column::new("trustDate", "Trust Date", Date),
    ANNUALIZED_PREMIUM,
    Column::choice("sex", "Sex", EnumName::Sex),
]);

const INSURED_COLUMNS: [Column; 38 + CUSTOM.len()] = join([
    NAME,
    AGE.shown(),
    Column::choice("sex", "Sex", EnumName::Sex).shown(),
    STATE.shown(),
    POLICY_COUNT,
    DEATH_BENEFIT,
    Column::choice(
        "medicalRequestState",
        "Medical Request",
        EnumName::MedicalRequestState,
    )
    .shown()
    .private_to(Feature::InsuredMedical),
    EMAIL,
    PHONE,
    ANNUALIZED_PREMIUM,
    ANNUITY_COUNT,
    CONTRACT_VALUE,
]);

/// Joins a list's own columns with the columns that every contact list has.
const fn join<const OWN: usize, const ALL: usize>(own: [Column; OWN]) -> [Column; ALL] {
    let (further, times) = (OWN + FURTHER.len(), OWN + FURTHER.len() + TIMES.len());
    let mut all = [NAME; ALL];
    let mut i = 0;
    while i < ALL {
        all[i] = if i < OWN {
            own[i]
        } else if i < further {
            FURTHER[i - OWN]
        } else if i < times {
            TIMES[i - further]
        } else {
            CUSTOM[i - times]
        };
        i += 1;
    }
    all
}
