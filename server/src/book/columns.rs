//! The columns of each table, in the order of docs/BOOK.md.

use super::table::Column;
use super::table::Reads::{self, *};
use shared::contact::field::Rule;
use shared::contact::{ContactKind, Field};
use std::sync::LazyLock;

const fn column(name: &'static str, reads: Reads, about: &'static str) -> Column {
    Column {
        name,
        reads,
        is_required: false,
        about,
    }
}

const fn required(name: &'static str, reads: Reads, about: &'static str) -> Column {
    Column {
        name,
        reads,
        is_required: true,
        about,
    }
}

pub(super) const CARRIERS: [Column; 7] = [
    required("naicCode", Text, "Five digits"),
    required("name", Text, "Legal name"),
    column("shortName", Text, "Common short name; defaults to the name"),
    column("amBestRating", Text, ""),
    column("comdex", Whole, "1 to 100"),
    column("phone", Text, ""),
    column("fax", Text, ""),
];

static CONTACTS: LazyLock<[Vec<Column>; 3]> = LazyLock::new(|| ContactKind::ALL.map(contact_columns));

/// Returns the columns of agents, owners or insureds.
pub(super) fn of_contacts(kind: ContactKind) -> &'static [Column] {
    &CONTACTS[kind as usize - 1]
}

fn contact_columns(kind: ContactKind) -> Vec<Column> {
    let is_stored = |field: &Field| *field != Field::FullName && field.is_for(kind);
    let mut fields: Vec<Field> = Field::ALL.iter().copied().filter(is_stored).collect();
    // The identifier first, then the fields that only this kind has.
    fields.sort_by_key(|field| match field {
        Field::ExternalId => 0,
        _ if *field.kinds() == [kind] => 1,
        _ => 2,
    });
    let columns = fields.into_iter().map(|field| Column {
        name: field.code(),
        reads: match field.rule() {
            Rule::Date => Date,
            Rule::OwnerType => Term,
            _ => Text,
        },
        is_required: field == Field::OwnerType,
        about: about(field),
    });
    let of_agents = column(
        "agentIntegrationEnabled",
        Flag,
        "Contract data may be fetched on the agent's behalf",
    );
    columns
        .chain((kind == ContactKind::Agent).then_some(of_agents))
        .collect()
}

/// Returns a description of contact fields whose label is not self-explanatory, or an empty string.
fn about(field: Field) -> &'static str {
    match field {
        Field::ExternalId => "The firm's own identifier; contracts refer to it; unique in its table",
        Field::Npn => "National Producer Number; contracts refer to it; unique",
        Field::OwnerType => {
            "Individual, Trust, Corporate, Partnership, Estate, Charity, or its number from 1 to 6"
        }
        Field::TrustDate => "Trusts only",
        Field::FirstName | Field::LastName => "Required for individuals",
        Field::Suffix => "Jr, III, MD",
        Field::OrganizationName => "Used instead of first and last name",
        Field::Phone => "North American, or + and the country code",
        Field::State => "Code or name",
        Field::PostalCode => "Text, to keep leading zeros",
        Field::Country => "Two-letter code; defaults to US",
        Field::Dob => "Date of birth",
        Field::Sex => "F, M or X",
        Field::TaxId => "SSN, ITIN or EIN; encrypted before it is stored",
        _ => "",
    }
}

const CARRIER: Column = required("carrier", Reference, "NAIC code, name or short name of a carrier");
const PRODUCT_NAME: Column = column("productName", Text, "");
const STATUS: Column = required("status", Term, "Code or label of a status");
const STATUS_DATE: Column = column("statusDate", Date, "");
const ISSUE_DATE: Column = column("issueDate", Date, "");
const ISSUE_STATE: Column = column("issueState", Text, "Code or name");
const VALUES_AS_OF: Column = column("valuesAsOf", Date, "Date of the values");
const RIDERS: Column = column(
    "riders",
    Words,
    "Rider codes or labels, e.g. `WaiverOfPremium;LongTermCare`, each once",
);
const POLICY_GUARD: Column = column("policyGuard", Flag, "");
const AGENT: Column = column("agent", Reference, "NPN or external ID of the writing agent");
const AGENT_SHARE: Column = column("agentShare", Percent, "Share of the commission");
const AGENT2: Column = column("agent2", Reference, "NPN or external ID of another agent");
const AGENT2_TYPE: Column = column(
    "agent2Type",
    Term,
    "Writing, Servicing, Co-Agent, Agency, Assistant; defaults to Co-Agent",
);
const AGENT2_SHARE: Column = column("agent2Share", Percent, "");
const OWNER: Column = column("owner", Reference, "External ID of the owner");
const OWNER_SHARE: Column = column("ownerShare", Percent, "");
const OWNER2: Column = column("owner2", Reference, "External ID of a second owner");
const OWNER2_SHARE: Column = column("owner2Share", Percent, "");

