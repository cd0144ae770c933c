//! Formats cell values as a spreadsheet program displays them, without decoration.
//!
//! Dates are written as `2024-03-31`, date-times as `2024-03-31T14:05:00`, and numbers without group
//! separators or currency. Percentages keep their sign. Numbers with a digit pattern (ZIP codes, social
//! security and phone numbers) are written in that pattern.

use calamine::{Data, ExcelDateTime};

/// Number of significant digits. Further digits are rounding errors.
const DIGITS: usize = 15;
/// Serial numbers that can be dates, up to December 31, 9999.
const DAYS: std::ops::Range<f64> = 0.0..2_958_466.0;

pub fn value(value: Data, format: Option<&NumberFormat>) -> String {
    match value {
        Data::Empty => String::new(),
        Data::String(text) | Data::DurationIso(text) => text,
        Data::Bool(value) => bool(value),
        Data::Error(error) => error.to_string(),
        #[expect(
            clippy::cast_precision_loss,
            reason = "integers of XLS workbooks have 30 bits"
        )]
        Data::Int(integer) if format.is_some() => number(integer as f64, format),
        Data::Int(integer) => integer.to_string(),
        Data::Float(value) => number(value, format),
        Data::DateTime(value) => moment(&value),
        Data::DateTimeIso(text) => iso(&text),
    }
}

pub fn bool(value: bool) -> String {
    if value { "TRUE" } else { "FALSE" }.to_owned()
}

fn moment(value: &ExcelDateTime) -> String {
    let days = value.as_f64();
    if value.is_duration() {
        return duration(days);
    }
    if !DAYS.contains(&days) {
        return plain(days);
    }
    let (year, month, day, hour, minute, second, _) = value.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    match (days < 1.0, time.as_str()) {
        (true, _) => time,
        (false, "00:00:00") => date,
        (false, _) => format!("{date}T{time}"),
    }
}

/// Formats a duration. Hours may exceed 24.
#[expect(clippy::cast_possible_truncation, reason = "at most a few thousand years")]
fn duration(days: f64) -> String {
    let seconds = (days.abs() * 86_400.0).round() as u64;
    let sign = if days < 0.0 { "-" } else { "" };
    format!(
        "{sign}{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// Formats an ISO date-time. Omits fractions of a second, and the time if it is midnight.
pub fn iso(text: &str) -> String {
    match text.split_once('T') {
        Some((date, time)) if time.chars().all(|c| matches!(c, '0' | ':' | '.' | 'Z')) => date.to_owned(),
        _ => text.split_once('.').map_or(text, |(moment, _)| moment).to_owned(),
    }
}

fn number(value: f64, format: Option<&NumberFormat>) -> String {
    match format.map(|format| &format.kind) {
        Some(Kind::Percent) => format!("{}%", plain(value * 100.0)),
        Some(Kind::Patterns(patterns)) => patterns.show(value).unwrap_or_else(|| plain(value)),
        Some(Kind::Plain) | None => plain(value),
    }
}

/// Formats a number as `1234.5`, without group separators, exponent or rounding errors.
pub fn plain(value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    // Rounds to the significant digits, then formats without an exponent.
    let rounded: f64 = format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value);
    let text = format!("{rounded}");
    if text == "-0" { "0".to_owned() } else { text }
}

/// The parts of a number format that affect how a value is written.
pub struct NumberFormat {
    kind: Kind,
}

enum Kind {
    Plain,
    Percent,
    Patterns(Patterns),
}

impl NumberFormat {
    /// Parses a format code such as `0.00%` or `00000-0000`.
    pub fn new(code: &str) -> Self {
        let kind = if let Some(patterns) = Patterns::new(code) {
            Kind::Patterns(patterns)
        } else if has_percent(code) {
            Kind::Percent
        } else {
            Kind::Plain
        };
        Self { kind }
    }

    /// Returns whether the format leaves numbers unchanged.
    pub fn is_plain(&self) -> bool {
        matches!(self.kind, Kind::Plain)
    }
}

fn has_percent(code: &str) -> bool {
    let mut is_quoted = false;
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '\\' => _ = letters.next(),
            '%' if !is_quoted => return true,
            _ => {}
        }
    }
    false
}

/// One digit pattern, or two patterns and the maximum number for the first one.
struct Patterns {
    first: Vec<Sign>,
    most: Option<f64>,
    second: Option<Vec<Sign>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Sign {
    /// `0`: a digit, or zero if the number has no digit in this position.
    Zero,
    /// `#`: a digit, or nothing if the number has no digit in this position.
    Digit,
    Letter(char),
}

impl Patterns {
    fn new(code: &str) -> Option<Self> {
        let mut sections = code.split(';');
        let first = sections.next()?;
        let (most, first) = match first.strip_prefix("[<=").and_then(|rest| rest.split_once(']')) {
            Some((most, pattern)) => (Some(most.parse().ok()?), pattern),
            None => (None, first),
        };
        let second = match most {
            Some(_) => Some(signs(sections.next()?)?),
            None => None,
        };
        Some(Self {
            first: signs(first)?,
            most,
            second,
        })
    }

