//! Access log of an insured's medical data.

use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

coded! {
    /// Reason for viewing medical data. A fixed choice, so that no medical data ends up in URLs and logs.
    ViewReason {
        Request = "Request", "Work on a request";
        Underwriting = "Underwriting", "Underwriting";
        PolicyReview = "PolicyReview", "Policy review";
        Claim = "Claim", "Claim";
        ClientQuestion = "ClientQuestion", "Question from the insured";
    }
}

/// An access to the medical data of an insured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MedicalHistoryEntry {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub at: jiff::Timestamp,
    /// Name of the user
    pub user: String,
    /// Name of the impersonated user. Null without impersonation
    pub on_behalf_of: Option<String>,
    /// Label of the action, such as `Opened a medical document`
    pub label: String,
    /// What it applied to, such as `Medical record`. Null for the whole page
    pub about: Option<String>,
    /// Label of the reason. Null for changes
    pub reason: Option<String>,
}

/// A page of accesses, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MedicalHistory {
    pub items: Vec<MedicalHistoryEntry>,
    /// Older entries exist
    pub has_more: bool,
}
