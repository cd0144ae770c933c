//! Parsing of a cell as a date, before the rule of its column is known.

use super::{Century, DateOrder};
use jiff::civil::Date;

/// A date written as three numbers in unknown order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// In the order in which they appear in the cell.
    pub parts: [u16; 3],
    has_short_year: bool,
}

/// Format of a date cell, before its column's rule is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// An unambiguous date.
    Day(Date),
    Numbers(Numbers),
    /// Known day and month with a year of two digits.
    ShortYear {
        day: u16,
        month: u16,
        year: u16,
    },
    /// A serial number of a spreadsheet.
    Serial(u32),
}

/// Serial number of December 31, 9999.
const LAST_SERIAL: u32 = 2_958_465;
const PLAUSIBLE_YEARS: std::ops::RangeInclusive<u16> = 1800..=2199;
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Numbers {
    pub fn has_short_year(self) -> bool {
        self.has_short_year
    }

    /// Returns the date in this order, or `None` if it does not exist. `century` is used for short years
    /// only.
    pub fn day(self, order: DateOrder, century: Option<Century>, today: Date) -> Option<Date> {
        let (year, month, day) = self.ordered(order);
        if !self.has_short_year {
            return (order != DateOrder::YearFirst).then(|| date(year, month, day))?;
        }
        day_of_short_year(year, month, day, century?, today)
    }

    /// Returns year, month and day in this order.
    fn ordered(self, order: DateOrder) -> (u16, u16, u16) {
        let [a, b, c] = self.parts;
        match order {
            DateOrder::MonthFirst => (c, a, b),
            DateOrder::DayFirst => (c, b, a),
            DateOrder::YearFirst => (a, b, c),
        }
    }

    /// Returns the date in this order. Short years are read as 20xx, so leap days are accepted.
    pub(super) fn fit(self, order: DateOrder) -> Option<Date> {
        let (year, month, day) = self.ordered(order);
        match (self.has_short_year, order) {
            (true, _) => date(2000 + year, month, day),
            (false, DateOrder::YearFirst) => None,
            (false, _) => date(year, month, day),
        }
    }
}

/// Returns the date for a year of two digits.
pub(super) fn day_of_short_year(
    year: u16,
    month: u16,
    day: u16,
    century: Century,
    today: Date,
) -> Option<Date> {
    match century {
        Century::Nineteen => date(1900 + year, month, day),
        Century::Twenty => date(2000 + year, month, day),
        Century::Past => [2000, 1900]
            .into_iter()
            .filter_map(|century| date(century + year, month, day))
            .find(|day| *day <= today),
    }
}

fn date(year: u16, month: u16, day: u16) -> Option<Date> {
    Date::new(
        i16::try_from(year).ok()?,
        i8::try_from(month).ok()?,
        i8::try_from(day).ok()?,
    )
    .ok()
}

impl Shape {
    /// Parses a cell. The flag tells whether it has a time of day other than midnight.
    pub fn of(cell: &str) -> Option<(Self, bool)> {
        let cell = cell.trim();
        if cell.len() > 40 || !cell.bytes().any(|b| b.is_ascii_digit()) {
            return None;
        }
        let (text, had_time) = split_time(cell)?;
        if let Some(serial) = serial(text) {
            return Some(serial);
        }
        if is_mixed(text) {
            return None;
        }
        let mut parts = text.split(is_separator).filter(|part| !part.is_empty());
        let shape = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(digits), None, ..) => compact(digits)?,
            (Some(a), Some(b), Some(c), None) => of_parts([a, b, c])?,
            _ => return None,
        };
        Some((shape, had_time))
    }
}

