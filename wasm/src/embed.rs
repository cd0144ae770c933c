//! Messages and tokens of widgets in partner sites.

use crate::{one, read};
use shared::embed::{self, HostEnvelope, HostMessage, WidgetEnvelope, WidgetMessage};
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
