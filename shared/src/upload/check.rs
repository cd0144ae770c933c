//! Converts a file row to a contact and collects its validation errors.

mod fill;
mod mend;

use super::amounts::Separators;
use super::contract::ContractField;
use super::dates::DateRule;
use super::mapping::{Mapping, Transform};
use super::profile::Profile;
use super::repair::{Repair, RepairKind};
use super::target::{Field, Target};
use crate::contact::field::Rule;
use crate::contact::validate::{Context, normalize};
use crate::contact::{ContactKind, Person};
use crate::problem::FieldProblem;
use crate::text::{clean, strip_formula_guard};
use csv::StringRecord;
use fill::Draft;
pub(super) use fill::owner_type;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A validation error or warning of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RowFault {
    /// Source column of the value. Null if no column is mapped to the field.
    pub column: Option<u32>,
    /// Field path, for example `person.email` or `custom.Tier`. Empty if the fault applies to the whole row.
    pub field: String,
    /// Stable snake-case code.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// Whether the row can be imported despite the fault.
    pub warning: bool,
}

/// A row after validation and repairs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckedRow {
    /// Normalized values. Invalid values stay as typed.
    pub person: Person,
    /// The full name as typed, if one column holds it. `person` has the parts.
    pub full_name: Option<String>,
    /// Normalized custom fields by name.
    pub custom: BTreeMap<String, String>,
    /// The record id of an exported contact.
    pub record_id: Option<Uuid>,
    pub faults: Vec<RowFault>,
    /// All columns are empty.
    pub is_blank: bool,
    /// A repair skips the row, or no mapped column has a value.
    pub is_skipped: bool,
}

impl CheckedRow {
    /// Returns whether the row can be imported. Warnings do not prevent it.
    pub fn is_acceptable(&self) -> bool {
        !self.is_blank && !self.is_skipped && self.faults.iter().all(|fault| fault.warning)
    }

    /// Returns the reason why the row is not imported, in one line.
    pub fn reason(&self) -> String {
        reason_of(&self.faults, self.is_skipped)
    }
}

/// Returns the reason why a row with these faults is not imported, in one line.
pub fn reason_of(faults: &[RowFault], is_skipped: bool) -> String {
    let faults = faults.iter().filter(|fault| !fault.warning || is_skipped);
    let reasons = faults.map(|fault| {
        let label = match Field::from_path(&fault.field) {
            Some(field) => Some(field.label()),
            None => ContractField::from_code(&fault.field).map(ContractField::label),
        };
        match label {
            Some(label) => format!("{label}: {}", fault.message),
            None => fault.message.clone(),
        }
    });
    reasons.collect::<Vec<_>>().join(" ")
}

/// Processing of a column.
#[derive(Debug)]
struct Step {
    column: u32,
    action: Action,
}

#[derive(Debug)]
enum Action {
    Text(Field),
    /// The label is set if several columns are mapped to the notes.
    Notes(Option<String>),
    Name {
        last_first: bool,
    },
    OwnerType,
    CityStateZip,
    Day(Field, DateRule),
    Custom(Custom),
    RecordId,
}

/// Settings for reading the values of a custom field.
#[derive(Debug)]
struct Custom {
    name: String,
    transform: Transform,
    rule: DateRule,
    separators: Separators,
    /// Whether the name of the field or of its column suggests tax IDs.
    may_hold_tax_ids: bool,
}

/// Validates the rows of a file with a given mapping.
#[derive(Debug)]
pub struct Check {
    kind: ContactKind,
    context: Context,
    steps: Vec<Step>,
    /// Headers of the mapped columns.
    headers: Vec<(u32, String)>,
    pads_zip: bool,
    has_owner_type: bool,
    /// Owner type for organizations whose name does not indicate one.
    owner_type: Option<u8>,
    repairs: Vec<Repair>,
}

impl Check {
    /// `profile` must be built from the whole file with the same mapping.
    pub fn new(kind: ContactKind, mapping: &Mapping, profile: &Profile, context: Context) -> Self {
        let several_notes = mapping
            .mapped()
            .filter(|(_, target)| target.field() == Some(Field::Notes))
            .count()
            > 1;
        let steps = mapping.mapped().filter_map(|(column, target)| {
            let rule = || profile.date_rule(mapping, column.source_column);
            let action = match target {
                Target::Custom(name) => Action::Custom(Custom {
                    name: name.clone(),
                    transform: column.transform,
                    rule: rule(),
                    separators: profile.separators(column.source_column),
                    may_hold_tax_ids: column.may_hold_unencrypted_tax_ids(),
                }),
                Target::RecordId => Action::RecordId,
                // `Mapping::problems` rejects this target for contacts.
                Target::Contract(_) => return None,
                Target::Field(Field::Notes) => Action::Notes(several_notes.then(|| column.header.clone())),
                Target::Field(Field::FullName) => Action::Name {
                    last_first: column.transform == Transform::SplitNameLastFirst,
                },
                Target::Field(Field::OwnerType) => Action::OwnerType,
                Target::Field(Field::City) if column.transform == Transform::SplitPlace => {
                    Action::CityStateZip
                }
                Target::Field(field) if field.rule() == Rule::Date => Action::Day(*field, rule()),
                Target::Field(field) => Action::Text(*field),
            };
            Some(Step {
                column: column.source_column,
                action,
            })
        });
        let is_read = |field, transform| {
            mapping
                .column_of(field)
                .is_some_and(|column| column.transform == transform)
        };
        Self {
            kind,
            context,
            steps: steps.collect(),
            headers: mapping
                .mapped()
                .map(|(column, _)| (column.source_column, column.header.clone()))
                .collect(),
            pads_zip: is_read(Field::PostalCode, Transform::PadZip)
                || is_read(Field::City, Transform::SplitPlace),
            has_owner_type: mapping.column_of(Field::OwnerType).is_some(),
            owner_type: profile.owner_type(mapping),
            repairs: mapping.repairs.clone(),
        }
    }

