//! Messages and tokens of widgets in partner sites.

use crate::{all, one, read};
use shared::embed::{
    self, HostEnvelope, HostMessage, ThemeStyles, WidgetEnvelope, WidgetMessage, WidgetTheme,
};
use shared::report::ReportType;
use shared::report::totals::{TotalLabel, labels_of};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Checks a message of the embedding page. Throws for anything else than a message of this version.
#[wasm_bindgen(js_name = readHostMessage)]
pub fn read_host_message(message: Ts<HostEnvelope>) -> Result<Ts<HostMessage>, JsError> {
    let message = read(&message)?.check();
    one(message.map_err(|fault| JsError::new(&fault.message))?)
}

/// Adds the version to a message for the embedding page.
#[wasm_bindgen(js_name = toPage)]
pub fn to_page(message: Ts<WidgetMessage>) -> Result<Ts<WidgetEnvelope>, JsError> {
    one(read(&message)?.into_envelope())
}

/// Returns the seconds after which a token that lasts `expires_in` seconds is renewed.
#[wasm_bindgen(js_name = renewAfter)]
pub fn renew_after(expires_in: u32) -> u32 {
    embed::renew_after(expires_in)
}

/// Returns the CSS variables of a theme. Throws for invalid tokens.
#[wasm_bindgen(js_name = themeStyles)]
pub fn theme_styles(theme: Ts<WidgetTheme>) -> Result<Ts<ThemeStyles>, JsError> {
    let theme = read(&theme)?;
    theme.check().map_err(|fault| JsError::new(&fault.message))?;
    one(embed::theme_styles(&theme))
}

/// Returns the labels of the totals of a report type, in order.
#[wasm_bindgen(js_name = totalLabels)]
pub fn total_labels(report_type: u8) -> Result<Vec<Ts<TotalLabel>>, JsError> {
    let report_type = ReportType::from_number(report_type);
    all(report_type.into_iter().flat_map(labels_of))
}
