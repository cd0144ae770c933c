//! Values that a body may repeat from the path or the session, such as `firmId`.

use crate::error::{ApiError, ApiResult};
use shared::problem::Findings;

/// Returns whether a value is missing or equals the one that it repeats.
pub fn repeats<T: PartialEq + Copy>(repeated: Option<T>, original: T) -> bool {
    repeated.is_none_or(|repeated| repeated == original)
}

/// Checks fields by name, each with the result of [`repeats`].
///
/// # Errors
/// Returns `ApiError::Invalid` if a value differs.
pub fn must_repeat<const N: usize>(fields: [(&str, bool); N]) -> ApiResult<()> {
    let mut findings = Findings::default();
    for (field, _) in fields.into_iter().filter(|(_, repeats)| !repeats) {
        let message = "This value contradicts the address of the request or your account. Leave it out.";
        findings.fault(field, "mismatch", message);
    }
    if findings.0.is_empty() {
        Ok(())
    } else {
        Err(ApiError::Invalid(findings.0))
    }
}
