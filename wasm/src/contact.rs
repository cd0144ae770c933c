//! Checks and names of contacts.

use crate::{all, day, read};
use shared::contact::validate::{Context, normalize};
use shared::contact::{ContactInput, ContactKind, Person, name};
use shared::problem::FieldProblem;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Everything found in a form: faults and, marked, warnings. `today` as `YYYY-MM-DD`.
#[wasm_bindgen(js_name = validateContact)]
pub fn validate_contact(
    kind: Ts<ContactKind>,
    input: Ts<ContactInput>,
    today: &str,
    is_demo_firm: bool,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let context = Context {
        today: day(today)?,
        is_demo_firm,
    };
    let (_, findings) = normalize(read(&kind)?, read(&input)?.person, &context);
    all(findings.0)
}

/// `Whitfield, Dana`, or the organisation's name.
#[wasm_bindgen(js_name = displayName)]
pub fn display_name(person: Ts<Person>) -> Result<String, JsError> {
    Ok(name::display_name(&read(&person)?))
}

/// `Dana Whitfield`, or the organisation's name.
#[wasm_bindgen(js_name = fullName)]
pub fn full_name(person: Ts<Person>) -> Result<String, JsError> {
    Ok(name::full_name(&read(&person)?))
}
