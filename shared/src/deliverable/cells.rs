//! Texts and sums of list cells in documents.

use crate::contract::options;
use crate::date;
use crate::exact_sum::{TotalsOverflow, add_amounts};
use crate::list::eval::Cell;
use crate::list::{Column, ColumnType};
use crate::money::{format_cents, format_count};
use rust_decimal::Decimal;
use std::collections::HashMap;

/// Labels of the codes in choice columns.
pub(super) struct Labels(HashMap<(&'static str, String), String>);

impl Labels {
    pub(super) fn of(specs: impl Iterator<Item = &'static Column>) -> Self {
        let choices = specs.filter_map(|column| Some((column.key, column.choices?)));
        Self(
            choices
                .flat_map(|(key, set)| {
                    options(set)
                        .into_iter()
                        .map(move |choice| ((key, choice.code), choice.label))
                })
                .collect(),
        )
    }

    pub(super) fn cell(&self, column: &Column, cell: &Cell) -> String {
        match cell {
            Cell::Empty => String::new(),
            Cell::Text(code) if column.column_type == ColumnType::Choice => self
                .0
                .get(&(column.key, code.clone()))
                .cloned()
                .unwrap_or_else(|| format!("Unknown ({code})")),
            Cell::Text(text) => text.clone(),
            Cell::Integer(number) => format_count(Some(*number)),
            Cell::Money(percent) if column.column_type == ColumnType::Percent => {
                format!("{}%", percent.normalize())
            }
            Cell::Money(amount) => format_cents(Some(*amount)),
            Cell::Date(day) => date::format(*day),
            Cell::Flag(flag) => if *flag { "Yes" } else { "No" }.into(),
        }
    }
}

/// Returns a label such as `Death benefit` for a list column.
pub(super) fn figure_label(column: &Column) -> String {
    match column.key {
        "policyCount" => "Policies".into(),
        "annuityCount" => "Annuities".into(),
        "policyCashValue" => "Policy cash value".into(),
        "policySurrenderValue" => "Policy surrender value".into(),
        "annuityCashValue" => "Annuity cash value".into(),
        "annuitySurrenderValue" => "Annuity surrender value".into(),
        _ => sentence_case(column.label),
    }
}

/// Converts a column heading such as `Death Benefit` to `Death benefit`.
pub(super) fn sentence_case(heading: &str) -> String {
    let mut chars = heading.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{first}{}", chars.as_str().to_lowercase())
    })
}

pub(super) fn count(rows: &[impl Sized]) -> String {
    format_count(i64::try_from(rows.len()).ok())
}

/// Adds up the amounts.
///
/// # Errors
/// Returns an error if the sum is too large.
pub(super) fn sum<'a>(cells: impl Iterator<Item = Option<&'a Cell>>) -> Result<Decimal, TotalsOverflow> {
    let mut total = Decimal::ZERO;
    for cell in cells {
        if let Some(Cell::Money(amount)) = cell {
            total = add_amounts(total, *amount)?;
        }
    }
    Ok(total)
}
