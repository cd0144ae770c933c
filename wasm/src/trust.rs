//! Validation of trusts and their people. Days are `YYYY-MM-DD`.

use crate::{all, day, one, read};
use shared::problem::{FieldProblem, Findings};
use shared::trust::letters::{
    CrummeyLetter, DeliveryInput, GiftLetters, LettersInput, check_delivery, check_letters,
};
use shared::trust::{TrustChoices, TrustInput, TrustPersonInput, details, person};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the options and limits of the forms of a trust.
#[wasm_bindgen(js_name = trustChoices)]
pub fn trust_choices() -> Result<Ts<TrustChoices>, JsError> {
    one(TrustChoices::default())
}

/// Validates the details of a trust.
#[wasm_bindgen(js_name = checkTrust)]
pub fn check_trust(input: Ts<TrustInput>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    details::read(&read(&input)?, &mut findings);
    all(findings.0)
}

/// Validates a person of a trust.
#[wasm_bindgen(js_name = checkTrustPerson)]
pub fn check_trust_person(
    input: Ts<TrustPersonInput>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    person::read(&read(&input)?, day(today)?, &mut findings);
    all(findings.0)
}

/// Validates new letters of a gift.
#[wasm_bindgen(js_name = checkLetters)]
pub fn check_new_letters(
    input: Ts<LettersInput>,
    gift: Ts<GiftLetters>,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    check_letters(&read(&input)?, &read(&gift)?, day(today)?, &mut findings);
    all(findings.0)
}

/// Validates the delivery of letters.
#[wasm_bindgen(js_name = checkDelivery)]
pub fn check_letter_delivery(
    input: Ts<DeliveryInput>,
    letters: Vec<Ts<CrummeyLetter>>,
    can_email: bool,
    today: &str,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let mut findings = Findings::default();
    let letters: Vec<CrummeyLetter> = letters.iter().map(read).collect::<Result<_, _>>()?;
    let letters: Vec<&CrummeyLetter> = letters.iter().collect();
    check_delivery(&read(&input)?, &letters, (can_email, day(today)?), &mut findings);
    all(findings.0)
}
