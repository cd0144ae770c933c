//! Validation of typed amounts and percentages.

use shared::money;
use wasm_bindgen::prelude::*;

/// Returns the validation error of a typed amount, or `undefined` if it is valid.
#[wasm_bindgen(js_name = amountProblem)]
pub fn amount_problem(typed: &str) -> Option<String> {
    money::parse(typed).err().map(|error| error.to_string())
}

/// Returns the validation error of a typed percentage, or `undefined` if it is valid.
#[wasm_bindgen(js_name = percentProblem)]
pub fn percent_problem(typed: &str) -> Option<String> {
    money::parse_percent(typed)
        .err()
        .map(|fault| fault.message.into_owned())
}
