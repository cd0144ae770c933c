//! Display names of contacts.

use crate::read;
use shared::contact::{Person, name};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns `Whitfield, Dana`, or the organization's name.
#[wasm_bindgen(js_name = displayName)]
pub fn display_name(person: Ts<Person>) -> Result<String, JsError> {
    Ok(name::display_name(&read(&person)?))
}

/// Returns `Dana Whitfield`, or the organization's name.
#[wasm_bindgen(js_name = fullName)]
pub fn full_name(person: Ts<Person>) -> Result<String, JsError> {
    Ok(name::full_name(&read(&person)?))
}
