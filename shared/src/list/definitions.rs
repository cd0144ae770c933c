//! Columns of each list, in the order of a new table.

use super::ListName;
use super::column::{Column, ColumnType::*};
use crate::contract::EnumName;

pub(super) fn columns(list: ListName) -> &'static [Column] {
    match list {
        ListName::Agents => &AGENTS,
        ListName::Owners => &OWNERS,
        ListName::Insureds => &INSUREDS,
        ListName::Policies => &POLICIES,
        ListName::Annuities => &ANNUITIES,
        ListName::AuditLog => &AUDIT_LOG,
        ListName::Cohorts => &COHORTS,
    }
}

const NAME: Column = Column::new("name", "Name", Text).shown().required();
const EMAIL: Column = Column::new("email", "Email", Text);
const PHONE: Column = Column::new("phone", "Phone", Text);
const STATE: Column = Column::choice("state", "State", EnumName::State);
const AGE: Column = Column::new("age", "Age", Integer);
const POLICY_COUNT: Column = Column::total("policyCount", "# Policies", Integer).shown();
const DEATH_BENEFIT: Column = Column::total("deathBenefit", "Death Benefit", Money).shown();
const ANNUALIZED_PREMIUM: Column = Column::total("annualizedPremium", "Annualized Premium", Money);
const ANNUITY_COUNT: Column = Column::total("annuityCount", "# Annuities", Integer);
const CONTRACT_VALUE: Column = Column::total("contractValue", "Contract Value", Money);

/// Additional columns that every contact list has.
const FURTHER: [Column; 16] = [
    Column::new("firstName", "First Name", Text),
    Column::new("lastName", "Last Name", Text),
    Column::new("organizationName", "Organization", Text),
    Column::new("mobilePhone", "Mobile Phone", Text),
    Column::new("addressLine1", "Address", Text),
    Column::new("city", "City", Text),
    Column::new("postalCode", "ZIP", Text),
    Column::new("dob", "Date of Birth", Date),
    Column::new("taxId", "Tax ID", Text).display_only(),
    Column::new("externalId", "External ID", Text),
    Column::choice("source", "Source", EnumName::RecordSource).required(),
    Column::total("policyCashValue", "Cash Value", Money),
    Column::total("policySurrenderValue", "Surrender Value", Money),
    Column::total("premiumsPaid", "Premiums Paid", Money),
    Column::total("annuityCashValue", "Annuity Cash Value", Money),
    Column::total("annuitySurrenderValue", "Annuity Surrender Value", Money),
];

const TIMES: [Column; 2] = [
    Column::new("createdAt", "Created", Timestamp).required(),
    Column::new("updatedAt", "Last Changed", Timestamp).required(),
];

const AGENTS: [Column; 33] = join(
    [
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
    ],
    FURTHER,
    TIMES,
);

const OWNERS: [Column; 32] = join(
    [
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
        Column::new("lastReview", "Last Review", Date).shown(),
        ANNUALIZED_PREMIUM,
        Column::choice("sex", "Sex", EnumName::Sex),
    ],
    FURTHER,
    TIMES,
);

const INSUREDS: [Column; 30] = join(
    [
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
        .shown(),
        EMAIL,
        PHONE,
        ANNUALIZED_PREMIUM,
        ANNUITY_COUNT,
        CONTRACT_VALUE,
    ],
    FURTHER,
    TIMES,
);

