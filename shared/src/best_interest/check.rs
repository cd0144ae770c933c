//! Validation of a form.

use super::fields::completeness;
use super::form::{
    BestInterestForm, BestInterestInput, ConsumerProfile, ConsumerStatement, Disclosure, NO_ANNUITY,
    Recommendation, Replacement,
};
use super::{
    CarriersAvailable, CompensationType, FinancialExperience, FundingSource, MAX_LINE, MAX_OPTIONS, MAX_TEXT,
    RiskTolerance, TaxStatus, TimeHorizon,
};
use crate::contact::free_text;
use crate::date::{self, DateError, from_wire};
use crate::money::{self, MoneyError};
use crate::problem::Findings;
use jiff::civil::Date;
use uuid::Uuid;

/// Maximum age of a consumer.
const MAX_AGE: u8 = 120;

/// Validates a form and returns it in stored form: trimmed text, dates as `YYYY-MM-DD` and amounts as
/// `1234.50`. Returns `None` if there are errors. Drafts can have missing values; complete forms cannot.
///
/// Codes: `too_long`, `too_many`, `out_of_range`, `unknown_code`, `unknown_contract`, `future`, `order`, `required`,
/// `not_in_best_interest`, the codes of amounts and dates, and the warning `looks_like_ssn`.
pub fn check(input: &BestInterestInput, today: Date, findings: &mut Findings) -> Option<BestInterestForm> {
    let typed = &input.form;
    let mut reader = Reader { today, findings };
    let statements = &typed.consumer_statements;
    let form = BestInterestForm {
        consumer_profile: reader.profile(&typed.consumer_profile),
        recommendation: reader.recommendation(&typed.recommendation),
        replacement: reader.replacement(&typed.replacement),
        disclosure: reader.disclosure(&typed.disclosure),
        consumer_statements: super::ConsumerStatements {
            refused_information: reader.statement("refusedInformation", &statements.refused_information),
            not_based_on_recommendation: reader.statement(
                "notBasedOnRecommendation",
                &statements.not_based_on_recommendation,
            ),
        },
    };
    reader.order(&form);
    if input.is_complete {
        reader.complete(&form);
    }
    findings.is_acceptable().then_some(form)
}

struct Reader<'a> {
    today: Date,
    findings: &'a mut Findings,
}

