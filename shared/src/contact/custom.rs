//! Fields of a firm's own: names that its uploads gave, and texts.

use super::in_clear;
use crate::fault::Fault;
use crate::problem::Findings;
use crate::text::clean;
use std::collections::BTreeMap;

/// Most characters of a name.
pub const MAX_NAME: usize = 60;
/// Most characters of a value.
pub const MAX_VALUE: usize = 500;

/// Typed values in stored form, and everything found on the way; an empty one is to take the field away. Field paths are
/// `customFields.` and the name. Codes: those of [`value`].
pub fn normalize(typed: BTreeMap<String, String>) -> (BTreeMap<String, String>, Findings) {
    let mut findings = Findings::default();
    let fields = typed.into_iter().map(|(name, typed)| {
        let stored = value(&typed, in_clear::is_promised_by(&name)).unwrap_or_else(|fault| {
            findings.fault(path(&name), fault.code, fault.message);
            typed
        });
        (name, stored)
    });
    (fields.collect(), findings)
}

/// A typed value in stored form. Codes: `too_long`, `tax_id_in_clear`.
pub fn value(typed: &str, is_of_tax_ids: bool) -> Result<String, Fault> {
    let value = clean(typed);
    must_hold_no_tax_id(&value, is_of_tax_ids)?;
    if value.chars().count() > MAX_VALUE {
        let message = format!("This field has room for {MAX_VALUE} characters.");
        return Err(Fault::new("too_long", message));
    }
    Ok(value)
}

/// Everybody who sees the contact sees these fields, and they are not sealed. Code: `tax_id_in_clear`.
pub fn must_hold_no_tax_id(value: &str, is_of_tax_ids: bool) -> Result<(), Fault> {
    if in_clear::stands_in(value, is_of_tax_ids) {
        let message = "This looks like a tax number, which is kept sealed as SSN or EIN and nowhere else.";
        return Err(Fault::new("tax_id_in_clear", message));
    }
    Ok(())
}

/// As findings name a field.
pub fn path(name: &str) -> String {
    format!("customFields.{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cleaned_and_bounded_and_no_tax_numbers() {
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
