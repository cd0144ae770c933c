//! What a page is told of an upload before anything is written.

use super::check::RowFault;
use super::groups::FaultGroup;
use super::mapping::Mapping;
use super::question::Question;
use crate::contact::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Rows on one page of a preview.
pub const PAGE_ROWS: u32 = 10;

/// Which rows of the file are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewLimit {
    /// From 0.
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

/// What becomes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RowOutcome {
    /// A contact is added.
    New,
    /// A contact of the firm is changed.
    Update,
    /// The firm has the same already.
    Unchanged,
    /// An earlier row of the file is the same person.
    DuplicateInFile,
    /// The firm has the person, and the mode only adds; or several of its contacts match.
    DuplicateInFirm,
    /// A value is at fault: the row is rejected.
    Error,
    /// A repair leaves the row out.
    Skipped,
}

impl RowOutcome {
    pub const ALL: [Self; 7] = [
        Self::New,
        Self::Update,
        Self::Unchanged,
        Self::DuplicateInFile,
        Self::DuplicateInFirm,
        Self::Error,
        Self::Skipped,
    ];

    /// What screens show.
    pub const fn label(self) -> &'static str {
        match self {
            Self::New => "New",
            Self::Update => "Update",
            Self::Unchanged => "Unchanged",
            Self::DuplicateInFile => "Duplicate in the file",
            Self::DuplicateInFirm => "Already in the firm",
            Self::Error => "Error",
            Self::Skipped => "Left out",
        }
    }
}

/// What becomes of all rows. Every row that is not blank is counted once, and those with a warning once more.
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
    pub error: u32,
    pub skipped: u32,
    /// Of all these together.
    pub total: u32,
    /// Rows that are taken, with a doubt.
    pub warning: u32,
}

impl Counts {
    /// Counts rows with an outcome.
    pub fn add(&mut self, outcome: RowOutcome, rows: u32) {
        let count = match outcome {
            RowOutcome::New => &mut self.new,
            RowOutcome::Update => &mut self.update,
            RowOutcome::Unchanged => &mut self.unchanged,
            RowOutcome::DuplicateInFile => &mut self.duplicate_in_file,
            RowOutcome::DuplicateInFirm => &mut self.duplicate_in_firm,
            RowOutcome::Error => &mut self.error,
            RowOutcome::Skipped => &mut self.skipped,
        };
        *count += rows;
        self.total += rows;
    }
}

/// A row as it would be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewRow {
    /// As a spreadsheet numbers rows.
    pub row: u32,
    pub outcome: RowOutcome,
    /// Without its tax number.
    pub person: Person,
    /// `***-**-1234`
    pub tax_id_masked: Option<String>,
    /// Custom fields by name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom: BTreeMap<String, String>,
    pub faults: Vec<RowFault>,
    /// The contact of the firm that the row matches.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub contact_uuid: Option<Uuid>,
    pub contact_name: Option<String>,
    /// Paths of the fields that an update changes.
    pub changes: Vec<String>,
}

/// What an upload would do under a mapping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preview {
    pub mapping: Mapping,
    pub limit: PreviewLimit,
    pub rows: Vec<PreviewRow>,
    /// Over the whole file.
    pub counts: Counts,
    pub groups: Vec<FaultGroup>,
    pub questions: Vec<Question>,
}
