//! A firm's colour in the themes.

use crate::one;
use shared::branding::{BrandColors, Color};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The colours of both themes that follow from the firm's, `#rrggbb`.
#[wasm_bindgen(js_name = brandColors)]
pub fn brand_colors(hex: &str) -> Result<Ts<BrandColors>, JsError> {
    let color = Color::parse(hex).ok_or_else(|| JsError::new("a colour is written as #rrggbb"))?;
    one(BrandColors::of(color))
}
