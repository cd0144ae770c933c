//! Validation of a trust's type, governing state and notes.

use super::TrustType;
use crate::contact::{free_text, state};
use crate::problem::Findings;
use serde::{Deserialize, Serialize};

pub const MAX_NOTES: usize = 4000;

/// The details of a trust as entered in a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrustInput {
    /// Version of the record that the form loaded. 0 if no details were saved before
    pub version: i32,
    /// `TrustType` code. Empty if not recorded
    pub trust_type: String,
    /// The state whose law governs the trust: its code or name. May be empty
    pub governing_state: String,
    pub notes: String,
}

/// Validated details of a trust.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustDetails {
    pub trust_type: Option<TrustType>,
    pub governing_state: Option<&'static str>,
    pub notes: Option<String>,
}

/// Validates the details of a trust. Returns `None` if there are errors.
///
/// Codes: `unknown_trust_type`, `invalid_state`, `too_long`, and the warning `looks_like_ssn`.
pub fn read(input: &TrustInput, findings: &mut Findings) -> Option<TrustDetails> {
    let trust_type = TrustType::from_code(&input.trust_type);
    if trust_type.is_none() && !input.trust_type.is_empty() {
        findings.fault("trustType", "unknown_trust_type", "Choose a type from the list.");
    }
    let governing_state = read_state(&input.governing_state, "governingState", findings);
    let notes = findings.bounded_lines(Some(&input.notes), "notes", MAX_NOTES);
    if let Some(fault) = notes.as_deref().and_then(free_text::warning) {
        findings.warn("notes", fault.code, fault.message);
    }
    findings.is_acceptable().then_some(TrustDetails {
        trust_type,
        governing_state,
        notes,
    })
}

/// Returns the code of a typed state. Returns `None` for an empty field.
pub(super) fn read_state(typed: &str, field: &str, findings: &mut Findings) -> Option<&'static str> {
    let typed = findings.bounded_text(Some(typed), field, MAX_STATE)?;
    let code = state::code(&typed);
    if code.is_none() && !findings.has_fault(field) {
        findings.fault(field, "invalid_state", "Enter a valid state or territory.");
    }
    code
}

/// Maximum number of characters of a state as entered. Longer than any state's name.
const MAX_STATE: usize = 60;