/// Returns whether the separators of a date differ, as in `2009-07/14`. Dates with the name of a month may
/// combine them: `Mar. 12, 2024`.
fn is_mixed(text: &str) -> bool {
    if text.contains(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let mut gaps = text
        .split(|c: char| !is_separator(c))
        .map(str::trim)
        .filter(|gap| !gap.is_empty());
    let first = gaps.next();
    gaps.any(|gap| Some(gap) != first)
}

const fn is_separator(c: char) -> bool {
    matches!(c, '/' | '-' | '.' | ' ' | ',')
}

/// Splits a cell into its date and a flag that is true if it has a time other than midnight.
fn split_time(cell: &str) -> Option<(&str, bool)> {
    let Some(colon) = cell.find(':') else {
        return Some((cell, false));
    };
    let hours = cell[..colon].bytes().rev().take_while(u8::is_ascii_digit).count();
    if !(1..=2).contains(&hours) {
        return None;
    }
    let (before, time) = cell.split_at(colon - hours);
    let day = before.strip_suffix(['T', 't', ' '])?.trim_end_matches([' ', ',']);
    let is_time = time.chars().all(|c| {
        c.is_ascii_digit() || c.is_ascii_whitespace() || ":.,+-".contains(c) || c.is_ascii_alphabetic()
    });
    let clock = time.split(['+', '-', 'Z', 'z']).next().unwrap_or_default();
    let is_midnight = match clock.trim().to_ascii_uppercase().strip_suffix("AM") {
        Some(morning) => morning
            .trim()
            .replacen("12", "00", 1)
            .bytes()
            .all(is_zero_or_separator),
        None => clock.trim().bytes().all(is_zero_or_separator),
    };
    is_time.then_some((day, !is_midnight))
}

fn is_zero_or_separator(byte: u8) -> bool {
    !byte.is_ascii_digit() && !byte.is_ascii_alphabetic() || byte == b'0'
}

/// Parses `45292` and `45292.75`.
fn serial(text: &str) -> Option<(Shape, bool)> {
    let (days, fraction) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !(1..=7).contains(&days.len()) || !are_digits(days) || !are_digits(fraction) {
        return None;
    }
    let days = days
        .parse()
        .ok()
        .filter(|days| (1..=LAST_SERIAL).contains(days))?;
    Some((Shape::Serial(days), fraction.bytes().any(|b| b != b'0')))
}

/// Parses `20240131` and `01312024`. Only plausible years count, so at most one reading is a date.
fn compact(digits: &str) -> Option<Shape> {
    if digits.len() != 8 || !digits.is_ascii() {
        return None;
    }
    let number = |range: std::ops::Range<usize>| number(&digits[range], 8);
    let year_first = (number(0..4)?, number(4..6)?, number(6..8)?);
    if PLAUSIBLE_YEARS.contains(&year_first.0)
        && let Some(day) = date(year_first.0, year_first.1, year_first.2)
    {
        return Some(Shape::Day(day));
    }
    let parts = [number(0..2)?, number(2..4)?, number(4..8)?];
    PLAUSIBLE_YEARS
        .contains(&parts[2])
        .then_some(Shape::Numbers(Numbers {
            parts,
            has_short_year: false,
        }))
}

fn of_parts(parts: [&str; 3]) -> Option<Shape> {
    let month = |text: &str| month(text);
    match parts.map(|part| part.as_bytes()[0].is_ascii_digit()) {
        [true, true, true] => of_numbers(parts),
        [true, false, true] => named(parts[0], month(parts[1])?, parts[2]),
        [false, true, true] => named(parts[1], month(parts[0])?, parts[2]),
        _ => None,
    }
}

fn of_numbers(parts: [&str; 3]) -> Option<Shape> {
    let [a, b, c] = parts;
    let numbers = [number(a, 4)?, number(b, 2)?, number(c, 4)?];
    match (a.len(), c.len()) {
        (4, 1 | 2) => date(numbers[0], numbers[1], numbers[2]).map(Shape::Day),
        (1 | 2, 4) => Some(Shape::Numbers(Numbers {
            parts: numbers,
            has_short_year: false,
        })),
        (1 | 2, 1 | 2) => Some(Shape::Numbers(Numbers {
            parts: numbers,
            has_short_year: true,
        })),
        _ => None,
    }
}

/// Parses `12 Mar 2024` and `2024 Mar 12`. If both numbers have two digits, the first is the day.
fn named(one: &str, month: u16, other: &str) -> Option<Shape> {
    let ordinal = |text: &str| {
        ["st", "nd", "rd", "th"]
            .iter()
            .any(|ending| text.ends_with(ending))
    };
    let day_number = |text: &str| {
        let end = if ordinal(text) { text.len() - 2 } else { text.len() };
        number(&text[..end], 2)
    };
    if one.len() == 4 && !ordinal(one) {
        return date(number(one, 4)?, month, day_number(other)?).map(Shape::Day);
    }
    let day = day_number(one)?;
    match other.len() {
        4 => date(number(other, 4)?, month, day).map(Shape::Day),
        2 => {
            let year = number(other, 2)?;
            // 2000 is a leap year, so February 29 is accepted.
            date(2000, month, day)?;
            Some(Shape::ShortYear { day, month, year })
        }
        _ => None,
    }
}

fn number(text: &str, max_digits: usize) -> Option<u16> {
    let are_digits = text.bytes().all(|b| b.is_ascii_digit());
    (are_digits && (1..=max_digits).contains(&text.len()))
        .then(|| text.parse().ok())
        .flatten()
}

/// Parses an English month name or an abbreviation of at least three letters.
fn month(text: &str) -> Option<u16> {
    if text.len() < 3 || !text.is_ascii() {
        return None;
    }
    let is_of = |name: &str| {
        name.get(..text.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(text))
    };
    let place = MONTHS.iter().position(|name| is_of(name))?;
    u16::try_from(place + 1).ok()
}
