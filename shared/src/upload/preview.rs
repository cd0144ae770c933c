//! Preview of an import.

use super::check::RowFault;
use super::groups::FaultGroup;
use super::mapping::Mapping;
use super::matching::{MatchKey, ReviewGroup, ReviewReason};
use super::question::Question;
use crate::contact::Person;
use crate::resolution::DuplicateMatch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Rows per preview page.
pub const PAGE_ROWS: u32 = 10;

/// Range of previewed rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewLimit {
    /// Index from 0.
    pub offset: u32,
    pub row_count: u32,
}

impl Default for PreviewLimit {
    fn default() -> Self {
        Self {
            offset: 0,
            row_count: PAGE_ROWS,
        }
    }
}

/// What an import does with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RowOutcome {
    /// Creates a record.
    New,
    /// Changes an existing record.
    Update,
    /// Matches an existing record and changes nothing.
    Unchanged,
    /// Same person or contract as an earlier row of the file.
    DuplicateInFile,
    /// Matches an existing record in add-only mode.
    DuplicateInFirm,
    /// Rejected because of an invalid value, or because several contacts match.
    Error,
    /// Not imported until the user decides whether it is for the same contact.
    Review,
    /// Skipped by a repair, or because no mapped column has a value.
    Skipped,
}

impl RowOutcome {
    pub const ALL: [Self; 8] = [
        Self::New,
        Self::Update,
        Self::Unchanged,
        Self::DuplicateInFile,
        Self::DuplicateInFirm,
        Self::Review,
        Self::Error,
        Self::Skipped,
    ];

    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::New => "New",
            Self::Update => "Update",
            Self::Unchanged => "Unchanged",
            Self::DuplicateInFile => "Duplicate in the file",
            Self::DuplicateInFirm => "Already in the firm",
            Self::Review => "Needs a decision",
            Self::Error => "Error",
            Self::Skipped => "Skipped",
        }
    }
}

/// Number of rows by outcome. Blank rows are not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counts {
    pub new: u32,
    pub update: u32,
    pub unchanged: u32,
    pub duplicate_in_file: u32,
    pub duplicate_in_firm: u32,
    /// Rows that are not imported until the user decides.
    pub review: u32,
    pub error: u32,
    pub skipped: u32,
    /// Sum of all outcomes.
    pub total: u32,
    /// Accepted rows with a warning, which are also counted by outcome.
    pub warning: u32,
}

impl Counts {
    /// Adds rows with an outcome.
    pub fn add(&mut self, outcome: RowOutcome, rows: u32) {
        let count = match outcome {
            RowOutcome::New => &mut self.new,
            RowOutcome::Update => &mut self.update,
            RowOutcome::Unchanged => &mut self.unchanged,
            RowOutcome::DuplicateInFile => &mut self.duplicate_in_file,
            RowOutcome::DuplicateInFirm => &mut self.duplicate_in_firm,
            RowOutcome::Review => &mut self.review,
            RowOutcome::Error => &mut self.error,
            RowOutcome::Skipped => &mut self.skipped,
        };
        *count += rows;
        self.total += rows;
    }
}

/// A previewed row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewRow {
    /// Row number as in a spreadsheet.
    pub row: u32,
    pub outcome: RowOutcome,
    /// Without the tax ID.
    pub person: Person,
    /// `***-**-1234`
    pub tax_id_masked: Option<String>,
    /// Custom fields by name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom: BTreeMap<String, String>,
    pub faults: Vec<RowFault>,
    /// The existing contact that the row matches.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
    pub contact_name: Option<String>,
    /// The key by which the row matches the contact or the earlier row.
    pub match_key: Option<MatchKey>,
    /// The earlier row that is for the same contact.
    pub earlier_row: Option<u32>,
    /// What the user decides about the row, also after a decision.
    pub review: Option<ReviewReason>,
    /// What an update changes.
    pub changes: Vec<RowChange>,
    /// A stored contact that may be the same as the one that the row adds.
    pub possible_duplicate: Option<DuplicateMatch>,
    /// Set for rows of contracts, which have no person.
    pub contract: Option<PreviewContract>,
}

/// The contract of a previewed row.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewContract {
    /// The stored contract that the row matches by number and carrier.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub uuid: Option<Uuid>,
    /// Number of the stored contract.
    pub number: Option<String>,
    /// Values by the code of their field, as displayed.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub values: BTreeMap<String, String>,
}

/// A value before and after an update.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RowChange {
    /// Field path, for example `person.email` or `custom.Tier`.
    pub field: String,
    /// Display name of the field.
    pub label: String,
    /// As displayed. Tax IDs are masked. Null if the field is empty.
    pub before: Option<String>,
    pub after: Option<String>,
}

/// Preview of an import under a mapping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preview {
    pub mapping: Mapping,
    pub limit: PreviewLimit,
    pub rows: Vec<PreviewRow>,
    /// Counts for the whole file.
    pub counts: Counts,
    pub groups: Vec<FaultGroup>,
    pub questions: Vec<Question>,
    pub reviews: Vec<ReviewGroup>,
}
