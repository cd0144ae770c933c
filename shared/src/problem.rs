//! The error response body and the validation errors in it.

use serde::{Deserialize, Serialize};

/// A validation error or warning for one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldProblem {
    /// JSON path of the field in the request, such as `person.email` or `filter[2].value`.
    pub field: String,
    /// Stable snake-case code. Clients branch on it, not on the message.
    pub code: String,
    /// One sentence for the user.
    pub message: String,
    /// Warnings do not prevent saving.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warning: bool,
}

/// Body of every error response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Stable snake-case code.
    pub code: String,
    /// One sentence for the user.
    pub message: String,
    /// Validation errors by field. Empty for other kinds of errors.
    pub errors: Vec<FieldProblem>,
    /// Identifier to quote to support.
    pub trace_id: String,
    /// The current record with code `version_conflict`, or the current preview with code `counts_changed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value, required = false))]
    pub current: Option<serde_json::Value>,
}

/// Validation errors and warnings, collected while a request is checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings(pub Vec<FieldProblem>);

impl Findings {
    /// Adds an error, which prevents saving.
    pub fn fault(&mut self, field: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(FieldProblem {
            field: field.into(),
            code: code.into(),
            message: message.into(),
            warning: false,
        });
    }

    /// Adds a warning, which does not prevent saving.
    pub fn warn(&mut self, field: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(FieldProblem {
            field: field.into(),
            code: code.into(),
            message: message.into(),
            warning: true,
        });
    }

    /// Adds an error with the code `length` unless the text has 1 to `max` characters. `what` is its name in the
    /// message: `a subject`.
    pub fn required_text(&mut self, field: &str, text: &str, max: usize, what: &str) {
        if !(1..=max).contains(&text.chars().count()) || text.contains('\0') {
            let max = if max < 1_000 {
                max.to_string()
            } else {
                format!("{},{:03}", max / 1_000, max % 1_000)
            };
            self.fault(field, "length", format!("Enter {what} (up to {max} characters)."));
        }
    }

    /// Returns whether there are no errors. Warnings do not count.
    pub fn is_acceptable(&self) -> bool {
        self.0.iter().all(|finding| finding.warning)
    }
}
