//! Themes of widgets, for their preview in the portal.

use crate::one;
use shared::embed::{WidgetTheme, theme_defaults};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the default colors of a widget.
#[wasm_bindgen(js_name = widgetThemeDefaults)]
pub fn widget_theme_defaults() -> Result<Ts<WidgetTheme>, JsError> {
    one(theme_defaults())
}
