//! Fields of the form in order, with labels and displayed values. The completeness check, the comparison of
//! versions and the PDF are all based on this list.

use super::form::{BestInterestForm, ConsumerStatement, NO_ANNUITY};
use super::{
    CarriersAvailable, CompensationType, FinancialExperience, FundingSource, RiskTolerance, TaxStatus,
    TimeHorizon,
};
use crate::date::{format, from_wire};
use crate::money::format_cents;
use serde::{Deserialize, Serialize};

/// A titled part of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct FormBlock {
    pub title: String,
    pub fields: Vec<FormField>,
}

/// A field of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct FormField {
    /// Path in [`super::BestInterestInput`], such as `form.recommendation.basis`
    pub path: String,
    pub label: String,
    /// Displayed value. Empty if it is missing
    pub text: String,
    /// Whether the form is incomplete without the value
    pub is_required: bool,
}

/// How much of the form is filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Completeness {
    pub filled: usize,
    pub required: usize,
    /// Required fields without value
    pub missing: Vec<FormField>,
}

/// Returns the completeness of a form.
pub fn completeness(form: &BestInterestForm) -> Completeness {
    let names = |_: &str| None;
    let fields = blocks(form, &names).into_iter().flat_map(|block| block.fields);
    let required: Vec<FormField> = fields.filter(|field| field.is_required).collect();
    let missing: Vec<FormField> = required
        .iter()
        .filter(|field| field.text.is_empty())
        .cloned()
        .collect();
    Completeness {
        filled: required.len() - missing.len(),
        required: required.len(),
        missing,
    }
}

struct Block {
    title: &'static str,
    /// Path of the block.
    at: &'static str,
    is_required: bool,
    fields: Vec<FormField>,
}

impl Block {
    const fn new(title: &'static str, at: &'static str, is_required: bool) -> Self {
        Self {
            title,
            at,
            is_required,
            fields: Vec::new(),
        }
    }

    fn field(&mut self, name: &str, label: &str, text: impl Into<String>) {
        self.fields.push(FormField {
            path: format!("form.{}.{name}", self.at),
            label: label.into(),
            text: text.into(),
            is_required: self.is_required,
        });
    }

    fn done(self) -> FormBlock {
        FormBlock {
            title: self.title.into(),
            fields: self.fields,
        }
    }
}

/// Returns the form as displayed. `name_of` returns the number of a contract, or the name of a document, by uuid.
pub fn blocks(form: &BestInterestForm, name_of: &dyn Fn(&str) -> Option<String>) -> Vec<FormBlock> {
    vec![
        profile(form),
        recommendation(form, name_of),
        replacement(form, name_of),
        disclosure(form),
        statements(form, name_of),
    ]
}

fn profile(form: &BestInterestForm) -> FormBlock {
    let profile = &form.consumer_profile;
    let is_refused = form.consumer_statements.refused_information.is_signed();
    let mut block = Block::new("Consumer profile", "consumerProfile", !is_refused);
    block.field("age", "Age", &profile.age);
    block.field("annualIncome", "Annual income", dollars(&profile.annual_income));
    let situation = "Financial situation, including debts";
    block.field("financialSituation", situation, &profile.financial_situation);
    let experience = coded(&profile.financial_experience, FinancialExperience::label_of);
    block.field("financialExperience", "Financial experience", experience);
    block.field("insuranceNeeds", "Insurance needs", &profile.insurance_needs);
    let objectives = &profile.financial_objectives;
    block.field("financialObjectives", "Financial objectives", objectives);
    block.field(
        "intendedUse",
        "Intended use of the annuity",
        &profile.intended_use,
    );
    let horizon = coded(&profile.time_horizon, TimeHorizon::label_of);
    block.field("timeHorizon", "Financial time horizon", horizon);
    let assets = "Existing assets, annuities and insurance";
    block.field("existingAssets", assets, &profile.existing_assets);
    block.field("liquidityNeeds", "Liquidity needs", &profile.liquidity_needs);
    let worth = dollars(&profile.liquid_net_worth);
    block.field("liquidNetWorth", "Liquid net worth", worth);
    block.field("riskTolerance", "Risk tolerance", risk(form));
    let source = coded(&profile.funding_source, FundingSource::label_of);
    block.field("fundingSource", "Source of the funds", source);
    let status = coded(&profile.tax_status, TaxStatus::label_of);
    block.field("taxStatus", "Tax status", status);
    block.done()
}

