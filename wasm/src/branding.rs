//! Theme colors derived from a firm's brand color.

use crate::one;
use shared::branding::{BrandColors, Color};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the colors of both themes for a brand color `#rrggbb`.
#[wasm_bindgen(js_name = brandColors)]
pub fn brand_colors(hex: &str) -> Result<Ts<BrandColors>, JsError> {
    let color = Color::parse(hex).ok_or_else(|| JsError::new("expected a color as #rrggbb"))?;
    one(BrandColors::of(color))
}

/// Returns the version of the portal.
#[wasm_bindgen(js_name = appVersion)]
pub fn app_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
