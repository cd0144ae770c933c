//! A firm's colour in the themes, and what may be set of its looks.

use crate::{all, one, read};
use shared::branding::{BrandColors, BrandingInput, Color, normalize};
use shared::problem::FieldProblem;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The colours of both themes that follow from the firm's, `#rrggbb`.
#[wasm_bindgen(js_name = brandColors)]
pub fn brand_colors(hex: &str) -> Result<Ts<BrandColors>, JsError> {
    let color = Color::parse(hex).ok_or_else(|| JsError::new("a colour is written as #rrggbb"))?;
    one(BrandColors::of(color))
}

/// How well one colour is read on another: 1 to 21, both `#rrggbb`.
#[wasm_bindgen(js_name = contrastRatio)]
pub fn contrast_ratio(one: &str, other: &str) -> Result<f64, JsError> {
    match (Color::parse(one), Color::parse(other)) {
        (Some(one), Some(other)) => Ok(one.contrast(other)),
        _ => Err(JsError::new("a colour is written as #rrggbb")),
    }
}

/// Everything at fault with a branding before it is saved.
#[wasm_bindgen(js_name = validateBranding)]
pub fn validate_branding(input: Ts<BrandingInput>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(normalize(read(&input)?).1)
}
