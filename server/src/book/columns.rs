//! The columns of each table, in the order of docs/BOOK.md.

use super::table::Column;
use super::table::Reads::{self, *};

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

const EXTERNAL_ID: Column = column(
    "externalId",
    Text,
    "The firm's own identifier; contracts refer to it; unique in its table",
);
const TITLE: Column = column("title", Text, "");
const FIRST_NAME: Column = column("firstName", Text, "Required for individuals");
const MIDDLE_NAME: Column = column("middleName", Text, "");
const LAST_NAME: Column = column("lastName", Text, "Required for individuals");
const SUFFIX: Column = column("suffix", Text, "Jr, III, MD");
const ORGANIZATION: Column = column("organizationName", Text, "Used instead of first and last name");
const EMAIL: Column = column("email", Text, "");
const PHONE: Column = column("phone", Text, "North American, or + and the country code");
const MOBILE_PHONE: Column = column("mobilePhone", Text, "");
const LINE1: Column = column("addressLine1", Text, "");
const LINE2: Column = column("addressLine2", Text, "");
const CITY: Column = column("city", Text, "");
const STATE: Column = column("state", Text, "Code or name");
const POSTAL_CODE: Column = column("postalCode", Text, "Text, to keep leading zeros");
const COUNTRY: Column = column("country", Text, "Two-letter code; defaults to US");
const DOB: Column = column("dob", Date, "Date of birth");
const SEX: Column = column("sex", Text, "F, M or X");
const TAX_ID: Column = column("taxId", Text, "SSN, ITIN or EIN; encrypted before it is stored");
const NOTES: Column = column("notes", Text, "");

pub(super) const AGENTS: [Column; 23] = [
    EXTERNAL_ID,
    column(
        "npn",
        Text,
        "National Producer Number; contracts refer to it; unique",
    ),
    column("agencyCode", Text, ""),
    TITLE,
    FIRST_NAME,
    MIDDLE_NAME,
    LAST_NAME,
    SUFFIX,
    ORGANIZATION,
    EMAIL,
    PHONE,
    MOBILE_PHONE,
    LINE1,
    LINE2,
    CITY,
    STATE,
    POSTAL_CODE,
    COUNTRY,
    DOB,
    SEX,
    TAX_ID,
    column(
        "agentIntegrationEnabled",
        Flag,
        "Contract data may be fetched on the agent's behalf",
    ),
    NOTES,
];

pub(super) const OWNERS: [Column; 22] = [
    EXTERNAL_ID,
    required(
        "ownerType",
        Term,
        "Individual, Trust, Corporate, Partnership, Estate, Charity, or its number from 1 to 6",
    ),
    column("trustDate", Date, "Trusts only"),
    TITLE,
    FIRST_NAME,
    MIDDLE_NAME,
    LAST_NAME,
    SUFFIX,
    ORGANIZATION,
    EMAIL,
    PHONE,
    MOBILE_PHONE,
    LINE1,
    LINE2,
    CITY,
    STATE,
    POSTAL_CODE,
    COUNTRY,
    DOB,
    SEX,
    TAX_ID,
    NOTES,
];

pub(super) const INSUREDS: [Column; 19] = [
    EXTERNAL_ID,
    TITLE,
    FIRST_NAME,
    MIDDLE_NAME,
    LAST_NAME,
    SUFFIX,
    EMAIL,
    PHONE,
    MOBILE_PHONE,
    LINE1,
    LINE2,
    CITY,
    STATE,
    POSTAL_CODE,
    COUNTRY,
    DOB,
    SEX,
    TAX_ID,
    NOTES,
];

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
    "Rider codes, e.g. `WaiverOfPremium;LongTermCare`",
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
