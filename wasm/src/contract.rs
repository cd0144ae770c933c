//! Contract years, and validation of the small forms of a contract. Days are `YYYY-MM-DD`.

use crate::{all, day, line_of, one, read};
use shared::contract::alert::{self, Alert, AlertFacts};
use shared::contract::annuity;
use shared::contract::bulk;
use shared::contract::gift::plan::{self, GiftDates};
use shared::contract::gift::{self, GiftDraft};
use shared::contract::guideline::{self, GuidelinesDraft};
use shared::contract::status_change::{self, StatusChange};
use shared::contract::{ContractYear, PolicyStatus, PremiumMode};
use shared::money;
use shared::problem::{FieldProblem, Findings};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the first `count` contract years after the issue date.
#[wasm_bindgen(js_name = contractYears)]
pub fn contract_years(issued: &str, count: u8) -> Result<Vec<Ts<ContractYear>>, JsError> {
    let issued = day(issued)?;
    all((0..count.into()).filter_map(|years| ContractYear::after(issued, years)))
}

/// Validates a gift.
#[wasm_bindgen(js_name = checkGift)]
pub fn check_gift(draft: Ts<GiftDraft>, today: &str) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    gift::read(&read(&draft)?, day(today)?, &mut findings);
    all(findings.0)
}

/// Returns the dates of the gift and of its letters for a premium that is due on this day.
#[wasm_bindgen(js_name = giftDates)]
pub fn gift_dates(premium_due: &str) -> Result<Option<Ts<GiftDates>>, JsError> {
    plan::dates(day(premium_due)?).map(one).transpose()
}

/// Validates guideline ranges. Field paths are `guidelines[i].minimum` and so on.
#[wasm_bindgen(js_name = checkGuidelines)]
pub fn check_guidelines(draft: Ts<GuidelinesDraft>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    guideline::read(&read(&draft)?.guidelines, "guidelines", &mut findings);
    all(findings.0)
}

/// Validates the fields of a status change. `status` and `issued` come from the stored contract.
#[wasm_bindgen(js_name = checkStatusChange)]
pub fn check_status_change(
    is_annuity: bool,
    status: &str,
    issued: Option<String>,
    change: Ts<StatusChange>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let line = line_of(is_annuity);
    let issued = issued.as_deref().map(day).transpose()?;
    all(status_change::check(line, status, issued, &read(&change)?, day(today)?).0)
}

/// Returns the alerts of a contract on `today`, urgent ones first.
#[wasm_bindgen(js_name = contractAlerts)]
pub fn contract_alerts(facts: Ts<AlertFacts>, today: &str) -> Result<Vec<Ts<Alert>>, JsError> {
    all(alert::alerts(&read(&facts)?, day(today)?))
}

/// Returns the gain of an annuity: its contract value less its cost basis. Negative for a loss. `undefined` if
/// either is missing.
#[wasm_bindgen(js_name = annuityGain)]
pub fn annuity_gain(contract_value: Option<String>, cost_basis: Option<String>) -> Option<String> {
    let amount = |text: Option<String>| text.and_then(|text| text.parse().ok());
    annuity::gain(amount(contract_value), amount(cost_basis)).map(|gain| gain.to_string())
}

/// Returns the annualized premium as an amount. `undefined` if the mode has no fixed frequency or the premium
/// is invalid.
#[wasm_bindgen(js_name = annualizedPremium)]
pub fn annualized_premium(mode: &str, modal_premium: &str) -> Option<String> {
    let mode = PremiumMode::from_code(mode)?;
    let annualized = money::annualized(mode, money::parse(modal_premium).ok()?)?;
    Some(annualized.to_string())
}

/// Returns the fields that can be changed in many policies or annuities at once.
#[wasm_bindgen(js_name = bulkFields)]
pub fn bulk_fields(is_annuity: bool) -> Vec<String> {
    bulk::fields(line_of(is_annuity))
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Returns the status codes of policies or annuities in force.
#[wasm_bindgen(js_name = inForceStatuses)]
pub fn in_force_statuses(is_annuity: bool) -> Vec<String> {
    let line = line_of(is_annuity);
    PolicyStatus::ALL
        .iter()
        .filter(|status| status.in_force() && status.fits(line))
        .map(|status| status.code().to_owned())
        .collect()
}
