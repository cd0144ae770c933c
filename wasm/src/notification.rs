//! How notifications look.

use crate::one;
use shared::notification::NotificationLook;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Label, icon and severity of a kind by its number; an unknown number shows itself on a neutral bell.
#[wasm_bindgen(js_name = notificationLook)]
pub fn notification_look(number: i16) -> Result<Ts<NotificationLook>, JsError> {
    one(NotificationLook::of(number))
}
