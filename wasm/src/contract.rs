//! Contract years.

use crate::{all, day};
use shared::contract::ContractYear;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the first `count` contract years after the issue date `YYYY-MM-DD`.
#[wasm_bindgen(js_name = contractYears)]
pub fn contract_years(issued: &str, count: u8) -> Result<Vec<Ts<ContractYear>>, JsError> {
    let issued = day(issued)?;
    all((0..count.into()).filter_map(|years| ContractYear::after(issued, years)))
}
