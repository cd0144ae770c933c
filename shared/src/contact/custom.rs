//! Custom fields of a firm: names taken from its uploads, with text values.

use super::plaintext_tax_id;
use crate::fault::Fault;
use crate::problem::Findings;
use crate::text::clean;
use serde::Serialize;
use std::collections::BTreeMap;

pub const MAX_NAME: usize = 60;
pub const MAX_VALUE: usize = 500;

/// A custom field of the firm, added by an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CustomField {
    pub name: String,
    /// Key of its list column, such as `customField1`. Null if the firm has more fields than list columns
    pub column: Option<String>,
}

/// Returns the custom fields in stored form and their errors. An empty value removes the field.
///
/// Field paths are `customFields.` followed by the name. For the codes see [`value`].
pub fn normalize(typed: BTreeMap<String, String>) -> (BTreeMap<String, String>, Findings) {
    let mut findings = Findings::default();
    let fields = typed.into_iter().map(|(name, typed)| {
        let stored = value(&typed, plaintext_tax_id::is_tax_id_column(&name)).unwrap_or_else(|fault| {
            findings.fault(path(&name), fault.code, fault.message);
            typed
        });
        (name, stored)
    });
    (fields.collect(), findings)
}

/// Returns a value in stored form.
///
/// # Errors
/// Returns `too_long` above [`MAX_VALUE`] characters and `tax_id_in_clear` if the value contains a tax ID.
pub fn value(typed: &str, may_hold_tax_ids: bool) -> Result<String, Fault> {
    let value = clean(typed);
    reject_tax_id(&value, may_hold_tax_ids)?;
    if value.chars().count() > MAX_VALUE {
        let message = format!("Enter up to {MAX_VALUE} characters.");
        return Err(Fault::new("too_long", message));
    }
    Ok(value)
}

/// Rejects tax IDs, because custom fields are neither encrypted nor restricted.
///
/// # Errors
/// Returns `tax_id_in_clear` if the value contains a tax ID.
pub fn reject_tax_id(value: &str, may_hold_tax_ids: bool) -> Result<(), Fault> {
    if plaintext_tax_id::contains_tax_id(value, may_hold_tax_ids) {
        let message = "This looks like a tax ID. Enter it in the SSN or EIN field, where it is encrypted.";
        return Err(Fault::new("tax_id_in_clear", message));
    }
    Ok(())
}

/// Returns the field path of a custom field in validation errors.
pub fn path(name: &str) -> String {
    format!("customFields.{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleans_values_and_rejects_long_ones_and_tax_ids() {
        let typed = [
            ("Tier", " Gold \u{a0} plus "),
            ("Since", "  "),
            ("Long", &"x".repeat(501)),
            ("Room", &"é".repeat(500)),
            ("Spouse", "SSN 123-45-6789"),
            ("Spouse SSN", "123456789"),
            ("Account", "123456789"),
        ];
        let (fields, findings) = normalize(typed.map(|(name, value)| (name.into(), value.into())).into());
        assert_eq!(fields["Tier"], "Gold plus");
        assert_eq!(fields["Since"], "");
        assert_eq!(fields["Account"], "123456789");
        let found: Vec<_> = findings
            .0
            .iter()
            .map(|found| (&*found.field, &*found.code))
            .collect();
        let expected = [
            ("customFields.Long", "too_long"),
            ("customFields.Spouse", "tax_id_in_clear"),
            ("customFields.Spouse SSN", "tax_id_in_clear"),
        ];
        assert_eq!(found, expected);
        assert!(!findings.0.iter().any(|found| found.message.contains("6789")));
    }
}
