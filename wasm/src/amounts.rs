//! Validation of typed amounts and percentages.

use shared::money;
use wasm_bindgen::prelude::*;

/// Returns why a typed amount is invalid, or `undefined`.
#[wasm_bindgen(js_name = amountProblem)]
pub fn amount_problem(typed: &str) -> Option<String> {
    money::parse(typed).err().map(|error| error.to_string())
}

/// Returns why a typed percentage is invalid, or `undefined`.
#[wasm_bindgen(js_name = percentProblem)]
pub fn percent_problem(typed: &str) -> Option<String> {
    money::parse_percent(typed)
        .err()
        .map(|fault| fault.message.into_owned())
}
