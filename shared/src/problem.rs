//! The one error body of the product, and the findings that fill it.

use serde::{Deserialize, Serialize};

/// One finding about one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldProblem {
    /// Path of the field in the request, for instance `person.email` or `filter[2].value`.
    pub field: String,
    /// Stable snake-case code; screens switch on it, never on the message.
    pub code: String,
    /// One sentence for the person who typed the value.
    pub message: String,
    /// A warning does not stop the record from being saved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warning: bool,
}

/// The body of every answer that is not a success.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Stable snake-case code.
    pub code: String,
    /// One sentence for the person.
    pub message: String,
    /// Findings by field; empty unless the input was at fault.
    pub errors: Vec<FieldProblem>,
    /// What to quote to support.
    pub trace_id: String,
    /// With `version_conflict`: the record as it stands now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub current: Option<serde_json::Value>,
}

/// Findings gathered while a value is checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings(pub Vec<FieldProblem>);

impl Findings {
    /// Notes a fault: the record cannot be saved.
    pub fn fault(&mut self, field: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(FieldProblem {
            field: field.into(),
            code: code.into(),
            message: message.into(),
            warning: false,
        });
    }

    /// Notes a doubt: the record can be saved all the same.
    pub fn warn(&mut self, field: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(FieldProblem {
            field: field.into(),
            code: code.into(),
            message: message.into(),
            warning: true,
        });
    }

    /// True when nothing stops the record from being saved.
    pub fn is_acceptable(&self) -> bool {
        self.0.iter().all(|finding| finding.warning)
    }
}
