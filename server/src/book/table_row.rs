//! A row of a table, with typed access to its cells and a record of its errors.

use super::input::Rows;
use super::mapping::fault;
use super::refusal::{Refusal, RowError};
use super::rows::Text;
use super::table::{Table, spelling};
use crate::db::copy::{Cents, Rate};
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::{EnumName, options};
use shared::fault::Fault;
use shared::problem::Findings;
use shared::text::clean;
use shared::{date, money};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Maximum length, in characters, of text that has no other validation rule.
const MAX_TEXT: usize = 60;

/// File and row number.
#[derive(Debug, Clone)]
pub struct RowLocation {
    pub file: Arc<str>,
    pub row: u64,
}

/// A row being parsed.
pub struct TableRow<'a> {
    pub table: Table,
    pub place: &'a RowLocation,
    values: &'a [String],
    refusal: &'a mut Refusal,
    /// Bit set of the columns that already have an error.
    pub(super) faulty: u64,
}

impl<'a> TableRow<'a> {
    /// Creates a parser for the current row of `rows`.
    pub fn new(rows: &'a Rows, refusal: &'a mut Refusal) -> Self {
        let Rows {
            table, place, values, ..
        } = rows;
        Self {
            table: *table,
            place,
            values,
            refusal,
            faulty: 0,
        }
    }

    fn position(&self, column: &str) -> Option<usize> {
        self.table.columns().iter().position(|known| known.name == column)
    }

    /// Returns the trimmed cell, or an empty string if the table has no such column.
    fn raw(&self, column: &str) -> &str {
        self.position(column)
            .and_then(|i| self.values.get(i))
            .map_or("", |value| value.trim())
    }

    /// Records an error in a column. Only the first error per column is recorded.
    pub fn refuse(&mut self, column: &str, fault: Fault) {
        let bit = self.position(column).map_or(1 << 63, |i| 1_u64 << i);
        if self.faulty & bit != 0 {
            return;
        }
        self.faulty |= bit;
        self.refusal.add(RowError {
            file: self.place.file.clone(),
            row: self.place.row,
            column: (!column.is_empty()).then(|| column.to_owned()),
            code: fault.code.to_owned(),
            message: fault.message.into_owned(),
        });
    }

    /// Records validation findings. `column_of` maps a field to its column.
    pub fn take_findings(&mut self, findings: Findings, column_of: impl Fn(&str) -> String) {
        for finding in findings.0 {
            let column = column_of(&finding.field);
            if finding.warning {
                self.refusal.warn(RowError {
                    file: self.place.file.clone(),
                    row: self.place.row,
                    column: Some(column),
                    code: finding.code,
                    message: finding.message,
                });
                continue;
            }
            let bit = self.position(&column).map_or(1 << 63, |i| 1_u64 << i);
            if self.faulty & bit == 0 {
                self.faulty |= bit;
                self.refusal.add(RowError {
                    file: self.place.file.clone(),
                    row: self.place.row,
                    column: Some(column),
                    code: finding.code,
                    message: finding.message,
                });
            }
        }
    }

    /// Returns the trimmed cell, or `None` if it is empty.
    pub fn typed(&self, column: &str) -> Option<String> {
        let raw = self.raw(column);
        (!raw.is_empty()).then(|| raw.to_owned())
    }

    /// Reads text that is validated only for its length.
    pub fn text(&mut self, column: &str) -> Option<Text> {
        let text = clean(self.raw(column));
        if text.chars().count() > MAX_TEXT {
            self.refuse(
                column,
                fault("too_long", format!("Enter at most {MAX_TEXT} characters.")),
            );
        }
        (!text.is_empty()).then(|| text.into())
    }

    fn read<T>(&mut self, column: &str, read: impl FnOnce(&str) -> Result<T, Fault>) -> Option<T> {
        let raw = self.raw(column);
        if raw.is_empty() {
            return None;
        }
        match read(raw) {
            Ok(value) => Some(value),
            Err(fault) => {
                self.refuse(column, fault);
                None
            }
        }
    }

    pub fn date(&mut self, column: &str) -> Option<Date> {
        self.read(column, |raw| Ok(date::parse(raw)?))
    }

    pub fn money(&mut self, column: &str) -> Option<Decimal> {
        self.read(column, |raw| Ok(money::parse(raw)?))
    }

    pub fn cents(&mut self, column: &str) -> Option<Cents> {
        self.money(column).map(cents)
    }

    pub fn percent(&mut self, column: &str) -> Option<Decimal> {
        self.read(column, percentage)
    }

    pub fn rate(&mut self, column: &str) -> Option<Rate> {
        self.percent(column).map(rate)
    }

    pub fn percents(&mut self, column: &str) -> Vec<Decimal> {
        let all = self.read(column, |raw| {
            raw.split(';').map(|part| percentage(part.trim())).collect()
        });
        all.unwrap_or_default()
    }

    pub fn whole(&mut self, column: &str, range: RangeInclusive<i16>) -> Option<i16> {
        self.read(column, |raw| {
            let number = raw.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                fault(
                    "not_in_range",
                    format!("Enter a whole number from {} to {}.", range.start(), range.end()),
                )
            })
        })
    }

    pub fn flag(&mut self, column: &str) -> Option<bool> {
        self.read(column, |raw| match spelling(raw).as_str() {
            "yes" | "y" | "true" | "1" => Ok(true),
            "no" | "n" | "false" | "0" => Ok(false),
            _ => Err(fault("not_a_flag", "Enter yes or no.")),
        })
    }

    /// Reads a code or label of a set with `from_text`.
    pub fn term<T>(
        &mut self,
        column: &str,
        set: EnumName,
        from_text: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        self.read(column, |raw| {
            from_text(raw).ok_or_else(|| {
                let terms: Vec<String> = options(set).into_iter().map(|choice| choice.label).collect();
                let terms = terms.join(", ");
                fault(
                    "unknown_code",
                    format!("Unknown value “{raw}”. Use one of: {terms}."),
                )
            })
        })
    }

    /// Reads words separated by semicolons.
    pub fn words(&mut self, column: &str) -> Vec<String> {
        let all = self.read(column, |raw| {
            let words = raw
                .split(';')
                .map(clean)
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>();
            let is_long = words.len() > 20 || words.iter().any(|word| word.chars().count() > MAX_TEXT);
            if is_long {
                Err(fault(
                    "too_long",
                    "Enter at most 20 words of up to 60 characters each.",
                ))
            } else {
                Ok(words)
            }
        });
        all.unwrap_or_default()
    }
}

fn percentage(raw: &str) -> Result<Decimal, Fault> {
    money::check_percent(money::parse_percent(raw)?)
}

/// Converts a validated amount.
pub fn cents(amount: Decimal) -> Cents {
    Cents(scaled(amount, 2))
}

/// Converts a validated percentage.
pub fn rate(percent: Decimal) -> Rate {
    Rate(scaled(percent, 4))
}

fn scaled(mut number: Decimal, scale: u32) -> i64 {
    number.rescale(scale);
    i64::try_from(number.mantissa()).unwrap_or(i64::MAX)
}