impl Reader<'_> {
    fn profile(&mut self, typed: &ConsumerProfile) -> ConsumerProfile {
        let at = |field: &str| format!("form.consumerProfile.{field}");
        ConsumerProfile {
            age: self.age(&at("age"), &typed.age),
            annual_income: self.amount(&at("annualIncome"), &typed.annual_income),
            financial_situation: self.text(&at("financialSituation"), &typed.financial_situation),
            financial_experience: self.code(
                &at("financialExperience"),
                &typed.financial_experience,
                |code| FinancialExperience::from_code(code).is_some(),
            ),
            insurance_needs: self.text(&at("insuranceNeeds"), &typed.insurance_needs),
            financial_objectives: self.text(&at("financialObjectives"), &typed.financial_objectives),
            intended_use: self.text(&at("intendedUse"), &typed.intended_use),
            time_horizon: self.code(&at("timeHorizon"), &typed.time_horizon, |code| {
                TimeHorizon::from_code(code).is_some()
            }),
            existing_assets: self.text(&at("existingAssets"), &typed.existing_assets),
            liquidity_needs: self.text(&at("liquidityNeeds"), &typed.liquidity_needs),
            liquid_net_worth: self.amount(&at("liquidNetWorth"), &typed.liquid_net_worth),
            risk_tolerance: self.code(&at("riskTolerance"), &typed.risk_tolerance, |code| {
                RiskTolerance::from_code(code).is_some()
            }),
            accepts_non_guaranteed: typed.accepts_non_guaranteed,
            funding_source: self.code(&at("fundingSource"), &typed.funding_source, |code| {
                FundingSource::from_code(code).is_some()
            }),
            tax_status: self.code(&at("taxStatus"), &typed.tax_status, |code| {
                TaxStatus::from_code(code).is_some()
            }),
        }
    }

    fn recommendation(&mut self, typed: &Recommendation) -> Recommendation {
        let at = |field: &str| format!("form.recommendation.{field}");
        let annuity_uuid = typed.annuity_uuid.trim().to_owned();
        let is_known =
            annuity_uuid.is_empty() || annuity_uuid == NO_ANNUITY || Uuid::parse_str(&annuity_uuid).is_ok();
        if !is_known {
            let message = "Choose an annuity of the owner, or that none is recommended.";
            self.findings
                .fault(at("annuityUuid"), "unknown_contract", message);
        }
        if typed.options_considered.len() > MAX_OPTIONS {
            let message = format!("Enter up to {MAX_OPTIONS} options.");
            self.findings.fault(at("optionsConsidered"), "too_many", message);
        }
        let options = typed.options_considered.iter().take(MAX_OPTIONS);
        let options = options.enumerate().map(|(index, option)| {
            let field = format!("{}[{index}]", at("optionsConsidered"));
            self.findings.bounded_text(Some(option), &field, MAX_LINE)
        });
        Recommendation {
            options_considered: options.collect::<Vec<_>>().into_iter().flatten().collect(),
            annuity_uuid,
            basis: self.text(&at("basis"), &typed.basis),
            date: self.past(&at("date"), &typed.date),
            producer: self.line(&at("producer"), &typed.producer),
        }
    }

    fn replacement(&mut self, typed: &Replacement) -> Replacement {
        if typed.is_replacement != Some(true) {
            return Replacement {
                is_replacement: typed.is_replacement,
                ..Replacement::default()
            };
        }
        let at = |field: &str| format!("form.replacement.{field}");
        Replacement {
            surrender_charge: self.amount(&at("surrenderCharge"), &typed.surrender_charge),
            lost_benefits: self.text(&at("lostBenefits"), &typed.lost_benefits),
            new_fees: self.text(&at("newFees"), &typed.new_fees),
            ..*typed
        }
    }

    fn disclosure(&mut self, typed: &Disclosure) -> Disclosure {
        let at = |field: &str| format!("form.disclosure.{field}");
        Disclosure {
            producer_disclosure_given_on: self.past(
                &at("producerDisclosureGivenOn"),
                &typed.producer_disclosure_given_on,
            ),
            compensation_type: self.code(&at("compensationType"), &typed.compensation_type, |code| {
                CompensationType::from_code(code).is_some()
            }),
            carriers_available: self.code(&at("carriersAvailable"), &typed.carriers_available, |code| {
                CarriersAvailable::from_code(code).is_some()
            }),
        }
    }

    fn statement(&mut self, name: &str, typed: &ConsumerStatement) -> ConsumerStatement {
        let field = format!("form.consumerStatements.{name}.signedOn");
        ConsumerStatement {
            signed_on: self.past(&field, &typed.signed_on),
            document_id: typed.document_id,
        }
    }

    /// Rejects a disclosure after the recommendation, and a contract that replaces itself.
    fn order(&mut self, form: &BestInterestForm) {
        let given = from_wire(&form.disclosure.producer_disclosure_given_on);
        let recommended = from_wire(&form.recommendation.date);
        if let (Some(given), Some(recommended)) = (given, recommended)
            && given > recommended
        {
            let message = "The disclosure must be given before the recommendation, or on the same day.";
            self.findings
                .fault("form.disclosure.producerDisclosureGivenOn", "order", message);
        }
        let replacement = &form.replacement;
        let is_same = replacement
            .replaced_uuid
            .is_some_and(|replaced| form.recommendation.annuity_uuid == replaced.to_string());
        if is_same {
            let message = "A contract cannot replace itself. Choose the contract that is given up.";
            self.findings
                .fault("form.replacement.replacedUuid", "unknown_contract", message);
        }
    }

    fn complete(&mut self, form: &BestInterestForm) {
        for field in completeness(form).missing {
            if !self.findings.has_fault(&field.path) {
                let message = format!("{} is missing.", field.label);
                self.findings.fault(field.path, "required", message);
            }
        }
        let statements = &form.consumer_statements;
        for (name, statement) in [
            ("refusedInformation", &statements.refused_information),
            (
                "notBasedOnRecommendation",
                &statements.not_based_on_recommendation,
            ),
        ] {
            let at = |field: &str| format!("form.consumerStatements.{name}.{field}");
            match (statement.signed_on.is_empty(), statement.document_id) {
                (false, None) => {
                    let message = "Choose the signed statement, or remove the date.";
                    self.findings.fault(at("documentId"), "required", message);
                }
                (true, Some(_)) => {
                    let message = "Enter when the consumer signed the statement.";
                    self.findings.fault(at("signedOn"), "required", message);
                }
                _ => {}
            }
        }
        let recommends = form.recommendation.annuity_uuid != NO_ANNUITY;
        let is_own_decision = statements.not_based_on_recommendation.is_signed();
        if recommends && !is_own_decision && form.replacement.benefits_outweigh == Some(false) {
            let message = "A replacement whose benefits do not outweigh its costs cannot be recommended. Recommend no \
                           annuity, or store the consumer's signed decision.";
            self.findings.fault(
                "form.replacement.benefitsOutweigh",
                "not_in_best_interest",
                message,
            );
        }
    }

    fn text(&mut self, field: &str, typed: &str) -> String {
        let text = self.findings.bounded_lines(Some(typed), field, MAX_TEXT);
        if let Some(fault) = text.as_deref().and_then(free_text::warning) {
            self.findings.warn(field, fault.code, fault.message);
        }
        text.unwrap_or_default()
    }

    fn line(&mut self, field: &str, typed: &str) -> String {
        let line = self.findings.bounded_text(Some(typed), field, MAX_LINE);
        line.unwrap_or_default()
    }

    fn amount(&mut self, field: &str, typed: &str) -> String {
        match money::parse(typed) {
            Err(MoneyError::Empty) => String::new(),
            parsed => {
                let amount = self.findings.take(field, parsed);
                amount.map(|amount| format!("{amount:.2}")).unwrap_or_default()
            }
        }
    }

    /// Parses a date into `YYYY-MM-DD`. Rejects future dates. Returns an empty string for empty or unparsable input.
    fn past(&mut self, field: &str, typed: &str) -> String {
        let day = match date::parse(typed) {
            Err(DateError::Empty) => return String::new(),
            parsed => self.findings.take(field, parsed),
        };
        if day.is_some_and(|day| day > self.today) {
            self.findings
                .fault(field, "future", "This date cannot be in the future.");
        }
        day.map(|day| day.to_string()).unwrap_or_default()
    }

    fn age(&mut self, field: &str, typed: &str) -> String {
        let typed = typed.trim();
        let age = typed.parse::<u8>().ok().filter(|age| *age <= MAX_AGE);
        if age.is_none() && !typed.is_empty() {
            let message = format!("Enter the age in years, up to {MAX_AGE}.");
            self.findings.fault(field, "out_of_range", message);
        }
        age.map(|age| age.to_string()).unwrap_or_default()
    }

    fn code(&mut self, field: &str, typed: &str, is_known: impl Fn(&str) -> bool) -> String {
        if !typed.is_empty() && !is_known(typed) {
            self.findings
                .fault(field, "unknown_code", "Choose a value from the list.");
        }
        typed.into()
    }
}
