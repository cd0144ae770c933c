//! Blocks of the form, as entered and as stored. Missing values are empty strings.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// `annuity_uuid` of a form that recommends no annuity.
pub const NO_ANNUITY: &str = "none";

macro_rules! block {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $name { $($(#[$doc])* pub $field: $type,)+ }
    };
}

block! {
    /// What is known about the consumer: the 14 items of the model regulation. Amounts are US dollars.
    ConsumerProfile {
        /// In years. For owners that are no individuals, the age of the annuitant
        age: String,
        annual_income: String,
        /// Including debts
        financial_situation: String,
        /// `FinancialExperience` code
        financial_experience: String,
        insurance_needs: String,
        financial_objectives: String,
        intended_use: String,
        /// `TimeHorizon` code
        time_horizon: String,
        /// Existing investments, annuities and insurance
        existing_assets: String,
        liquidity_needs: String,
        liquid_net_worth: String,
        /// `RiskTolerance` code
        risk_tolerance: String,
        /// Whether the consumer accepts values that are not guaranteed. Part of the risk tolerance
        accepts_non_guaranteed: Option<bool>,
        /// `FundingSource` code
        funding_source: String,
        /// `TaxStatus` code
        tax_status: String,
    }
}

block! {
    Recommendation {
        /// An annuity of the owner, or `none`
        annuity_uuid: String,
        options_considered: Vec<String>,
        /// Why the recommendation is in the consumer's interest
        basis: String,
        /// `YYYY-MM-DD`
        date: String,
        /// Name of the producer
        producer: String,
    }
}

block! {
    /// Whether the annuity replaces a contract, and what the consumer gives up. The details are empty unless it does.
    Replacement {
        is_replacement: Option<bool>,
        /// The replaced contract, if it is one of the owner's
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        replaced_uuid: Option<Uuid>,
        surrender_charge: String,
        lost_benefits: String,
        new_fees: String,
        /// Whether the consumer exchanged or replaced another annuity in the 60 months before
        other_exchange_within60_months: Option<bool>,
        benefits_outweigh: Option<bool>,
    }
}

block! {
    /// What the producer told the consumer.
    Disclosure {
        /// `YYYY-MM-DD`
        producer_disclosure_given_on: String,
        /// `CompensationType` code
        compensation_type: String,
        /// `CarriersAvailable` code
        carriers_available: String,
    }
}

block! {
    /// A statement that the consumer signs. It counts once it has a date and a document.
    ConsumerStatement {
        /// `YYYY-MM-DD`
        signed_on: String,
        /// The signed statement, a document of the owner
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        document_id: Option<Uuid>,
    }
}

block! {
    ConsumerStatements {
        /// The consumer refuses to give some or all information
        refused_information: ConsumerStatement,
        /// The consumer buys an annuity that was not recommended
        not_based_on_recommendation: ConsumerStatement,
    }
}

block! {
    BestInterestForm {
        consumer_profile: ConsumerProfile,
        recommendation: Recommendation,
        replacement: Replacement,
        disclosure: Disclosure,
        consumer_statements: ConsumerStatements,
    }
}

block! {
    /// A form to create or save.
    BestInterestInput {
        /// The form to save. Null to create one
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        uuid: Option<Uuid>,
        /// Version of the record that the form loaded. Null to create one
        version: Option<i32>,
        /// Whether to save the form as complete
        is_complete: bool,
        form: BestInterestForm,
    }
}

impl ConsumerStatement {
    pub fn is_signed(&self) -> bool {
        !self.signed_on.is_empty() && self.document_id.is_some()
    }
}

impl BestInterestForm {
    /// Returns the documents of the statements, each with its field.
    pub fn documents(&self) -> impl Iterator<Item = (&'static str, Uuid)> {
        let statements = &self.consumer_statements;
        [
            (
                "form.consumerStatements.refusedInformation.documentId",
                statements.refused_information.document_id,
            ),
            (
                "form.consumerStatements.notBasedOnRecommendation.documentId",
                statements.not_based_on_recommendation.document_id,
            ),
        ]
        .into_iter()
        .filter_map(|(field, document)| Some((field, document?)))
    }
}
