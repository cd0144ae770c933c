//! Form validation before sending.

use crate::{all, day, read};
use shared::branding::{BrandingInput, Color};
use shared::contact::validate::{Context, normalize};
use shared::contact::{ContactInput, ContactKind, custom};
use shared::permission::impersonation::{self, ImpersonationRequest};
use shared::problem::FieldProblem;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Validates a contact form. Returns errors and warnings. `today` is `YYYY-MM-DD`.
#[wasm_bindgen(js_name = validateContact)]
pub fn validate_contact(
    kind: Ts<ContactKind>,
    input: Ts<ContactInput>,
    today: &str,
    is_demo_firm: bool,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let context = Context {
        today: day(today)?,
        is_demo_firm,
    };
    let ContactInput {
        person,
        custom_fields,
        ..
    } = read(&input)?;
    let (_, findings) = normalize(read(&kind)?, person, &context);
    let (_, of_fields) = custom::normalize(custom_fields);
    all(findings.0.into_iter().chain(of_fields.0))
}

/// Validates a branding.
#[wasm_bindgen(js_name = validateBranding)]
pub fn validate_branding(input: Ts<BrandingInput>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(shared::branding::normalize(read(&input)?).1)
}

/// Returns the contrast ratio of two colors `#rrggbb`, from 1 to 21.
#[wasm_bindgen(js_name = contrastRatio)]
pub fn contrast_ratio(one: &str, other: &str) -> Result<f64, JsError> {
    match (Color::parse(one), Color::parse(other)) {
        (Some(one), Some(other)) => Ok(one.contrast(other)),
        _ => Err(JsError::new("expected a color as #rrggbb")),
    }
}

/// Validates an impersonation request.
#[wasm_bindgen(js_name = checkImpersonation)]
pub fn check_impersonation(request: Ts<ImpersonationRequest>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(impersonation::check(read(&request)?).1.0)
}