    fn show(&self, value: f64) -> Option<String> {
        let is_whole = value.fract() == 0.0 && (0.0..1e15).contains(&value);
        let pattern = match (&self.second, self.most) {
            (Some(second), Some(most)) if value > most => second,
            _ => &self.first,
        };
        is_whole.then(|| fill(pattern, &plain(value)))
    }
}

/// Parses a pattern that pads whole numbers with zeros or puts separators between their digits. Returns
/// `None` for all other formats.
fn signs(pattern: &str) -> Option<Vec<Sign>> {
    let mut signs = Vec::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '0' => signs.push(Sign::Zero),
            '#' | '?' => signs.push(Sign::Digit),
            '-' | '(' | ')' | ' ' | '/' => signs.push(Sign::Letter(letter)),
            '\\' => signs.push(Sign::Letter(letters.next()?)),
            '"' => {
                let quoted: String = letters.by_ref().take_while(|letter| *letter != '"').collect();
                signs.extend(quoted.chars().map(Sign::Letter));
            }
            _ => return None,
        }
    }
    let places = signs
        .iter()
        .filter(|sign| !matches!(sign, Sign::Letter(_)))
        .count();
    let first = signs.iter().position(|sign| !matches!(sign, Sign::Letter(_)))?;
    let last = signs.iter().rposition(|sign| !matches!(sign, Sign::Letter(_)))?;
    let is_parted = signs[first..last]
        .iter()
        .any(|sign| matches!(sign, Sign::Letter(_)));
    // `0` and `#` alone do not change a number, and text around it is decoration.
    let is_padded = signs.iter().filter(|sign| **sign == Sign::Zero).count() > 1;
    (places > 1 && (is_parted || is_padded)).then_some(signs)
}

/// Fills the digits of a number into a pattern from the right. Excess digits are written first.
fn fill(pattern: &[Sign], number: &str) -> String {
    let mut digits: Vec<char> = number.chars().collect();
    let mut shown = Vec::new();
    let first = pattern.iter().position(|sign| !matches!(sign, Sign::Letter(_)));
    for (at, sign) in pattern.iter().enumerate().rev() {
        match sign {
            Sign::Letter(letter) => shown.push(*letter),
            Sign::Zero => shown.push(digits.pop().unwrap_or('0')),
            Sign::Digit => shown.extend(digits.pop()),
        }
        if Some(at) == first {
            shown.extend(digits.drain(..).rev());
        }
    }
    shown.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_numbers_as_typed() {
        for (value, code, shown) in [
            (0.1 + 0.2, "General", "0.3"),
            (17_654_321.0, "", "17654321"),
            (1e15, "General", "1000000000000000"),
            (1234.5, "#,##0.00", "1234.5"),
            (1234.5, "\"$\"#,##0.00_);(\"$\"#,##0.00)", "1234.5"),
            (-12.0, "0", "-12"),
            (-0.0, "0", "0"),
            (0.055, "0%", "5.5%"),
            (0.07, "0.00%", "7%"),
            (5.0, "0\"%\"", "5"),
            (501.0, "00000", "00501"),
            (12_345_678.0, "00000\\-0000", "01234-5678"),
            (123_456_789.0, "00000-0000", "12345-6789"),
            (1_020_304.0, "000\\-00\\-0000", "001-02-0304"),
            (
                4_155_550_100.0,
                "[<=9999999]###\\-####;\\(###\\)\\ ###\\-####",
                "(415) 555-0100",
            ),
            (
                5_550_100.0,
                "[<=9999999]###\\-####;\\(###\\)\\ ###\\-####",
                "555-0100",
            ),
            (1234.0, "00", "1234"),
            (0.5, "00000", "0.5"),
            (-501.0, "00000", "-501"),
        ] {
            assert_eq!(
                number(value, Some(&NumberFormat::new(code))),
                shown,
                "{value} as {code}"
            );
        }
        assert_eq!(number(f64::NAN, None), "");
    }

    #[test]
    fn iso_omits_midnight() {
        for (text, shown) in [
            ("2024-03-31", "2024-03-31"),
            ("2024-03-31T00:00:00.000", "2024-03-31"),
            ("2024-03-31T14:05:00.000", "2024-03-31T14:05:00"),
        ] {
            assert_eq!(iso(text), shown);
        }
    }
}
