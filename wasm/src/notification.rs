//! Display of notifications.

use crate::one;
use shared::notification::NotificationDisplay;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the label, icon and severity of a notification type. An unknown type shows its number with a
/// neutral bell.
#[wasm_bindgen(js_name = notificationLook)]
pub fn notification_look(number: i16) -> Result<Ts<NotificationDisplay>, JsError> {
    one(NotificationDisplay::of(number))
}
