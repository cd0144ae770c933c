//! Validation and options of document texts and templates.

use crate::{all, one, read};
use shared::contract::{Choice, Line};
use shared::deliverable::placeholders::placeholders;
use shared::deliverable::rich_text::RichText;
use shared::deliverable::{
    DeliverableKind, TemplateInput, TemplateLimits, TemplateSettings, check_text, normalize_template,
    template_columns,
};
use shared::placeholder::Placeholder;
use shared::problem::FieldProblem;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the placeholders in texts of a kind of document: 1 agent, 2 owner, 3 report, 4 report by owner,
/// 5 Crummey letter.
#[wasm_bindgen(js_name = deliverablePlaceholders)]
pub fn deliverable_placeholders(kind: u8) -> Result<Vec<Ts<Placeholder>>, JsError> {
    all(placeholders(deliverable(kind)?))
}

/// Returns the errors of an edited text.
#[wasm_bindgen(js_name = checkDeliverableText)]
pub fn check_deliverable_text(kind: u8, value: Ts<RichText>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(check_text(deliverable(kind)?, &read(&value)?))
}

/// Returns the settings of a new template.
#[wasm_bindgen(js_name = newTemplateSettings)]
pub fn new_template_settings() -> Result<Ts<TemplateSettings>, JsError> {
    one(TemplateSettings::default())
}

/// Returns the limits of the fields of a template.
#[wasm_bindgen(js_name = templateLimits)]
pub fn template_limits() -> Result<Ts<TemplateLimits>, JsError> {
    one(TemplateLimits::default())
}

/// Returns the columns that a document's policy table can show after the policy number.
#[wasm_bindgen(js_name = templatePolicyColumns)]
pub fn template_policy_columns() -> Result<Vec<Ts<Choice>>, JsError> {
    all(columns(Line::Life))
}

/// Returns the columns that a document's annuity table can show after the contract number.
#[wasm_bindgen(js_name = templateAnnuityColumns)]
pub fn template_annuity_columns() -> Result<Vec<Ts<Choice>>, JsError> {
    all(columns(Line::Annuity))
}

fn columns(line: Line) -> impl Iterator<Item = Choice> {
    template_columns(line).map(|(key, label)| Choice {
        code: key.into(),
        label: label.into(),
    })
}

/// Returns the errors of a template.
#[wasm_bindgen(js_name = validateTemplate)]
pub fn validate_template(input: Ts<TemplateInput>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let (_, problems) = normalize_template(read(&input)?);
    all(problems)
}

fn deliverable(kind: u8) -> Result<DeliverableKind, JsError> {
    DeliverableKind::from_number(kind).ok_or_else(|| JsError::new("expected a kind of document from 1 to 5"))
}
