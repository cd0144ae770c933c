//! The version parameter of requests without a body.

use crate::error::{ApiError, ApiResult};
use serde::Deserialize;
use shared::problem::Findings;
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams)]
pub struct VersionRead {
    /// The version last read by the caller
    #[param(value_type = i32, required = true)]
    version: Option<i32>,
}

impl VersionRead {
    /// # Errors
    /// Returns `ApiError::Invalid` if the parameter is missing.
    pub fn required(self) -> ApiResult<i32> {
        self.version.ok_or_else(|| {
            let mut findings = Findings::default();
            let message = "Send the version that you last read.";
            findings.fault("version", "required", message);
            ApiError::Invalid(findings.0)
        })
    }
}
