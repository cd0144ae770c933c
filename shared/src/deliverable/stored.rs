//! Wire types of deliverables.

use super::{GroupBy, TemplateSettings};
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Request to generate a book of business.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookRequest {
    /// The agent or owner.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub template_uuid: Uuid,
    /// 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent
    #[serde(default = "ungrouped")]
    #[cfg_attr(feature = "openapi", schema(default = 1, minimum = 1, maximum = 7))]
    pub group_by: u8,
    #[serde(default = "yes")]
    #[cfg_attr(feature = "openapi", schema(default = true))]
    pub include_annuities: bool,
}

const fn ungrouped() -> u8 {
    GroupBy::None.number()
}

const fn yes() -> bool {
    true
}

/// Returns the grouping with this number.
///
/// # Errors
/// Returns `unknown_grouping` for `groupBy` if there is none.
pub fn group_by(number: u8) -> Result<GroupBy, Vec<FieldProblem>> {
    GroupBy::from_number(number).ok_or_else(|| {
        let mut findings = Findings::default();
        findings.fault("groupBy", "unknown_grouping", "Choose a grouping from 1 to 7.");
        findings.0
    })
}

/// What a book of business would list now, and its versions that are not generated yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookOfBusiness {
    pub display_name: String,
    pub policy_count: i64,
    pub annuity_count: i64,
    /// Maximum number of contracts in one document
    pub max_contracts: i64,
    /// Documents with more contracts are generated in the background
    pub max_immediate_contracts: i64,
    /// Versions that the viewer requested and that are not generated yet, newest first
    pub pending: Vec<PendingVersion>,
}

/// A document that is not generated yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PendingVersion {
    /// The document gets this id
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub document_id: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub requested_at: jiff::Timestamp,
    /// Why it failed. Null while it is being generated
    pub error: Option<String>,
}

/// A stored document that was generated from a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StoredDeliverable {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub document_id: Uuid,
    pub name: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub store_date: jiff::Timestamp,
    pub size_bytes: i64,
    /// Name of the user who generated it
    pub stored_by: Option<String>,
    pub template_name: Option<String>,
}

/// A template of deliverables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliverableTemplate {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// 1 agent, 2 owner, 3 report summary, 4 report summary by owner
    pub template_type: u8,
    pub name: String,
    /// Whether every firm has this template
    pub is_global: bool,
    /// Whether it is used unless another one is chosen
    pub is_default: bool,
    pub settings: TemplateSettings,
    /// Whether firms can no longer choose it
    pub is_retired: bool,
    /// Increases with each change. Null for built-in templates
    pub version: Option<i32>,
    /// Number of cohort schedules of the firm that attach documents of this template and have not ended. They pause if it
    /// is deleted
    pub schedule_count: i64,
}

/// The first pages of a document as images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookPreview {
    /// Number of all pages
    pub page_count: usize,
    /// The first pages as SVG
    pub pages: Vec<String>,
}
