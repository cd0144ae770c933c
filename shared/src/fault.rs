//! Validation errors for single values, independent of the field that holds the value.

use crate::problem::Findings;
use crate::text::{clean, clean_lines, clean_owned};
use std::borrow::Cow;

/// A validation error: a stable snake-case code and a message for the user.
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
    /// Records a validation error for a field.
    pub fn refuse(&mut self, field: impl Into<String>, fault: Fault) {
        self.fault(field, fault.code, fault.message);
    }

    /// Returns the value, or records the error for a field.
    pub fn take<T>(&mut self, field: &str, result: Result<T, impl Into<Fault>>) -> Option<T> {
        result.map_err(|fault| self.refuse(field, fault.into())).ok()
    }

    /// Returns whether the field has an error. Warnings do not count.
    pub fn has_fault(&self, field: &str) -> bool {
        self.0
            .iter()
            .any(|finding| !finding.warning && finding.field == field)
    }

    /// Cleans a single-line text and returns `None` if it is empty. Records `too_long` above `max`
    /// characters.
    pub fn bounded_text(&mut self, value: Option<&str>, field: &str, max: usize) -> Option<String> {
        self.bounded(value.map(clean), field, max)
    }

    /// Like [`Self::bounded_text`], without copying clean text. `field` is called only for long text.
    pub(crate) fn bounded_owned(
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

    /// Like [`Self::bounded_text`], but keeps line breaks.
    pub(crate) fn bounded_lines(&mut self, value: Option<&str>, field: &str, max: usize) -> Option<String> {
        self.bounded(value.map(clean_lines), field, max)
    }

    fn bounded(&mut self, cleaned: Option<String>, field: &str, max: usize) -> Option<String> {
        let cleaned = cleaned.filter(|text| !text.is_empty())?;
        if cleaned.chars().count() > max {
            self.fault(field, "too_long", format!("Enter up to {max} characters."));
        }
        Some(cleaned)
    }
}
