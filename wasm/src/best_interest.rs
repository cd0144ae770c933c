//! Validation, completeness, display and comparison of best interest forms. Days are `YYYY-MM-DD`.

use crate::{all, day, one, read};
use shared::best_interest::{
    BestInterestChoices, BestInterestContent, BestInterestForm, BestInterestInput, ComparedBlock,
    Completeness, ContractValues, FormBlock, Replacement, SignatureInput, blocks, check, check_signature,
    compare, completeness, replacement_from,
};
use shared::problem::{FieldProblem, Findings};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the options and limits of the form.
#[wasm_bindgen(js_name = bestInterestChoices)]
pub fn best_interest_choices() -> Result<Ts<BestInterestChoices>, JsError> {
    one(BestInterestChoices::default())
}

/// Validates a form.
#[wasm_bindgen(js_name = checkBestInterest)]
pub fn check_best_interest(
    input: Ts<BestInterestInput>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    check(&read(&input)?, day(today)?, &mut findings);
    all(findings.0)
}

/// Validates the signatures of a form.
#[wasm_bindgen(js_name = checkBestInterestSignature)]
pub fn check_best_interest_signature(
    input: Ts<SignatureInput>,
    form: Ts<BestInterestForm>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    check_signature(&read(&input)?, &read(&form)?, day(today)?, &mut findings);
    all(findings.0)
}

/// Returns the completeness of a form.
#[wasm_bindgen(js_name = bestInterestCompleteness)]
pub fn best_interest_completeness(form: Ts<BestInterestForm>) -> Result<Ts<Completeness>, JsError> {
    one(completeness(&read(&form)?))
}

/// Returns a form as displayed.
#[wasm_bindgen(js_name = bestInterestBlocks)]
pub fn best_interest_blocks(content: Ts<BestInterestContent>) -> Result<Vec<Ts<FormBlock>>, JsError> {
    all(shown(&read(&content)?))
}

/// Compares two versions of a form as displayed.
#[wasm_bindgen(js_name = compareBestInterest)]
pub fn compare_best_interest(
    old: Ts<BestInterestContent>,
    new: Ts<BestInterestContent>,
) -> Result<Vec<Ts<ComparedBlock>>, JsError> {
    all(compare(&shown(&read(&old)?), &shown(&read(&new)?)))
}

/// Prefills a replacement with the charge and the lost benefits of the replaced contract.
#[wasm_bindgen(js_name = replacementFrom)]
pub fn replacement_from_values(values: Ts<ContractValues>) -> Result<Ts<Replacement>, JsError> {
    one(replacement_from(&read(&values)?))
}

fn shown(content: &BestInterestContent) -> Vec<FormBlock> {
    blocks(&content.form, &|uuid| content.contract_name(uuid))
}
