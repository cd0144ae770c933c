//! Options and validation of medical requests. Days are `YYYY-MM-DD`.

use crate::{all, day, one, read};
use shared::contact::{Address, address};
use shared::medical::{MedicalChoices, MedicalRequestInput, check_request};
use shared::problem::{FieldProblem, Findings};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the options of the forms for medical requests.
#[wasm_bindgen(js_name = medicalChoices)]
pub fn medical_choices() -> Result<Ts<MedicalChoices>, JsError> {
    one(MedicalChoices::default())
}

/// Validates a medical request.
#[wasm_bindgen(js_name = checkMedicalRequest)]
pub fn check_medical_request(
    input: Ts<MedicalRequestInput>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    check_request(&read(&input)?, day(today)?, &mut findings);
    all(findings.0)
}

/// Returns the lines of an address as written on a letter.
#[wasm_bindgen(js_name = addressLines)]
pub fn address_lines(of: Ts<Address>) -> Result<Vec<String>, JsError> {
    Ok(address::lines(&read(&of)?))
}
