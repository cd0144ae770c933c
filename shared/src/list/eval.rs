//! Evaluates the filter and search of a checked query for a row in memory.

use super::anniversary::month_day;
use super::check::{CheckedQuery, Condition, Operand, Test};
use super::people::PeopleTest;
use crate::text;
use jiff::civil::Date;
use rust_decimal::Decimal;

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Empty,
    Text(String),
    Integer(i64),
    Money(Decimal),
    Date(Date),
    Flag(bool),
}

/// A row that queries can be evaluated against.
pub trait Row {
    /// Returns the cell in a column.
    fn cell(&self, key: &str) -> Cell;
    /// Returns the folded search text.
    fn search_text(&self) -> String;
}

/// Returns whether the row matches every filter group and contains every search term.
pub fn matches(query: &CheckedQuery, row: &impl Row) -> bool {
    query.filter.iter().all(|group| {
        group
            .iter()
            .any(|condition| holds(condition, &row.cell(condition.column.key)))
    }) && (query.search.is_empty() || {
        let searched = row.search_text();
        query.search.iter().all(|term| term.is_in(&searched))
    })
}

/// Returns the indexes of the conditions in a group that hold for the row.
pub fn matching_indexes(group: &[Condition], row: &impl Row) -> Vec<usize> {
    let places = group.iter().enumerate();
    places
        .filter(|(_, condition)| holds(condition, &row.cell(condition.column.key)))
        .map(|(place, _)| place)
        .collect()
}

fn holds(condition: &Condition, cell: &Cell) -> bool {
    if let Some(test) = PeopleTest::of(condition) {
        return test.passes(match cell {
            Cell::Text(names) => Some(names),
            _ => None,
        });
    }
    let is_code = condition.column.choices.is_some();
    match &condition.test {
        Test::Empty(wanted) => is_empty(cell) == *wanted,
        Test::OneOf { values, negated } => {
            let found = values
                .iter()
                .any(|value| compare(cell, value, is_code) == Some(std::cmp::Ordering::Equal));
            found != *negated
        }
        Test::Contains(part) => {
            matches!(cell, Cell::Text(whole) if text::fold(whole).contains(part.as_str()))
        }
        Test::StartsWith(part) => {
            matches!(cell, Cell::Text(whole) if text::fold(whole).starts_with(part.as_str()))
        }
        Test::Range { from, to } => {
            let above = from.as_ref().is_none_or(|(from, inclusive)| {
                compare(cell, from, is_code)
                    .is_some_and(|order| order.is_gt() || (*inclusive && order.is_eq()))
            });
            let below = to.as_ref().is_none_or(|(to, inclusive)| {
                compare(cell, to, is_code).is_some_and(|order| order.is_lt() || (*inclusive && order.is_eq()))
            });
            above && below
        }
        Test::DayOfYear(ranges) => match cell {
            Cell::Date(date) => {
                let day = month_day(*date);
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&day))
            }
            _ => false,
        },
    }
}

fn is_empty(cell: &Cell) -> bool {
    match cell {
        Cell::Empty => true,
        Cell::Text(text) => text.is_empty(),
        _ => false,
    }
}

fn compare(cell: &Cell, operand: &Operand, is_code: bool) -> Option<std::cmp::Ordering> {
    match (cell, operand) {
        (Cell::Text(a), Operand::Text(b)) if is_code => Some(a.as_str().cmp(b)),
        (Cell::Text(a), Operand::Text(b)) => Some(text::fold(a).as_str().cmp(b)),
        (Cell::Integer(a), Operand::Integer(b)) => Some(a.cmp(b)),
        (Cell::Money(a), Operand::Money(b)) => Some(a.cmp(b)),
        (Cell::Date(a), Operand::Date(b)) => Some(a.cmp(b)),
        (Cell::Flag(a), Operand::Flag(b)) => Some(a.cmp(b)),
        _ => None,
    }
}
