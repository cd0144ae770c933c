//! Validation of forms before they are sent.

use crate::{all, day, one, read};
use shared::branding::{BrandingInput, Color, PLATFORM_COLOR};
use shared::contact::field::Subject;
use shared::contact::owner_type::OwnerType;
use shared::contact::validate::{Context, normalize};
use shared::contact::{ContactInput, ContactKind, Field, Person, custom, free_text};
use shared::notification::settings::RuleSettings;
use shared::permission::impersonation::{self, ImpersonationRequest};
use shared::problem::FieldProblem;
use shared::support::{self, SupportRequest};
use shared::user::{ProfileInput, normalize_profile};
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

/// Returns the person of a contact form in stored form: phones as E.164, email hosts in lower case. Invalid
/// values stay as typed. `today` is `YYYY-MM-DD`.
#[wasm_bindgen(js_name = storedPerson)]
pub fn stored_person(
    kind: Ts<ContactKind>,
    person: Ts<Person>,
    today: &str,
    is_demo_firm: bool,
) -> Result<Ts<Person>, JsError> {
    let context = Context {
        today: day(today)?,
        is_demo_firm,
    };
    let (stored, _) = normalize(read(&kind)?, read(&person)?, &context);
    one(stored)
}

/// Returns the warning about a Social Security number in free text, or `undefined`.
#[wasm_bindgen(js_name = freeTextWarning)]
pub fn free_text_warning(text: &str) -> Option<String> {
    free_text::warning(text).map(|fault| fault.message.into_owned())
}

/// Returns whether a contact has the field with this path, for example `person.npn`.
#[wasm_bindgen(js_name = contactHasField)]
pub fn contact_has_field(
    kind: Ts<ContactKind>,
    path: &str,
    owner_type: Option<u8>,
    is_organization: bool,
) -> Result<bool, JsError> {
    let subject = Subject {
        kind: read(&kind)?,
        owner_type: owner_type.and_then(OwnerType::from_number),
        is_organization,
    };
    Ok(Field::from_path(path).is_some_and(|field| field.check_applies(&subject).is_ok()))
}

/// Validates branding settings.
#[wasm_bindgen(js_name = validateBranding)]
pub fn validate_branding(input: Ts<BrandingInput>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(shared::branding::normalize(read(&input)?).1)
}

/// Validates a support request.
#[wasm_bindgen(js_name = checkSupportRequest)]
pub fn check_support_request(request: Ts<SupportRequest>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(support::normalize(&read(&request)?).err().unwrap_or_default())
}

/// Validates the settings of the notification rules.
#[wasm_bindgen(js_name = validateRuleSettings)]
pub fn validate_rule_settings(settings: Ts<RuleSettings>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(read(&settings)?.faults())
}

/// Validates a profile, except its time zone. The server knows the time zones.
#[wasm_bindgen(js_name = validateProfile)]
pub fn validate_profile(input: Ts<ProfileInput>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(normalize_profile(read(&input)?, |_| true).1)
}

/// Returns a typed color as `#rrggbb`, or `undefined` if it is invalid.
#[wasm_bindgen(js_name = parseColor)]
pub fn parse_color(typed: &str) -> Option<String> {
    Color::parse(typed).map(|color| color.to_string())
}

/// Returns the default brand color as `#rrggbb`.
#[wasm_bindgen(js_name = platformColor)]
pub fn platform_color() -> String {
    PLATFORM_COLOR.to_string()
}

/// Validates an impersonation request.
#[wasm_bindgen(js_name = checkImpersonation)]
pub fn check_impersonation(request: Ts<ImpersonationRequest>) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(impersonation::check(read(&request)?).1.0)
}
