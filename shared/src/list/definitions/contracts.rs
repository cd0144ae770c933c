//! The lists of policies and annuities.

use super::common::*;
use super::{ListSpec, ListSubject};
use crate::contract::{EnumName, Line};
use crate::list::SortDirection;
use crate::list::column::{Column, ColumnType::*};
use crate::permission::Feature;

pub const POLICIES: ListSpec = ListSpec {
    subject: ListSubject::Contract(Line::Life),
    columns: &POLICY_COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::AllPolicies,
    resource: "allpolicy",
    group: "Contracts",
    rows: "policies",
    export_file: "AllPolicies",
    audit_label: "List of policies",
    load_failure: "Could not load policies!",
    export_failure: "An error occurred when trying to export Policies.",
};

pub const ANNUITIES: ListSpec = ListSpec {
    subject: ListSubject::Contract(Line::Annuity),
    columns: &ANNUITY_COLUMNS,
    default_direction: SortDirection::Asc,
    feature: Feature::Annuities,
    resource: "allannuity",
    group: "Contracts",
    rows: "annuities",
    export_file: "AllAnnuities",
    audit_label: "List of annuities",
    load_failure: "Could not load annuities!",
    export_failure: "An error occurred when trying to export Annuities.",
};

const POLICY_COLUMNS: [Column; 47] = [
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
    Column::people("insured", "Insured").shown(),
    Column::people("owner", "Owner").shown(),
    Column::people("agent", "Agent").shown(),
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
    Column::new("gracePeriodEndDate", "Grace Period Ends", Date),
    Column::new("projectedLapseDate", "Projected Lapse", Date),
    Column::new("lapseAge", "Lapse Age", Integer),
    Column::new("issueAge", "Issue Age", Integer),
    Column::new("riskClass", "Risk Class", Text),
    Column::new("isTobacco", "Tobacco", Flag),
    Column::new("deathBenefitOption", "Death Benefit Option", Text),
    Column::new("lastPremiumDate", "Last Premium", Date),
    Column::new("lastPremiumAmount", "Last Premium Amount", Money),
    Column::new("paymentMethod", "Payment Method", Text),
    Column::new("paysAutomatically", "Automatic Payment", Flag).required(),
    Column::new("loanRate", "Loan Rate", Percent),
    Column::new("dividendOption", "Dividend Option", Text),
    Column::new("creditingRate", "Crediting Rate", Percent),
    Column::new("riders", "Riders", Text),
    Column::new("nextRequestDate", "Next Request", Date),
    Column::new("valuesAsOf", "Values As Of", Date),
    Column::new("sourceFile", "Source File", Text),
    // Month of the issue date, `01` to `12`.
    Column::choice("anniversaryMonth", "Anniversary Month", EnumName::Month),
    Column::choice("source", "Source", EnumName::RecordSource).required(),
    TIMES[0],
    TIMES[1],
];

const ANNUITY_COLUMNS: [Column; 42] = [
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
    Column::people("owner", "Owner").shown(),
    Column::people("annuitant", "Annuitant").shown(),
    CONTRACT_VALUE.shown(),
    Column::total("annuitySurrenderValue", "Surrender Value", Money).shown(),
    Column::new("surrenderPeriodEndDate", "Surrender Period Ends", Date).shown(),
    Column::choice("taxType", "Tax Type", EnumName::TaxType).shown(),
    Column::new("agentIntegrationEnabled", "Integration", Flag)
        .shown()
        .required(),
    Column::new("policyGuard", "PolicyGuard", Flag).shown().required(),
    Column::people("agent", "Agent"),
    Column::new("productName", "Product", Text),
    Column::total("premiumsPaid", "Premiums Paid", Money),
    Column::total("annuityCashValue", "Cash Value", Money),
    Column::new("deathBenefit", "Death Benefit", Money),
    Column::new("costBasis", "Cost Basis", Money),
    Column::new("issueDate", "Issue Date", Date),
    Column::choice("issueState", "Issue State", EnumName::State),
    Column::new("statusDate", "Status Date", Date),
    Column::new("accountValueDate", "Valued On", Date),
    Column::new("surrenderPeriodYears", "Surrender Period Years", Integer),
    // Charges by contract year, such as `7%, 6.5%`.
    Column::new("surrenderSchedule", "Surrender Schedule", Text),
    Column::new("freeWithdrawalPercent", "Free Withdrawal", Percent),
    Column::new("hasMarketValueAdjustment", "Market Value Adjustment", Flag).required(),
    Column::new("guaranteedRate", "Guaranteed Rate", Percent),
    Column::new("guaranteedRateEndDate", "Guarantee Ends", Date),
    Column::new("creditedRate", "Credited Rate", Percent),
    Column::new("riders", "Riders", Text),
    Column::new("rmdRequired", "RMD Required", Flag).required(),
    Column::new("rmdAmount", "RMD Amount", Money),
    Column::new("rmdTaken", "RMD Taken", Money),
    Column::new("rmdDueDate", "RMD Due", Date),
    Column::new("annuitizationDate", "Annuitization", Date),
    Column::new("maxAnnuityAge", "Maximum Age", Integer),
    Column::new("indexStrategies", "Index Strategies", Text),
    Column::new("valuesAsOf", "Values As Of", Date),
    Column::new("sourceFile", "Source File", Text),
    Column::choice("source", "Source", EnumName::RecordSource).required(),
    TIMES[0],
    TIMES[1],
];
