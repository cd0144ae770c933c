//! Fields of a firm's own: names that its uploads gave, and texts.

use crate::problem::Findings;
use crate::text::clean;
use std::collections::BTreeMap;

/// Most characters of a name.
pub const MAX_NAME: usize = 60;
/// Most characters of a value.
pub const MAX_VALUE: usize = 500;

/// Typed values in stored form, and everything found on the way; an empty one is to take the field away. Field paths are
/// `customFields.` and the name. Code: `too_long`.
pub fn normalize(typed: BTreeMap<String, String>) -> (BTreeMap<String, String>, Findings) {
    let mut findings = Findings::default();
    let fields = typed.into_iter().map(|(name, value)| {
        let value = clean(&value);
        if value.chars().count() > MAX_VALUE {
            let message = format!("This field has room for {MAX_VALUE} characters.");
            findings.fault(path(&name), "too_long", message);
        }
        (name, value)
    });
    (fields.collect(), findings)
}

/// As findings name a field.
pub fn path(name: &str) -> String {
    format!("customFields.{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cleaned_and_bounded() {
        let typed = [
            ("Tier", " Gold \u{a0} plus "),
            ("Since", "  "),
            ("Long", &"x".repeat(501)),
        ];
        let (fields, findings) = normalize(typed.map(|(name, value)| (name.into(), value.into())).into());
        assert_eq!(fields["Tier"], "Gold plus");
        assert_eq!(fields["Since"], "");
        let found: Vec<_> = findings
            .0
            .iter()
            .map(|found| (&*found.field, &*found.code))
            .collect();
        assert_eq!(found, [("customFields.Long", "too_long")]);
    }
}
