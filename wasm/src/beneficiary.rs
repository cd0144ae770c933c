//! Validation of beneficiaries. Days are `YYYY-MM-DD`.

use crate::{all, day, one, read};
use shared::contract::beneficiary::{self, BeneficiaryChoices, BeneficiaryInput};
use shared::problem::{FieldProblem, Findings};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the options and limits of the form for a beneficiary.
#[wasm_bindgen(js_name = beneficiaryChoices)]
pub fn beneficiary_choices() -> Result<Ts<BeneficiaryChoices>, JsError> {
    one(BeneficiaryChoices::default())
}

/// Validates a beneficiary of a contract.
#[wasm_bindgen(js_name = checkBeneficiary)]
pub fn check_beneficiary(input: Ts<BeneficiaryInput>, today: &str) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    beneficiary::read(&read(&input)?, day(today)?, &mut findings);
    all(findings.0)
}