pub(super) const POLICIES: [Column; 49] = [
    required(
        "policyNumber",
        Text,
        "Unique per carrier; spaces, dashes and case are ignored",
    ),
    CARRIER,
    required("productType", Term, "Code or label of a life product"),
    PRODUCT_NAME,
    STATUS,
    STATUS_DATE,
    ISSUE_DATE,
    ISSUE_STATE,
    column("issueAge", Whole, ""),
    column("riskClass", Text, ""),
    column("tobacco", Flag, ""),
    column("deathBenefit", Money, "Required while the policy is in force"),
    column("faceAmount", Money, ""),
    column("deathBenefitOption", Text, "Level, Increasing, ROP"),
    column(
        "premiumMode",
        Term,
        "Annual, SemiAnnual, Quarterly, Monthly, SinglePay, Flexible, None",
    ),
    column("modalPremium", Money, "Premium per payment"),
    column(
        "annualizedPremium",
        Money,
        "Computed from premium and mode if empty",
    ),
    column("paidToDate", Date, ""),
    column("nextPremiumDate", Date, ""),
    column("lastPremiumDate", Date, ""),
    column("lastPremiumAmount", Money, ""),
    column("paymentMethod", Text, ""),
    column("policyCashValue", Money, ""),
    column("policySurrenderValue", Money, ""),
    column("loanBalance", Money, ""),
    column("loanRate", Percent, ""),
    column("dividendOption", Text, ""),
    column("gracePeriodEndDate", Date, ""),
    column("maturityDate", Date, ""),
    column("levelPeriodEndDate", Date, ""),
    column("conversionExpiryDate", Date, ""),
    column("projectedLapseDate", Date, ""),
    column("lapseAge", Whole, ""),
    column("creditingRate", Percent, ""),
    RIDERS,
    POLICY_GUARD,
    column("nextRequestDate", Date, ""),
    VALUES_AS_OF,
    AGENT,
    AGENT_SHARE,
    AGENT2,
    AGENT2_TYPE,
    AGENT2_SHARE,
    OWNER,
    OWNER_SHARE,
    OWNER2,
    OWNER2_SHARE,
    column("insured", Reference, "External ID of the primary insured"),
    column("insured2", Reference, "External ID of the joint insured"),
];

pub(super) const ANNUITIES: [Column; 45] = [
    required(
        "contractNumber",
        Text,
        "Unique per carrier; spaces, dashes and case are ignored",
    ),
    CARRIER,
    required("productType", Term, "Code or label of an annuity product"),
    PRODUCT_NAME,
    STATUS,
    STATUS_DATE,
    ISSUE_DATE,
    ISSUE_STATE,
    column("taxType", Term, "Code or label of a tax type"),
    column("contractValue", Money, ""),
    column("accountValueDate", Date, "Date of the contract value"),
    column("annuityCashValue", Money, ""),
    column("annuitySurrenderValue", Money, ""),
    column("deathBenefit", Money, ""),
    column("costBasis", Money, ""),
    column("premiumsPaid", Money, "Total premiums paid in"),
    column("surrenderPeriodYears", Whole, "0 to 30"),
    column(
        "surrenderSchedule",
        Percents,
        "Charge by contract year, e.g. `7;6;5;4;3`",
    ),
    column(
        "surrenderPeriodEndDate",
        Date,
        "Computed from issue date and years if empty",
    ),
    column("freeWithdrawalPercent", Percent, ""),
    column("marketValueAdjustment", Flag, ""),
    column("guaranteedRate", Percent, ""),
    column("guaranteedRateEndDate", Date, ""),
    column("creditedRate", Percent, ""),
    RIDERS,
    column("rmdRequired", Flag, "A required minimum distribution applies"),
    column("rmdAmount", Money, ""),
    column("rmdTaken", Money, ""),
    column("rmdDueDate", Date, ""),
    column("annuitizationDate", Date, ""),
    column("maxAnnuityAge", Whole, ""),
    column("agentIntegrationEnabled", Flag, ""),
    POLICY_GUARD,
    VALUES_AS_OF,
    AGENT,
    AGENT_SHARE,
    AGENT2,
    AGENT2_TYPE,
    AGENT2_SHARE,
    OWNER,
    OWNER_SHARE,
    OWNER2,
    OWNER2_SHARE,
    column(
        "annuitant",
        Reference,
        "External ID of the annuitant among the insureds",
    ),
    column("annuitant2", Reference, "External ID of the joint annuitant"),
];
