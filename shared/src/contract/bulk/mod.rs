//! Bulk changes of contracts: selection, editable fields and preview.

mod apply;
mod premium;
mod preview;

pub(crate) use apply::checked;
pub use apply::{Applied, Fields, apply, replaced, restored};
pub(crate) use premium::due_after;
pub use preview::{BulkPreview, BulkProblem, CurrentValue};

use super::Line;
use crate::list::ListQuery;
use crate::problem::{FieldProblem, Findings};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Maximum number of contracts per edit.
pub const MAX_EDITED_CONTRACTS: usize = 10_000;

/// A change that applies to each of the contracts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum BulkChange {
    Status {
        /// `PolicyStatus` code.
        status: String,
        /// Effective date of the status.
        #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
        status_date: Option<Date>,
        /// Life policies in their grace period only: last day of coverage.
        #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
        grace_period_end_date: Option<Date>,
    },
    /// Marks the next premium as paid, so that the one after it is next. Life policies only.
    PremiumPaid {
        /// The due date of the premium that was paid. If another premium is next, the policy is not changed. Null means
        /// the next premium of each policy.
        #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
        #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
        due: Option<Date>,
    },
    Field {
        /// One of [`fields`], named as in the JSON of the contract.
        field: String,
        /// The new value as in the JSON of the contract. Null clears the field.
        #[cfg_attr(feature = "ts", tsify(type = "string | number | boolean | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<serde_json::Value>))]
        value: Value,
    },
}

/// Request to preview or make a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkRequest {
    /// Selects the contracts, at most 10,000. Columns, sort and page are ignored.
    pub contracts: ListQuery,
    pub change: BulkChange,
}

/// Fields that bulk changes can set. Excludes numbers, carriers, parties and values, because they differ
/// between contracts.
pub const fn fields(line: Line) -> &'static [&'static str] {
    match line {
        Line::Life => &[
            "productType",
            "productName",
            "issueState",
            "riskClass",
            "isTobacco",
            "deathBenefitOption",
            "premiumMode",
            "paymentMethod",
            "paidToDate",
            "nextPremiumDate",
            "lastPremiumDate",
            "loanRate",
            "dividendOption",
            "maturityDate",
            "levelPeriodEndDate",
            "conversionExpiryDate",
            "policyGuard",
            "nextRequestDate",
        ],
        Line::Annuity => &[
            "productType",
            "productName",
            "issueState",
            "taxType",
            "surrenderPeriodEndDate",
            "freeWithdrawalPercent",
            "hasMarketValueAdjustment",
            "guaranteedRate",
            "guaranteedRateEndDate",
            "rmdRequired",
            "rmdDueDate",
            "annuitizationDate",
            "maxAnnuityAge",
            "policyGuard",
        ],
    }
}

impl BulkChange {
    /// Returns the name of the changed field, as in the JSON of the contract.
    pub fn field(&self) -> &str {
        match self {
            Self::Status { .. } => "status",
            Self::PremiumPaid { .. } => premium::NEXT,
            Self::Field { field, .. } => field,
        }
    }

    /// Returns the errors that are the same for all contracts.
    pub fn faults(&self, line: Line) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        if let Self::Field { field, .. } = self
            && !fields(line).contains(&field.as_str())
        {
            findings.fault(
                "change.field",
                "not_a_choice",
                "This field cannot be changed in many contracts at once.",
            );
        }
        if matches!(self, Self::PremiumPaid { .. }) && line == Line::Annuity {
            findings.fault(
                "change.kind",
                "not_for_annuities",
                "Only premiums of life policies can be marked as paid.",
            );
        }
        findings.0
    }
}

/// A change that was made to many contracts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkEdit {
    /// Identifies the edit when it is undone.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub result: BulkPreview,
}

/// Result of undoing an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkUndone {
    pub restored: usize,
    /// Contracts that keep their present values: those changed or deleted after the edit, and those that would be in
    /// force without an owner.
    pub skipped: usize,
}

#[cfg(test)]
mod tests;
