//! The types of reports.

use crate::all;
use shared::report::{self, ReportTypeInfo};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the report types with their lists, permissions and pages.
#[wasm_bindgen(js_name = reportTypes)]
pub fn report_types() -> Result<Vec<Ts<ReportTypeInfo>>, JsError> {
    all(report::report_types())
}
