//! Messages and tokens of widgets in partner sites.

use crate::{all, one, read};
use shared::embed::{self, HostEnvelope, ThemeStyles, WidgetTheme};
use shared::notification::NotificationDisplay;
use shared::report::ReportType;
use shared::report::totals::{TotalLabel, labels_of};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Validates a message from the embedding page. Throws unless it is a valid message of this version. Does not
/// return the message, because the code that converts it to JavaScript would make every widget larger.
#[wasm_bindgen(js_name = checkHostMessage)]
pub fn check_host_message(message: Ts<HostEnvelope>) -> Result<(), JsError> {
    let message = read(&message)?;
    message.check().map_err(|fault| JsError::new(&fault.message))
}

/// Returns the version of the messages.
#[wasm_bindgen(js_name = messageVersion)]
pub fn message_version() -> u8 {
    embed::MESSAGE_VERSION
}

/// Returns the number of seconds after which to renew a token that expires in `expires_in` seconds.
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

/// Returns the label of a notification type, or its number if it is unknown.
#[wasm_bindgen(js_name = notificationLabel)]
pub fn notification_label(number: i16) -> String {
    NotificationDisplay::of(number).label
}
