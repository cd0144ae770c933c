//! Partners of a firm: the sites that embed widgets, and the keys of their backends.

use super::origin::{self, MAX_ORIGINS};
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of valid keys per partner. Two keys allow rotation without downtime.
pub const MAX_KEYS: usize = 2;
const MAX_NAME_CHARS: usize = 80;

/// A partner whose sites embed widgets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Partner {
    pub uuid: Uuid,
    pub version: i32,
    pub name: String,
    /// Whether the partner's keys and widgets work
    pub is_active: bool,
    /// Origins of the pages that can embed widgets, such as `https://www.example.com`
    pub origins: Vec<String>,
    /// Valid keys, oldest first
    pub keys: Vec<PartnerKey>,
    /// Value of the `partner` attribute of widgets
    pub embed_id: String,
}

/// A valid key of a partner's backend. The key itself is not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartnerKey {
    pub uuid: Uuid,
    /// The last four characters of the key
    pub ending: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub last_used_at: Option<jiff::Timestamp>,
}

/// A new key. It cannot be shown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewPartnerKey {
    /// Sent by the partner's backend as `Authorization: Bearer …`
    pub key: String,
}

/// Request to add or change a partner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartnerInput {
    /// Up to 80 characters
    pub name: String,
    /// 1 to 20 origins. `http` is allowed for localhost only.
    pub origins: Vec<String>,
    pub is_active: bool,
    /// Version of the record that the form loaded. Null for a new partner
    #[serde(default)]
    pub version: Option<i32>,
}

/// Returns the partner in stored form and its validation errors.
pub fn normalize(input: &PartnerInput) -> (PartnerInput, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    let name = findings.bounded_text(Some(&input.name), "name", MAX_NAME_CHARS);
    if name.is_none() {
        findings.fault("name", "required", "Enter a name (up to 80 characters).");
    }
    let typed = input.origins.iter().filter(|origin| !origin.trim().is_empty());
    let mut origins: Vec<String> = Vec::new();
    for origin in typed {
        if let Some(origin) = findings.take("origins", origin::normalize(origin))
            && !origins.contains(&origin)
        {
            origins.push(origin);
        }
    }
    if origins.is_empty() && !findings.has_fault("origins") {
        findings.fault("origins", "required", "Enter at least one origin.");
    }
    if origins.len() > MAX_ORIGINS {
        findings.fault("origins", "too_many", "Enter up to 20 origins.");
    }
    let partner = PartnerInput {
        name: name.unwrap_or_default(),
        origins,
        is_active: input.is_active,
        version: input.version,
    };
    (partner, findings.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(name: &str, origins: &[&str]) -> (PartnerInput, Vec<(String, String)>) {
        let input = PartnerInput {
            name: name.into(),
            origins: origins.iter().map(ToString::to_string).collect(),
            is_active: true,
            version: None,
        };
        let (input, faults) = normalize(&input);
        let faults = faults.into_iter().map(|fault| (fault.field, fault.code));
        (input, faults.collect())
    }

    #[test]
    fn cleans_the_name_and_removes_repeated_origins() {
        let (partner, faults) = checked(
            "  Harbor  Bank ",
            &["https://a.example", "", "HTTPS://a.example/", "https://b.example"],
        );
        assert_eq!(faults, []);
        assert_eq!(partner.name, "Harbor Bank");
        assert_eq!(partner.origins, ["https://a.example", "https://b.example"]);
    }

    #[test]
    fn reports_missing_and_invalid_values() {
        let fault = |field: &str, code: &str| (field.to_owned(), code.to_owned());
        let (_, faults) = checked(" ", &["", " "]);
        assert_eq!(faults, [fault("name", "required"), fault("origins", "required")]);
        let (_, faults) = checked(&"x".repeat(81), &["*"]);
        assert_eq!(
            faults,
            [fault("name", "too_long"), fault("origins", "invalid_origin")]
        );
        let many: Vec<String> = (0..21).map(|i| format!("https://a{i}.example")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(checked("A", &many).1, [fault("origins", "too_many")]);
    }
}
