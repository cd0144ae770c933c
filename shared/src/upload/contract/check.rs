//! Parses the values of a file row and collects their errors.

use super::terms::{code_of, flag_of, unknown_term};
use super::{ContractField, ValueType, Values, listed};
use crate::contract::{AGES, Line};
use crate::fault::Fault;
use crate::list::ColumnType;
use crate::money;
use crate::text::{clean, strip_formula_guard};
use crate::upload::amounts::Separators;
use crate::upload::check::{RowFault, skipped};
use crate::upload::dates::DateRule;
use crate::upload::mapping::Mapping;
use crate::upload::profile::Profile;
use crate::upload::repair::{Repair, RepairKind};
use crate::upload::scientific;
use crate::upload::target::Target;
use csv::StringRecord;
use jiff::civil::Date;
use serde_json::{Value, json};

/// Maximum length of the name of a carrier or a person.
const MAX_NAME: usize = 200;

/// A parsed row. Whether it can be imported also depends on the firm's contracts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckedContract {
    pub values: Values,
    pub faults: Vec<RowFault>,
    /// All columns are empty.
    pub is_blank: bool,
    /// A repair skips the row, or no mapped column has a value.
    pub is_skipped: bool,
}

impl CheckedContract {
    /// Returns whether all values are valid.
    pub fn is_acceptable(&self) -> bool {
        !self.is_blank && !self.is_skipped && self.faults.iter().all(|fault| fault.warning)
    }
}

#[derive(Debug)]
struct Step {
    column: u32,
    header: String,
    field: ContractField,
    dates: DateRule,
    separators: Separators,
}

/// Parses the rows of a file with a given mapping.
#[derive(Debug)]
pub struct ContractCheck {
    steps: Vec<Step>,
    repairs: Vec<Repair>,
    today: Date,
}

impl ContractCheck {
    /// `profile` must be built from the whole file with the same mapping.
    pub fn new(line: Line, mapping: &Mapping, profile: &Profile, today: Date) -> Self {
        let steps = mapping.mapped().filter_map(|(column, target)| match target {
            Target::Contract(field) => Some(Step {
                column: column.source_column,
                header: column.header.clone(),
                field: ContractField::of(line, field.code())?,
                dates: profile.date_rule(mapping, column.source_column),
                separators: profile.separators(column.source_column),
            }),
            Target::Field(_) | Target::Custom(_) | Target::RecordId => None,
        });
        Self {
            steps: steps.collect(),
            repairs: mapping.repairs.clone(),
            today,
        }
    }

    /// Parses a row. A repair that clears a value removes its error.
    pub fn check(&self, row: &StringRecord) -> CheckedContract {
        if row.iter().all(|cell| cell.trim().is_empty()) {
            return CheckedContract {
                is_blank: true,
                ..CheckedContract::default()
            };
        }
        if self.repeats_headings(row) {
            return left_out(skipped::repeated_heading());
        }
        let mut checked = CheckedContract::default();
        let mut has_values = false;
        for step in &self.steps {
            let cell = strip_formula_guard(row.get(step.column as usize).unwrap_or_default().trim());
            if cell.is_empty() {
                continue;
            }
            has_values = true;
            match read(step, cell, self.today) {
                Ok(value) => {
                    checked.values.insert(step.field.code().into(), value);
                }
                Err(fault) => self.refuse(&mut checked, step, fault),
            }
        }
        if has_values {
            checked
        } else {
            left_out(skipped::nothing_mapped())
        }
    }

    fn refuse(&self, checked: &mut CheckedContract, step: &Step, fault: Fault) {
        let field = step.field.code();
        let repair = self
            .repairs
            .iter()
            .find(|repair| repair.code == fault.code && repair.field == field);
        match repair.map(|repair| repair.kind) {
            Some(RepairKind::Clear) => return,
            Some(RepairKind::SkipRows) => checked.is_skipped = true,
            _ => {}
        }
        checked.faults.push(RowFault {
            column: Some(step.column),
            field: field.into(),
            code: fault.code.into(),
            message: fault.message.into_owned(),
            warning: false,
        });
    }

    fn repeats_headings(&self, row: &StringRecord) -> bool {
        let repeats = |step: &Step| {
            row.get(step.column as usize)
                .is_some_and(|cell| clean(cell) == step.header)
        };
        !self.steps.is_empty() && self.steps.iter().all(repeats)
    }
}

fn left_out(fault: RowFault) -> CheckedContract {
    CheckedContract {
        is_skipped: true,
        faults: vec![fault],
        ..CheckedContract::default()
    }
}

/// Parses a non-empty cell into the value of a field in a contract's JSON.
///
/// # Errors
/// Returns `scientific_notation`, `too_long`, `unknown_term`, `duplicate`, `not_a_flag`, `not_a_number`, and the errors of
/// amounts, percentages and dates.
fn read(step: &Step, cell: &str, today: Date) -> Result<Value, Fault> {
    let Step { field, .. } = step;
    let is_identifier = field.is_number() || field.party().is_some();
    if is_identifier && scientific::is_shortened(cell) {
        return Err(Fault::new(
            "scientific_notation",
            "A spreadsheet shortened this number and its digits are lost. Format the column as text and enter the number again.",
        ));
    }
    let column_type = match field.value_type() {
        ValueType::Riders => return listed::riders(cell),
        ValueType::Charges => return listed::charges(cell),
        ValueType::Single(column_type) => column_type,
    };
    match column_type {
        ColumnType::Text => text(cell),
        ColumnType::Choice => {
            let set = field.choices();
            let code = set.and_then(|set| code_of(set, cell));
            code.map(Value::from)
                .ok_or_else(|| unknown_term(set, field.label()))
        }
        ColumnType::Integer => whole(cell),
        ColumnType::Money => Ok(json!(step.separators.read(cell)?.to_string())),
        ColumnType::Percent => {
            let percent = money::parse_percent(cell)?;
            money::check_percent(percent)?;
            Ok(json!(percent.normalize().to_string()))
        }
        ColumnType::Date => Ok(json!(step.dates.read(cell, today)?.day.to_string())),
        ColumnType::Flag => flag_of(cell)
            .map(Value::from)
            .ok_or_else(|| Fault::new("not_a_flag", "Enter yes or no.")),
        ColumnType::Timestamp => Err(Fault::new("not_imported", "This column cannot be imported.")),
    }
}

fn text(cell: &str) -> Result<Value, Fault> {
    let text = clean(cell);
    if text.chars().count() > MAX_NAME {
        return Err(Fault::new("too_long", "Enter up to 200 characters."));
    }
    Ok(text.into())
}

fn whole(cell: &str) -> Result<Value, Fault> {
    let number: Option<i16> = cell.parse().ok().filter(|number| AGES.contains(number));
    number
        .map(Value::from)
        .ok_or_else(|| Fault::new("not_a_number", "Enter a whole number from 0 to 130."))
}
