//! A row of a file as the person that it would add, and everything found on the way.

mod fill;
mod mend;

use super::dates::DateRule;
use super::mapping::{Mapping, Transform};
use super::profile::Profile;
use super::repair::{Repair, RepairKind};
use super::target::{Field, Target};
use crate::contact::validate::{Context, normalize};
use crate::contact::{ContactKind, Person};
use crate::problem::FieldProblem;
use crate::text::unguarded;
use csv::StringRecord;
use fill::Draft;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is wrong with a value, or doubtful.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RowFault {
    /// The column that the value came from; none where no column fills the field.
    pub column: Option<u32>,
    /// `person.email`, `custom.Tier`; empty for what is wrong with the row as a whole.
    pub field: String,
    /// Stable snake-case code.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// The row can be taken all the same.
    pub warning: bool,
}

/// A row after its check and its repairs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckedRow {
    /// In stored form where nothing is at fault; values at fault stay as they were typed.
    pub person: Person,
    /// The full name as it was typed, where one column holds it; the person has its parts.
    pub full_name: Option<String>,
    /// By the name of the field; in stored form.
    pub custom: BTreeMap<String, String>,
    pub faults: Vec<RowFault>,
    /// Nothing stands in the columns that are mapped: no row at all.
    pub is_blank: bool,
    /// A repair leaves the row out.
    pub is_skipped: bool,
}

impl CheckedRow {
    /// Whether the row can be taken: warnings do not stop it.
    pub fn is_acceptable(&self) -> bool {
        !self.is_blank && !self.is_skipped && self.faults.iter().all(|fault| fault.warning)
    }

    /// Why the row is not taken, in one line.
    pub fn reason(&self) -> String {
        let faults = self
            .faults
            .iter()
            .filter(|fault| !fault.warning || self.is_skipped);
        let reasons = faults.map(|fault| match Field::from_path(&fault.field) {
            Some(field) => format!("{}: {}", field.label(), fault.message),
            None => fault.message.clone(),
        });
        reasons.collect::<Vec<_>>().join(" ")
    }
}

/// What is done with one column.
#[derive(Debug)]
struct Step {
    column: u32,
    action: Action,
}

#[derive(Debug)]
enum Action {
    Text(Field),
    /// With what it is called when several columns become notes.
    Notes(Option<String>),
    Name {
        last_first: bool,
    },
    OwnerType,
    Place,
    Day(Field, DateRule),
    Custom(Custom),
}

/// How the values of a field of the firm's own are read.
#[derive(Debug)]
struct Custom {
    name: String,
    transform: Transform,
    rule: DateRule,
    /// The field or its column is called so.
    is_of_tax_ids: bool,
}

/// The check of the rows of one file under one mapping.
#[derive(Debug)]
pub struct Check {
    kind: ContactKind,
    context: Context,
    steps: Vec<Step>,
    pads_zip: bool,
    has_owner_type: bool,
    /// Of organisations whose name does not say it.
    owner_type: Option<u8>,
    repairs: Vec<Repair>,
}

impl Check {
    /// The profile is that of the whole file under the same mapping.
    pub fn new(kind: ContactKind, mapping: &Mapping, profile: &Profile, context: Context) -> Self {
        let several_notes = mapping
            .mapped()
            .filter(|(_, target)| target.field() == Some(Field::Notes))
            .count()
            > 1;
        let steps = mapping.mapped().map(|(column, target)| {
            let rule = || profile.date_rule(mapping, column.source_column);
            let action = match target {
                Target::Custom(name) => Action::Custom(Custom {
                    name: name.clone(),
                    transform: column.transform,
                    rule: rule(),
                    is_of_tax_ids: column.holds_tax_ids_in_clear(),
                }),
                Target::Field(Field::Notes) => Action::Notes(several_notes.then(|| column.header.clone())),
                Target::Field(Field::FullName) => Action::Name {
                    last_first: column.transform == Transform::SplitNameLastFirst,
                },
                Target::Field(Field::OwnerType) => Action::OwnerType,
                Target::Field(Field::City) if column.transform == Transform::SplitPlace => Action::Place,
                Target::Field(field @ (Field::Dob | Field::TrustDate)) => Action::Day(*field, rule()),
                Target::Field(field) => Action::Text(*field),
            };
            Step {
                column: column.source_column,
                action,
            }
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
            pads_zip: is_read(Field::PostalCode, Transform::PadZip)
                || is_read(Field::City, Transform::SplitPlace),
            has_owner_type: mapping.column_of(Field::OwnerType).is_some(),
            owner_type: profile.owner_type(mapping),
            repairs: mapping.repairs.clone(),
        }
    }

    /// The person of a row, held to the rules that a form is held to.
    pub fn check(&self, row: &StringRecord) -> CheckedRow {
        let mut draft = Draft::default();
        for step in &self.steps {
            let cell = unguarded(row.get(step.column as usize).unwrap_or_default().trim());
            if !cell.is_empty() {
                self.fill(&mut draft, step, cell);
            }
        }
        if draft.is_blank() {
            return CheckedRow {
                is_blank: true,
                ..CheckedRow::default()
            };
        }
        self.complete(&mut draft);
        let mut is_skipped = self.mend_cells(&mut draft);
        let mut found = normalize(self.kind, std::mem::take(&mut draft.person), &self.context);
        // A repair may bring to light what stood behind the fault; three rounds see the end of any.
        for _ in 0..3 {
            if self.repairs.is_empty() || found.1.0.is_empty() {
                break;
            }
            let (person, findings) = found;
            draft.person = person;
            let was_mended = self.mend(&mut draft, &findings, &mut is_skipped);
            found = normalize(self.kind, std::mem::take(&mut draft.person), &self.context);
            if !was_mended {
                break;
            }
        }
        let (person, findings) = found;
        let mut faults = std::mem::take(&mut draft.faults);
        for finding in findings.0 {
            let is_said = |fault: &RowFault| fault.field == finding.field && !fault.warning;
            if !is_left_to_the_book(&finding) && !faults.iter().any(is_said) {
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
            faults,
            is_blank: false,
            is_skipped,
        }
    }

    /// The column that fills the field of a path.
    fn column_of(&self, path: &str) -> Option<u32> {
        let field = Field::from_path(path)?;
        let fills = |step: &&Step| match &step.action {
            Action::Text(filled) | Action::Day(filled, _) => *filled == field,
            Action::Notes(_) => field == Field::Notes,
            Action::Name { .. } => field.is_part_of_name() || field == Field::OrganizationName,
            Action::OwnerType => field == Field::OwnerType,
            Action::Place => matches!(field, Field::City | Field::State | Field::PostalCode),
            Action::Custom(_) => false,
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

/// An owner that the firm has keeps its type where the file does not say it: only a new one needs it.
fn is_left_to_the_book(finding: &FieldProblem) -> bool {
    finding.field == Field::OwnerType.path() && finding.code == "required"
}

#[cfg(test)]
pub(super) mod tests;
