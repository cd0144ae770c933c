//! Validation errors of a whole file, grouped by code and field.

use super::check::RowFault;
use super::contract::ContractField;
use super::mapping::masked;
use super::repair::{RepairKind, repairs_of};
use super::target::{Field, RECORD_ID, Target};
use csv::StringRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const SAMPLES: usize = 3;

/// A faulty value and its row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultSample {
    /// Row number as in a spreadsheet.
    pub row: u32,
    /// Value from the file with tax IDs masked. Empty if the cell is missing.
    pub value: String,
}

/// All rows with the same fault in the same field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultGroup {
    pub code: String,
    /// Field path, for example `person.email` or `custom.Tier`.
    pub field: String,
    /// Display name of the field.
    pub label: String,
    pub column: Option<u32>,
    /// Message of the first fault, one sentence.
    pub message: String,
    pub warning: bool,
    pub count: u32,
    pub samples: Vec<FaultSample>,
    /// Repairs that apply to all rows of the group, mildest first.
    pub repairs: Vec<RepairKind>,
    /// A repair skips these rows.
    pub is_skipped: bool,
}

/// Counts faults while rows are checked. Parts of a file can be counted separately and merged in order.
#[derive(Debug, Default)]
pub struct FaultGroups {
    groups: BTreeMap<(String, String, bool), FaultGroup>,
}

impl FaultGroups {
    /// Counts the faults of a row. `cells` are the original cells.
    pub fn add(&mut self, row: u32, faults: &[RowFault], is_skipped: bool, cells: &StringRecord) {
        for fault in faults {
            let RowFault {
                column,
                field,
                code,
                message,
                warning,
            } = fault;
            let key = (code.clone(), field.clone(), is_skipped);
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
                is_skipped,
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

    /// Adds the groups of the following rows.
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

    /// Returns errors first, then warnings, then skipped rows; each by descending count.
    pub fn into_groups(self) -> Vec<FaultGroup> {
        let mut groups: Vec<FaultGroup> = self.groups.into_values().collect();
        groups.sort_by_key(|group| (group.is_skipped, group.warning, std::cmp::Reverse(group.count)));
        groups
    }
}

/// Returns the display name of a field by its path.
pub fn label(field: &str) -> String {
    match Field::from_path(field) {
        Some(field) => field.label().into(),
        None if field == RECORD_ID => Target::RecordId.label().into(),
        None => match ContractField::from_code(field) {
            Some(field) => field.label().into(),
            None => field.strip_prefix("custom.").unwrap_or(field).into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fields_by_their_path() {
        for (field, name) in [
            ("person.dob", "Date of birth"),
            ("person.address.state", "State"),
            ("custom.Tier", "Tier"),
            ("policySurrenderValue", "Surrender Value"),
            ("status", "Status"),
        ] {
            assert_eq!(label(field), name);
        }
    }
}
