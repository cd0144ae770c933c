//! Best interest forms: the consumer profile that a producer collects before recommending an annuity, and the reasons
//! why the recommendation is in the consumer's interest.
//!
//! The form follows the NAIC Suitability in Annuity Transactions Model Regulation (#275, 2020). Each owner has versions
//! of the form. A signed version never changes. Signing a newer version supersedes it.

mod check;
mod compare;
mod contract_values;
mod fields;
mod form;
mod record;
mod retention;
mod sign;

#[cfg(test)]
mod tests;

pub use check::check;
pub use compare::{ComparedBlock, ComparedField, compare};
pub use contract_values::{ContractValues, has_cash_surrender, recorded, replacement_from};
pub use fields::{Completeness, FormBlock, FormField, blocks, completeness};
pub use form::{
    BestInterestForm, BestInterestInput, ConsumerProfile, ConsumerStatement, ConsumerStatements, Disclosure,
    NO_ANNUITY, Recommendation, Replacement,
};
pub use record::{BestInterestContent, BestInterestFile, BestInterestVersion, FormOwner};
pub use retention::retain_until;
pub use sign::{Signature, SignatureInput, check_signature, review_due};

use crate::contract::Choice;
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};

/// Maximum number of characters of a free text.
pub const MAX_TEXT: usize = 4000;
/// Maximum number of characters of a name or an option.
pub const MAX_LINE: usize = 200;
/// Maximum number of options that were considered.
pub const MAX_OPTIONS: usize = 20;
/// Maximum number of versions per owner.
pub const MAX_VERSIONS: usize = 100;

coded! {
    /// How much a consumer knows about financial products.
    FinancialExperience {
        None = "None", "None";
        Limited = "Limited", "Limited";
        Good = "Good", "Good";
        Extensive = "Extensive", "Extensive";
    }
}

coded! {
    /// Period that a consumer can leave the money in the annuity.
    TimeHorizon {
        UnderThree = "UnderThree", "Under 3 years";
        ThreeToFive = "ThreeToFive", "3 to 5 years";
        SixToTen = "SixToTen", "6 to 10 years";
        OverTen = "OverTen", "Over 10 years";
    }
}

coded! {
    /// How much risk a consumer accepts.
    RiskTolerance {
        Conservative = "Conservative", "Conservative";
        ModeratelyConservative = "ModeratelyConservative", "Moderately conservative";
        Moderate = "Moderate", "Moderate";
        ModeratelyAggressive = "ModeratelyAggressive", "Moderately aggressive";
        Aggressive = "Aggressive", "Aggressive";
    }
}

coded! {
    /// Source of the money for the annuity.
    FundingSource {
        Savings = "Savings", "Savings or certificates of deposit";
        Investments = "Investments", "Stocks, bonds or funds";
        RetirementPlan = "RetirementPlan", "Retirement plan or IRA";
        Annuity = "Annuity", "Another annuity";
        LifePolicy = "LifePolicy", "A life insurance policy";
        Property = "Property", "Sale of property or a business";
        Inheritance = "Inheritance", "Inheritance or gift";
        Loan = "Loan", "Loan or reverse mortgage";
        Other = "Other", "Other";
    }
}

coded! {
    /// Tax status of a consumer.
    TaxStatus {
        Single = "Single", "Single";
        Joint = "Joint", "Married, filing jointly";
        Separate = "Separate", "Married, filing separately";
        HeadOfHousehold = "HeadOfHousehold", "Head of household";
        SurvivingSpouse = "SurvivingSpouse", "Surviving spouse";
        TrustOrEstate = "TrustOrEstate", "Trust or estate";
        Business = "Business", "Corporation or partnership";
        Exempt = "Exempt", "Exempt from tax";
    }
}

coded! {
    /// How a producer is paid for the sale.
    CompensationType {
        Commission = "Commission", "Commission";
        Fee = "Fee", "Fee";
        Both = "Both", "Commission and fee";
        Other = "Other", "Other";
    }
}

coded! {
    /// Number of insurers whose annuities a producer may sell.
    CarriersAvailable {
        One = "One", "One insurer";
        MostlyOne = "MostlyOne", "Several insurers, mostly one";
        Several = "Several", "Two or more insurers";
    }
}

/// Options and limits of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BestInterestChoices {
    pub financial_experience: Vec<Choice>,
    pub time_horizon: Vec<Choice>,
    pub risk_tolerance: Vec<Choice>,
    pub funding_source: Vec<Choice>,
    pub tax_status: Vec<Choice>,
    pub compensation_type: Vec<Choice>,
    pub carriers_available: Vec<Choice>,
    pub text_chars: usize,
    pub line_chars: usize,
    pub options: usize,
}

impl Default for BestInterestChoices {
    fn default() -> Self {
        Self {
            financial_experience: FinancialExperience::choices(),
            time_horizon: TimeHorizon::choices(),
            risk_tolerance: RiskTolerance::choices(),
            funding_source: FundingSource::choices(),
            tax_status: TaxStatus::choices(),
            compensation_type: CompensationType::choices(),
            carriers_available: CarriersAvailable::choices(),
            text_chars: MAX_TEXT,
            line_chars: MAX_LINE,
            options: MAX_OPTIONS,
        }
    }
}
