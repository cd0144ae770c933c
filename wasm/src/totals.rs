//! Totals of reports.

use crate::{one, read};
use shared::report::ReportCount;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Merges newly loaded totals into the cached totals of a report.
#[wasm_bindgen(js_name = mergeTotals)]
pub fn merge_totals(kept: Ts<ReportCount>, arriving: Ts<ReportCount>) -> Result<Ts<ReportCount>, JsError> {
    one(read(&kept)?.merge(read(&arriving)?))
}
