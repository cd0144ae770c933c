//! Totals, loading state and subscribers of reports. Each call handles a single report.

use crate::{one, read};
use shared::list::ListQuery;
use shared::report::totals::totals_of;
use shared::report::{LoadingList, ReportSubscription, ReportType};
use tsify::Ts;
use uuid::Uuid;
use wasm_bindgen::prelude::*;

fn report(uuid: &str) -> Result<Uuid, JsError> {
    uuid.parse()
        .map_err(|_| JsError::new("expected the uuid of a report"))
}

/// Marks a report as in progress. Returns the list unchanged if the report already is in progress.
#[wasm_bindgen(js_name = beginLoading)]
pub fn begin_loading(list: Ts<LoadingList>, uuid: &str) -> Result<Ts<LoadingList>, JsError> {
    let mut list = read(&list)?;
    list.begin(report(uuid)?);
    one(list)
}

/// Marks a report as stale. Starts loading it, or schedules another load if one is in progress.
#[wasm_bindgen(js_name = turnedStale)]
pub fn turned_stale(list: Ts<LoadingList>, uuid: &str) -> Result<Ts<LoadingList>, JsError> {
    let mut list = read(&list)?;
    list.mark_stale(report(uuid)?);
    one(list)
}

/// Marks the request for a report as finished. The report stays in progress if it must be loaded again.
#[wasm_bindgen(js_name = loadingEnded)]
pub fn loading_ended(list: Ts<LoadingList>, uuid: &str) -> Result<Ts<LoadingList>, JsError> {
    let mut list = read(&list)?;
    list.ended(report(uuid)?);
    one(list)
}

/// Adds a user to the subscribers of a report, or removes the user.
#[wasm_bindgen(js_name = setSubscribed)]
pub fn set_subscribed(
    subscription: Ts<ReportSubscription>,
    user_key: &str,
    is_active: bool,
) -> Result<Ts<ReportSubscription>, JsError> {
    one(read(&subscription)?.set(user_key, is_active))
}

/// Returns the keys of the totals of a report type.
#[wasm_bindgen(js_name = reportTotals, unchecked_return_type = "(keyof ReportTotals)[]")]
pub fn report_totals(report_type: u8) -> Vec<String> {
    let keys = ReportType::from_number(report_type).map(|report_type| totals_of(report_type.list()));
    keys.unwrap_or_default()
        .iter()
        .map(|key| (*key).to_owned())
        .collect()
}

/// Adds the filter of a report type to a query.
#[wasm_bindgen(js_name = narrowToType)]
pub fn narrow_to_type(query: Ts<ListQuery>, report_type: u8) -> Result<Ts<ListQuery>, JsError> {
    let query = read(&query)?;
    one(match ReportType::from_number(report_type) {
        Some(report_type) => report_type.narrow(query),
        None => query,
    })
}
