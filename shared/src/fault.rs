//! Why one value is refused, before it is known in which field it stood.

use crate::problem::Findings;
use crate::text::{clean, clean_lines, clean_owned};
use std::borrow::Cow;

/// A refusal: a stable snake-case code for screens, one sentence for the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    pub code: &'static str,
    pub message: Cow<'static, str>,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl Findings {
    /// Notes the refusal of the value in a field.
    pub fn refuse(&mut self, field: impl Into<String>, fault: Fault) {
        self.fault(field, fault.code, fault.message);
    }

    /// Takes the value, or notes its refusal.
    pub fn take<T>(&mut self, field: &str, result: Result<T, impl Into<Fault>>) -> Option<T> {
        result.map_err(|fault| self.refuse(field, fault.into())).ok()
    }

    /// True when the field already has a finding that stops the record.
    pub fn has_fault(&self, field: &str) -> bool {
        self.0
            .iter()
            .any(|finding| !finding.warning && finding.field == field)
    }

    /// Cleaned text of one line, none when nothing is left; notes `too_long` above `max` characters.
    pub(crate) fn bounded_text(&mut self, value: Option<&str>, field: &str, max: usize) -> Option<String> {
        self.bounded(value.map(clean), field, max)
    }

    /// The same of a text that is the caller's own; the field is named only where that is needed.
    pub(crate) fn bounded_own(
        &mut self,
        value: Option<String>,
        field: impl FnOnce() -> String,
        max: usize,
    ) -> Option<String> {
        let cleaned = value.map(clean_owned).filter(|text| !text.is_empty())?;
        if cleaned.len() <= max {
            return Some(cleaned);
        }
        self.bounded(Some(cleaned), &field(), max)
    }

    /// Like [`Self::bounded_text`], but line breaks stay.
    pub(crate) fn bounded_lines(&mut self, value: Option<&str>, field: &str, max: usize) -> Option<String> {
        self.bounded(value.map(clean_lines), field, max)
    }

    fn bounded(&mut self, cleaned: Option<String>, field: &str, max: usize) -> Option<String> {
        let cleaned = cleaned.filter(|text| !text.is_empty())?;
        if cleaned.chars().count() > max {
            self.fault(
                field,
                "too_long",
                format!("This field has room for {max} characters."),
            );
        }
        Some(cleaned)
    }
}