    /// Converts a row to a contact and validates it with the rules of the contact form.
    pub fn check(&self, row: &StringRecord) -> CheckedRow {
        let mut draft = Draft::default();
        for step in &self.steps {
            let cell = strip_formula_guard(row.get(step.column as usize).unwrap_or_default().trim());
            if !cell.is_empty() {
                self.fill(&mut draft, step, cell);
            }
        }
        if draft.is_blank() {
            return unmapped(row);
        }
        if self.repeats_headings(row) {
            return left_out(skipped::repeated_heading());
        }
        self.complete(&mut draft);
        let mut is_skipped = self.repair_unreadable_cells(&mut draft);
        let mut found = normalize(self.kind, std::mem::take(&mut draft.person), &self.context);
        // A repair can reveal another fault. Three rounds are always enough.
        for _ in 0..3 {
            if self.repairs.is_empty() || found.1.0.is_empty() {
                break;
            }
            let (person, findings) = found;
            draft.person = person;
            let was_mended = self.repair_findings(&mut draft, &findings, &mut is_skipped);
            found = normalize(self.kind, std::mem::take(&mut draft.person), &self.context);
            if !was_mended {
                break;
            }
        }
        let (person, findings) = found;
        let mut faults = std::mem::take(&mut draft.faults);
        for finding in findings.0 {
            let is_said = |fault: &RowFault| fault.field == finding.field && !fault.warning;
            if !depends_on_existing_contact(&finding) && !faults.iter().any(is_said) {
                faults.push(RowFault {
                    column: self.column_of(&finding.field),
                    field: finding.field,
                    code: finding.code,
                    message: finding.message,
                    warning: finding.warning,
                });
            }
        }
        is_skipped |= faults
            .iter()
            .any(|fault| self.repair_of(&fault.code, &fault.field) == Some(RepairKind::SkipRows));
        CheckedRow {
            person,
            full_name: draft.full_name,
            custom: draft.custom,
            record_id: draft.record_id,
            faults,
            is_blank: false,
            is_skipped,
        }
    }

    fn repeats_headings(&self, row: &StringRecord) -> bool {
        let repeats = |(column, header): &(u32, String)| {
            row.get(*column as usize)
                .is_some_and(|cell| clean(cell) == *header)
        };
        self.headers.iter().all(repeats)
    }

    /// Returns the column that fills the field with this path.
    fn column_of(&self, path: &str) -> Option<u32> {
        let field = Field::from_path(path)?;
        let fills = |step: &&Step| match &step.action {
            Action::Text(filled) | Action::Day(filled, _) => *filled == field,
            Action::Notes(_) => field == Field::Notes,
            Action::Name { .. } => field.is_part_of_name() || field == Field::OrganizationName,
            Action::OwnerType => field == Field::OwnerType,
            Action::CityStateZip => matches!(field, Field::City | Field::State | Field::PostalCode),
            Action::Custom(_) | Action::RecordId => false,
        };
        self.steps.iter().find(fills).map(|step| step.column)
    }

    fn repair_of(&self, code: &str, field: &str) -> Option<RepairKind> {
        self.repairs
            .iter()
            .find(|repair| repair.code == code && repair.field == field)
            .map(|repair| repair.kind)
    }
}

/// Returns the result for a row without values in mapped columns. Rows that are not blank count as skipped.
fn unmapped(row: &StringRecord) -> CheckedRow {
    if row.iter().all(|cell| cell.trim().is_empty()) {
        return CheckedRow {
            is_blank: true,
            ..CheckedRow::default()
        };
    }
    left_out(skipped::nothing_mapped())
}

/// Reasons for skipping a row without values to import.
pub(super) mod skipped {
    use super::RowFault;

    pub fn repeated_heading() -> RowFault {
        fault(
            "repeated_heading",
            "Skipped: this row repeats the column headings.",
        )
    }

    pub fn nothing_mapped() -> RowFault {
        fault(
            "nothing_mapped",
            "Skipped: nothing mapped. Only columns that are not imported have values.",
        )
    }

    fn fault(code: &str, message: &str) -> RowFault {
        RowFault {
            column: None,
            field: String::new(),
            code: code.into(),
            message: message.into(),
            warning: false,
        }
    }
}

fn left_out(fault: RowFault) -> CheckedRow {
    CheckedRow {
        is_skipped: true,
        faults: vec![fault],
        ..CheckedRow::default()
    }
}

/// Returns whether the finding applies only if the row adds a contact. An existing owner keeps its type, so
/// only a new owner needs one.
fn depends_on_existing_contact(finding: &FieldProblem) -> bool {
    finding.field == Field::OwnerType.path() && finding.code == "required"
}

#[cfg(test)]
pub(super) mod tests;
