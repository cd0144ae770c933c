//! Detects the header row and names the columns.

use super::column_letters;
use super::limits::COLUMNS;
use super::rows::Row;
use crate::text::{clean, fold};
use crate::upload::mapping::{is_nine_digits, masked};

/// Number of following rows that are compared with a header candidate.
const BELOW: usize = 25;

/// Returns the index of the header row among the first rows of a sheet, from 0, or `None` if there is no
/// header.
pub fn find(rows: &[Row]) -> Option<u32> {
    let first = first_of_table(rows)?;
    let (row, below) = (&rows[first], &rows[first + 1..]);
    // Headings that are repeated on each page are not values.
    let differs = |other: &&Row| {
        other
            .cells
            .iter()
            .map(str::trim)
            .ne(row.cells.iter().map(str::trim))
    };
    let can_repeat = row.filled() > 1 && below.iter().any(|other| differs(&other));
    let below: Vec<&Row> = below
        .iter()
        .filter(|other| !can_repeat || differs(other))
        .take(BELOW)
        .collect();
    let also_counting = below.iter().filter(|row| is_counting(row)).count();
    let counting = is_counting(row) && also_counting * 2 < below.len();
    let (mut for_it, mut against) = (0, 0);
    for (i, cell) in row.cells.iter().enumerate() {
        let column: Vec<&str> = below.iter().filter_map(|row| row.cells.get(i)).collect();
        let is_header = if counting && number(cell).is_some() {
            Some(true)
        } else {
            is_header_cell(cell, &column)
        };
        match is_header {
            Some(true) => for_it += 1,
            Some(false) => against += 1,
            None => {}
        }
    }
    (for_it > 0 && for_it >= against || against == 0).then(|| row.number - 1)
}

/// Returns whether the numbers of a row count up or down by one, as years and months do in headings.
fn is_counting(row: &Row) -> bool {
    let numbers: Vec<u32> = row.cells.iter().filter_map(number).collect();
    let counts = |step: fn(u32) -> Option<u32>| numbers.windows(2).all(|pair| step(pair[0]) == Some(pair[1]));
    numbers.len() > 1 && (counts(|number| number.checked_add(1)) || counts(|number| number.checked_sub(1)))
}

fn number(cell: &str) -> Option<u32> {
    let cell = cell.trim();
    let are_digits = (1..=4).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| cell.parse().ok()).flatten()
}

/// Returns the first row that is about as wide as most rows. Narrower rows above it are titles.
fn first_of_table(rows: &[Row]) -> Option<usize> {
    let mut filled: Vec<usize> = rows.iter().map(Row::filled).collect();
    filled.sort_unstable();
    let usual = *filled.get(filled.len() / 2)?;
    let least = if usual > 1 {
        (usual * 3).div_ceil(5).max(2)
    } else {
        1
    };
    rows.iter().position(|row| row.filled() >= least)
}

/// Returns whether a cell is a header of the values below it (`Some(true)`), a value like them (`Some(false)`),
/// or undecided (`None`).
fn is_header_cell(cell: &str, column: &[&str]) -> Option<bool> {
    let kinds: Vec<Kind> = column
        .iter()
        .map(|cell| kind(cell))
        .filter(|kind| *kind != Kind::Blank)
        .collect();
    let values = kinds.iter().filter(|kind| **kind != Kind::Words).count();
    match kind(cell) {
        Kind::Blank => None,
        Kind::Words if kinds.is_empty() => None,
        Kind::Words if values * 2 > kinds.len() => Some(true),
        Kind::Words => {
            let name = fold(cell.trim());
            column
                .iter()
                .any(|below| fold(below.trim()) == name)
                .then_some(false)
        }
        _ if kinds.is_empty() => Some(false),
        // Years and ages can be headers too, if the values below look different.
        _ => {
            let alike = column.iter().filter(|below| shape(below) == shape(cell)).count();
            (alike * 2 > kinds.len()).then_some(false)
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    /// Numbers, money, dates and phone numbers.
    Digits,
    Email,
    Words,
}

fn kind(cell: &str) -> Kind {
    let cell = cell.trim();
    if cell.is_empty() {
        Kind::Blank
    } else if is_email(cell) {
        Kind::Email
    } else if is_moment(cell)
        || (cell.contains(|c: char| c.is_ascii_digit()) && !cell.contains(char::is_alphabetic))
    {
        Kind::Digits
    } else {
        Kind::Words
    }
}

/// Returns the pattern of a cell, for example `9-9-9` for a date or `9.9` for an amount.
fn shape(cell: &str) -> String {
    let mut shape = String::new();
    for letter in cell.trim().chars() {
        let sign = if letter.is_ascii_digit() {
            '9'
        } else if letter.is_alphabetic() {
            'a'
        } else {
            letter
        };
        if !shape.ends_with(sign) {
            shape.push(sign);
        }
    }
    shape
}

fn is_email(cell: &str) -> bool {
    cell.split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        && !cell.contains(char::is_whitespace)
}

/// Recognizes `2024-03-31T…`.
fn is_moment(cell: &str) -> bool {
    let digits = |range: std::ops::Range<usize>| {
        cell.get(range)
            .is_some_and(|part| part.bytes().all(|b| b.is_ascii_digit()))
    };
    cell.as_bytes().get(10) == Some(&b'T') && digits(0..4) && digits(5..7) && digits(8..10)
}

/// Returns the column names: the header texts, or `Column C` if a header is empty. Values that look like tax
/// IDs are masked, because the names are stored and the header row may be wrong.
pub fn columns(rows: &[Row], header_row: Option<u32>) -> Vec<String> {
    let header = header_row.and_then(|at| rows.iter().find(|row| row.number - 1 == at));
    let above = header_row.map_or(0, |row| row.saturating_add(1));
    let width = rows
        .iter()
        .filter(|row| row.number >= above)
        .map(Row::width)
        .max()
        .unwrap_or_default()
        .min(COLUMNS);
    (0..width)
        .map(|i| {
            let name = header
                .and_then(|header| header.cells.get(i))
                .map(clean)
                .unwrap_or_default();
            if name.is_empty() {
                format!("Column {}", column_letters(i))
            } else {
                masked(&name, is_nine_digits(&name))
            }
        })
        .collect()
}