/// Describes the risk tolerance and whether it includes non-guaranteed values. The regulation counts both as one item.
fn risk(form: &BestInterestForm) -> String {
    let profile = &form.consumer_profile;
    let (false, Some(accepts)) = (profile.risk_tolerance.is_empty(), profile.accepts_non_guaranteed) else {
        return String::new();
    };
    let tolerance = RiskTolerance::label_of(&profile.risk_tolerance);
    let accepted = if accepts {
        "accepts non-guaranteed values"
    } else {
        "guaranteed values only"
    };
    format!("{tolerance}; {accepted}")
}

fn recommendation(form: &BestInterestForm, name_of: &dyn Fn(&str) -> Option<String>) -> FormBlock {
    let recommendation = &form.recommendation;
    let mut block = Block::new("Recommendation", "recommendation", true);
    let annuity = match recommendation.annuity_uuid.as_str() {
        NO_ANNUITY => "No annuity is recommended".into(),
        "" => String::new(),
        uuid => name_of(uuid).unwrap_or_else(|| "Annuity".into()),
    };
    block.field("annuityUuid", "Recommended annuity", annuity);
    let options = recommendation.options_considered.join("\n");
    block.field("optionsConsidered", "Options considered", options);
    block.field("basis", "Basis of the recommendation", &recommendation.basis);
    block.field("date", "Date of the recommendation", day(&recommendation.date));
    block.field("producer", "Producer", &recommendation.producer);
    block.done()
}

fn replacement(form: &BestInterestForm, name_of: &dyn Fn(&str) -> Option<String>) -> FormBlock {
    let replacement = &form.replacement;
    let mut block = Block::new("Replacement", "replacement", true);
    let is_replacement = yes_no(replacement.is_replacement);
    block.field("isReplacement", "Replaces a contract", is_replacement);
    if replacement.is_replacement != Some(true) {
        return block.done();
    }
    block.is_required = false;
    let replaced = replacement.replaced_uuid.map(|uuid| uuid.to_string());
    let replaced = replaced.map(|uuid| name_of(&uuid).unwrap_or_else(|| "Contract".into()));
    block.field("replacedUuid", "Replaced contract", replaced.unwrap_or_default());
    block.is_required = true;
    let charge = dollars(&replacement.surrender_charge);
    block.field("surrenderCharge", "Surrender charge", charge);
    block.field(
        "lostBenefits",
        "Benefits that are lost",
        &replacement.lost_benefits,
    );
    block.field("newFees", "New fees and charges", &replacement.new_fees);
    let other = yes_no(replacement.other_exchange_within60_months);
    let label = "Other exchange or replacement in the last 60 months";
    block.field("otherExchangeWithin60Months", label, other);
    let outweigh = yes_no(replacement.benefits_outweigh);
    block.field("benefitsOutweigh", "Benefits outweigh the costs", outweigh);
    block.done()
}

fn disclosure(form: &BestInterestForm) -> FormBlock {
    let disclosure = &form.disclosure;
    let mut block = Block::new("Disclosure", "disclosure", true);
    let given = day(&disclosure.producer_disclosure_given_on);
    block.field("producerDisclosureGivenOn", "Producer disclosure given on", given);
    let compensation = coded(&disclosure.compensation_type, CompensationType::label_of);
    block.field("compensationType", "Compensation", compensation);
    let carriers = coded(&disclosure.carriers_available, CarriersAvailable::label_of);
    block.field("carriersAvailable", "Annuities available from", carriers);
    block.done()
}

fn statements(form: &BestInterestForm, name_of: &dyn Fn(&str) -> Option<String>) -> FormBlock {
    let statements = &form.consumer_statements;
    let mut block = Block::new("Consumer statements", "consumerStatements", false);
    let signed = |statement: &ConsumerStatement| {
        let document = statement.document_id.map(|document| {
            let name = name_of(&document.to_string());
            name.unwrap_or_else(|| "signed document stored".into())
        });
        let parts = [Some(day(&statement.signed_on)), document];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    };
    let refused = signed(&statements.refused_information);
    block.field("refusedInformation", "Refusal to give information", refused);
    let own_decision = signed(&statements.not_based_on_recommendation);
    let label = "Decision not based on a recommendation";
    block.field("notBasedOnRecommendation", label, own_decision);
    block.done()
}

fn coded(code: &str, label: fn(&str) -> String) -> String {
    if code.is_empty() {
        String::new()
    } else {
        label(code)
    }
}

fn dollars(amount: &str) -> String {
    amount
        .parse()
        .map_or_else(|_| amount.into(), |amount| format_cents(Some(amount)))
}

fn day(text: &str) -> String {
    from_wire(text).map_or_else(|| text.into(), format)
}

fn yes_no(answer: Option<bool>) -> &'static str {
    match answer {
        Some(true) => "Yes",
        Some(false) => "No",
        None => "",
    }
}