const POLICIES: [Column; 29] = [
    Column::new("policyNumber", "Policy Number", Text)
        .shown()
        .required(),
    Column::choice("status", "Status", EnumName::PolicyStatus)
        .shown()
        .required(),
    Column::choice("productType", "Product Type", EnumName::ProductTypeLife)
        .shown()
        .required(),
    Column::new("carrier", "Carrier", Text).shown().required(),
    Column::new("insured", "Insured", Text).shown(),
    Column::new("owner", "Owner", Text).shown(),
    Column::new("agent", "Agent", Text).shown(),
    DEATH_BENEFIT,
    ANNUALIZED_PREMIUM.shown(),
    Column::total("policyCashValue", "Cash Value", Money).shown(),
    Column::total("policySurrenderValue", "Surrender Value", Money).shown(),
    Column::new("issueDate", "Issue Date", Date).shown(),
    Column::new("paidToDate", "Paid To", Date).shown(),
    Column::new("policyGuard", "PolicyGuard", Flag).shown().required(),
    Column::new("productName", "Product", Text),
    Column::new("statusDate", "Status Date", Date),
    Column::choice("issueState", "Issue State", EnumName::State),
    Column::new("faceAmount", "Face Amount", Money),
    Column::choice("premiumMode", "Premium Mode", EnumName::PremiumMode),
    Column::new("modalPremium", "Modal Premium", Money),
    Column::new("loanBalance", "Loan Balance", Money),
    Column::new("nextPremiumDate", "Next Premium", Date),
    Column::new("maturityDate", "Maturity", Date),
    Column::new("levelPeriodEndDate", "Level Period Ends", Date),
    Column::new("conversionExpiryDate", "Conversion Expires", Date),
    // Month of the issue date, `01` to `12`.
    Column::choice("anniversaryMonth", "Anniversary Month", EnumName::Month),
    Column::choice("source", "Source", EnumName::RecordSource).required(),
    TIMES[0],
    TIMES[1],
];

const ANNUITIES: [Column; 25] = [
    Column::new("contractNumber", "Contract Number", Text)
        .shown()
        .required(),
    Column::choice("status", "Status", EnumName::PolicyStatus)
        .shown()
        .required(),
    Column::choice("productType", "Product Type", EnumName::ProductTypeAnnuity)
        .shown()
        .required(),
    Column::new("carrier", "Carrier", Text).shown().required(),
    Column::new("owner", "Owner", Text).shown(),
    Column::new("annuitant", "Annuitant", Text).shown(),
    CONTRACT_VALUE.shown(),
    Column::total("annuitySurrenderValue", "Surrender Value", Money).shown(),
    Column::new("surrenderPeriodEndDate", "Surrender Period Ends", Date).shown(),
    Column::choice("taxType", "Tax Type", EnumName::TaxType).shown(),
    Column::new("agentIntegrationEnabled", "Integration", Flag)
        .shown()
        .required(),
    Column::new("policyGuard", "PolicyGuard", Flag).shown().required(),
    Column::new("agent", "Agent", Text),
    Column::new("productName", "Product", Text),
    Column::total("premiumsPaid", "Premiums Paid", Money),
    Column::total("annuityCashValue", "Cash Value", Money),
    Column::new("deathBenefit", "Death Benefit", Money),
    Column::new("costBasis", "Cost Basis", Money),
    Column::new("issueDate", "Issue Date", Date),
    Column::choice("issueState", "Issue State", EnumName::State),
    Column::new("statusDate", "Status Date", Date),
    Column::new("accountValueDate", "Valued On", Date),
    Column::choice("source", "Source", EnumName::RecordSource).required(),
    TIMES[0],
    TIMES[1],
];

const AUDIT_LOG: [Column; 12] = [
    Column::new("at", "When", Timestamp).shown().required(),
    Column::new("user", "User", Text).shown().required(),
    Column::new("onBehalfOf", "On Behalf Of", Text).shown(),
    Column::choice("action", "Action", EnumName::AuditAction)
        .shown()
        .required(),
    Column::choice("recordKind", "Record Kind", EnumName::AuditRecord)
        .shown()
        .required(),
    Column::new("record", "Record", Text).shown(),
    Column::new("details", "Details", Text).shown(),
    Column::new("address", "Address", Text).shown(),
    // Date of `at` in the user's time zone, because timestamps cannot be filtered.
    Column::new("date", "Date", Date).required(),
    Column::new("recordUuid", "Record ID", Text),
    Column::new("traceId", "Trace ID", Text),
    Column::new("entryId", "Entry ID", Text).required(),
];

const COHORTS: [Column; 11] = [
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

/// Joins a list's own columns with the columns that every contact list has.
const fn join<const OWN: usize, const ALL: usize>(
    own: [Column; OWN],
    further: [Column; 16],
    times: [Column; 2],
) -> [Column; ALL] {
    let mut all = [NAME; ALL];
    let mut i = 0;
    while i < ALL {
        all[i] = if i < OWN {
            own[i]
        } else if i < OWN + 16 {
            further[i - OWN]
        } else {
            times[i - OWN - 16]
        };
        i += 1;
    }
    all
}
