//! Totals of reports as they arrive, which of them are on their way, and who subscribes. One report crosses at a time.

use crate::{one, read};
use shared::list::ListQuery;
use shared::report::{LoadingList, ReportCount, ReportSubscription, ReportType};
use tsify::Ts;
use uuid::Uuid;
use wasm_bindgen::prelude::*;

fn report(uuid: &str) -> Result<Uuid, JsError> {
    uuid.parse()
        .map_err(|_| JsError::new("a report is named by its uuid"))
}

/// What is known of a report's totals after others arrived for it.
#[wasm_bindgen(js_name = mergeTotals)]
pub fn merge_totals(kept: Ts<ReportCount>, arriving: Ts<ReportCount>) -> Result<Ts<ReportCount>, JsError> {
    one(read(&kept)?.merge(read(&arriving)?))
}

/// Nothing counted: all totals null, and stale.
#[wasm_bindgen(js_name = clearedTotals)]
pub fn cleared_totals() -> Result<Ts<ReportCount>, JsError> {
    one(ReportCount::cleared())
}

/// The list with the report in progress; the same list when it was already.
#[wasm_bindgen(js_name = beginLoading)]
pub fn begin_loading(list: Ts<LoadingList>, uuid: &str) -> Result<Ts<LoadingList>, JsError> {
    let mut list = read(&list)?;
    list.begin(report(uuid)?);
    one(list)
}

/// The list after the book changed under the report: in progress, and once more if it was already.
#[wasm_bindgen(js_name = turnedStale)]
pub fn turned_stale(list: Ts<LoadingList>, uuid: &str) -> Result<Ts<LoadingList>, JsError> {
    let mut list = read(&list)?;
    list.turned_stale(report(uuid)?);
    one(list)
}

/// The list after the call for the report ended: still in progress if it is to be counted once more.
#[wasm_bindgen(js_name = loadingEnded)]
pub fn loading_ended(list: Ts<LoadingList>, uuid: &str) -> Result<Ts<LoadingList>, JsError> {
    let mut list = read(&list)?;
    list.ended(report(uuid)?);
    one(list)
}

/// The subscribers with this user among them, or without.
#[wasm_bindgen(js_name = setSubscribed)]
pub fn set_subscribed(
    subscription: Ts<ReportSubscription>,
    user_key: &str,
    is_active: bool,
) -> Result<Ts<ReportSubscription>, JsError> {
    one(read(&subscription)?.set(user_key, is_active))
}

/// The query with what every report of the type asks for beside its own question.
#[wasm_bindgen(js_name = narrowToType)]
pub fn narrow_to_type(query: Ts<ListQuery>, report_type: u8) -> Result<Ts<ListQuery>, JsError> {
    let query = read(&query)?;
    one(match ReportType::from_number(report_type) {
        Some(report_type) => report_type.narrow(query),
        None => query,
    })
}
