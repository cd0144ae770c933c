//! The faults of a whole file, grouped by what would repair them.

use super::check::{CheckedRow, RowFault};
use super::mapping::masked;
use super::repair::{RepairKind, repairs_of};
use super::target::Field;
use csv::StringRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const SAMPLES: usize = 3;

/// A value with a fault, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultSample {
    /// As a spreadsheet numbers rows.
    pub row: u32,
    /// As it stands in the file, tax numbers masked; empty where no value stands.
    pub value: String,
}

/// All rows with the same fault in the same field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultGroup {
    pub code: String,
    /// `person.email`, `custom.Tier`.
    pub field: String,
    /// What screens call the field.
    pub label: String,
    pub column: Option<u32>,
    /// One sentence; that of the first row.
    pub message: String,
    pub warning: bool,
    pub count: u32,
    pub samples: Vec<FaultSample>,
    /// What can be done about it in all rows; the gentlest first.
    pub repairs: Vec<RepairKind>,
    /// What is being done about it: the rows are left out.
    pub is_skipped: bool,
}

/// Counts faults while rows are checked. Parts of a file can be counted apart and merged in their order.
#[derive(Debug, Default)]
pub struct FaultGroups {
    groups: BTreeMap<(String, String, bool), FaultGroup>,
}

impl FaultGroups {
    /// Counts what was found in a row; `cells` are those of the file.
    pub fn add(&mut self, row: u32, checked: &CheckedRow, cells: &StringRecord) {
        for fault in &checked.faults {
            let RowFault {
                column,
                field,
                code,
                message,
                warning,
            } = fault;
            let key = (code.clone(), field.clone(), checked.is_skipped);
            let group = self.groups.entry(key).or_insert_with(|| FaultGroup {
                code: code.clone(),
                field: field.clone(),
                label: label(field),
                column: *column,
                message: message.clone(),
                warning: *warning,
                count: 0,
                samples: Vec::new(),
                repairs: repairs_of(code, field),
                is_skipped: checked.is_skipped,
            });
            group.count += 1;
            if group.samples.len() < SAMPLES {
                let value = column.and_then(|column| cells.get(column as usize));
                let is_secret = Field::from_path(field) == Some(Field::TaxId) || code == "tax_id_in_clear";
                group.samples.push(FaultSample {
                    row,
                    value: masked(value.unwrap_or_default(), is_secret),
                });
            }
        }
    }

    /// Adds the groups of the rows that follow.
    pub fn merge(&mut self, other: Self) {
        for (key, theirs) in other.groups {
            match self.groups.get_mut(&key) {
                None => {
                    self.groups.insert(key, theirs);
                }
                Some(mine) => {
                    mine.count += theirs.count;
                    let room = SAMPLES.saturating_sub(mine.samples.len());
                    mine.samples.extend(theirs.samples.into_iter().take(room));
                }
            }
        }
    }

    /// Faults first, then warnings, then what is left out; the most frequent first.
    pub fn into_groups(self) -> Vec<FaultGroup> {
        let mut groups: Vec<FaultGroup> = self.groups.into_values().collect();
        groups.sort_by_key(|group| (group.is_skipped, group.warning, std::cmp::Reverse(group.count)));
        groups
    }
}

fn label(field: &str) -> String {
    match Field::from_path(field) {
        Some(field) => field.label().into(),
        None => field.strip_prefix("custom.").unwrap_or(field).into(),
    }
}
