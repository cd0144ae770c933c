//! The analytics pages.

use crate::all;
use shared::list::analysis::{self, Analysis};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the analytics pages with their groupings, in menu order.
#[wasm_bindgen]
pub fn analyses() -> Result<Vec<Ts<Analysis>>, JsError> {
    all(analysis::analyses())
}
