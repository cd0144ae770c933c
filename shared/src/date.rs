//! Parsing, formatting and arithmetic of calendar dates.

use crate::fault::Fault;
use jiff::{SignedDuration, civil::Date};
use serde::{Deserialize, Deserializer, de::Error};

/// A date validation error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    #[error("Enter a date.")]
    Empty,
    #[error("Enter the date as month/day/year, for example 03/31/2025.")]
    Format,
    #[error("Enter a four-digit year.")]
    TwoDigitYear,
    #[error("Enter the month first, as month/day/year.")]
    DayFirst,
    #[error("Invalid date.")]
    NoSuchDay,
}

impl DateError {
    /// Returns the stable snake-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "date_missing",
            Self::Format => "date_format",
            Self::TwoDigitYear => "date_two_digit_year",
            Self::DayFirst => "date_day_first",
            Self::NoSuchDay => "date_no_such_day",
        }
    }
}

impl From<DateError> for Fault {
    fn from(error: DateError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// Parses `yyyy-mm-dd` or `m/d/yyyy`. Rejects two-digit years and day-first dates instead of guessing.
pub fn parse(typed: &str) -> Result<Date, DateError> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(DateError::Empty);
    }
    let is_iso = typed.contains('-');
    let parts: Vec<&str> = typed.split(if is_iso { '-' } else { '/' }).collect();
    let &[first, second, third] = parts.as_slice() else {
        return Err(DateError::Format);
    };
    let (year, month, day) = if is_iso {
        (first, second, third)
    } else {
        (third, first, second)
    };
    let are_digits = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
        lengths.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    };
    let month_digits = if is_iso { 2..=2 } else { 1..=2 };
    if !are_digits(month, month_digits.clone()) || !are_digits(day, month_digits) {
        return Err(DateError::Format);
    }
    if are_digits(year, 2..=2) {
        return Err(DateError::TwoDigitYear);
    }
    if !are_digits(year, 4..=4) {
        return Err(DateError::Format);
    }
    let (Ok(year), Ok(month), Ok(day)) = (year.parse::<i16>(), month.parse::<i8>(), day.parse::<i8>()) else {
        return Err(DateError::Format);
    };
    if !is_iso && month > 12 && (1..=12).contains(&day) {
        return Err(DateError::DayFirst);
    }
    Date::new(year, month, day).map_err(|_| DateError::NoSuchDay)
}

/// Parses the wire format, `yyyy-mm-dd` only.
pub fn from_wire(text: &str) -> Option<Date> {
    if text.len() == "yyyy-mm-dd".len() && text.contains('-') {
        parse(text).ok()
    } else {
        None
    }
}

/// Returns whether the text is a PostgreSQL timestamp with a time zone, such as
/// `2026-11-21 01:58:33.123456+00`. Also accepts `T` and `Z`.
pub fn is_timestamp(text: &str) -> bool {
    let Some((day, time)) = text.split_at_checked("yyyy-mm-dd".len()) else {
        return false;
    };
    let Some(clock) = time.strip_prefix([' ', 'T']) else {
        return false;
    };
    let Some(rest) = two_digits(clock, 24).and_then(minutes).and_then(minutes) else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let is_fraction_whole = rest == offset || (2..=10).contains(&(rest.len() - offset.len()));
    let is_offset = |offset: &str| {
        let Some(rest) = offset
            .strip_prefix(['+', '-'])
            .and_then(|hours| two_digits(hours, 16))
        else {
            return false;
        };
        rest.is_empty() || minutes(rest).is_some_and(|rest| rest.is_empty() || minutes(rest) == Some(""))
    };
    from_wire(day).is_some() && is_fraction_whole && (offset == "Z" || is_offset(offset))
}

/// Strips a colon and two digits below 60.
fn minutes(text: &str) -> Option<&str> {
    two_digits(text.strip_prefix(':')?, 60)
}

/// Strips two digits whose value is below `limit`.
fn two_digits(text: &str, limit: u8) -> Option<&str> {
    let (digits, rest) = text.split_at_checked(2)?;
    let are_digits = digits.bytes().all(|b| b.is_ascii_digit());
    (are_digits && digits.parse::<u8>().is_ok_and(|number| number < limit)).then_some(rest)
}

/// Deserializes an optional date in wire format. Every invalid value gives the same error message.
pub(crate) fn deserialize_optional<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Date>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let date = from_wire(&text).ok_or_else(|| D::Error::custom("expected a date as YYYY-MM-DD"))?;
    Ok(Some(date))
}

/// Returns the anniversary or birthday `years` after `day`. February 29 falls on March 1 in common years.
/// Returns `None` outside the supported range.
pub fn anniversary(day: Date, years: i16) -> Option<Date> {
    let year = day.year().checked_add(years)?;
    Date::new(year, day.month(), day.day())
        .or_else(|_| Date::new(year, 3, 1))
        .ok()
}

/// Returns the first anniversary or birthday on or after `from`. The original date itself does not count.
pub fn next_anniversary(day: Date, from: Date) -> Option<Date> {
    let years = from.year().checked_sub(day.year())?.max(1);
    [Some(years), years.checked_add(1)]
        .into_iter()
        .flatten()
        .filter_map(|years| anniversary(day, years))
        .find(|returned| *returned >= from)
}

/// Adds days, or subtracts them if negative. Returns `None` outside the supported range.
pub fn plus_days(date: Date, days: i64) -> Option<Date> {
    date.checked_add(SignedDuration::from_secs(days.checked_mul(SECONDS_OF_A_DAY)?))
        .ok()
}

const SECONDS_OF_A_DAY: i64 = 24 * 60 * 60;

/// Formats a date for display: `MM/dd/yyyy`.
pub fn format(date: Date) -> String {
    format!("{:02}/{:02}/{:04}", date.month(), date.day(), date.year())
}

/// Returns the age in whole years. See [`anniversary`] for birthdays on February 29.
///
/// Returns `None` if the date of birth is after `today`.
pub fn age(dob: Date, today: Date) -> Option<i16> {
    if dob > today {
        return None;
    }
    let had_birthday = (today.month(), today.day()) >= (dob.month(), dob.day());
    Some(today.year() - dob.year() - i16::from(!had_birthday))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn parses_iso_and_us_dates() {
        for (typed, expected) in [
            ("2024-02-29", date(2024, 2, 29)),
            ("2/29/2024", date(2024, 2, 29)),
            ("02/29/2024", date(2024, 2, 29)),
            (" 12/1/1999 ", date(1999, 12, 1)),
            ("0001-01-01", date(1, 1, 1)),
        ] {
            assert_eq!(parse(typed), Ok(expected), "{typed}");
        }
    }

    #[test]
    fn rejects_invalid_dates() {
        use DateError::*;
        for (typed, error) in [
            ("", Empty),
            ("  ", Empty),
            ("1/2/24", TwoDigitYear),
            ("24-01-02", TwoDigitYear),
            ("31/12/2024", DayFirst),
            ("13/13/2024", NoSuchDay),
            ("2/29/2023", NoSuchDay),
            ("2023-02-29", NoSuchDay),
            ("0/1/2024", NoSuchDay),
            ("2024-1-2", Format),
            ("1/2/024", Format),
            ("1/2/20240", Format),
            ("01.02.2024", Format),
            ("2024-01-02T00:00:00", Format),
            ("+1/2/2024", Format),
            ("45292", Format),
            ("1/2/3/2024", Format),
            ("١/٢/٢٠٢٤", Format),
        ] {
            assert_eq!(parse(typed), Err(error), "{typed}");
        }
    }

    #[test]
    fn wire_format_is_iso_only() {
        assert_eq!(from_wire("2024-02-29"), Some(date(2024, 2, 29)));
        for text in [
            "",
            "2023-02-29",
            " 2024-02-29",
            "2024-2-29 ",
            "20240229",
            "2024-02-29T00:00",
            "02/29/2024",
        ] {
            assert_eq!(from_wire(text), None, "{text}");
        }
    }

    #[test]
    fn recognizes_postgres_timestamps() {
        for text in [
            "2026-11-21 01:58:33.123456+00",
            "2026-11-21 01:58:33+05:30",
            "1890-01-01 00:00:00-07:52:58",
            "2026-11-21T23:59:59.1Z",
        ] {
            assert!(is_timestamp(text), "{text}");
            assert!((0..22).all(|end| !is_timestamp(&text[..end])), "{text}");
        }
        for text in [
            "",
            "now",
            "2026-11-21",
            "2026-11-31 01:58:33+00",
            "2026-11-21 24:00:00+00",
            "2026-11-21 01:60:33+00",
            "2026-11-21 01:58:33.+00",
            "2026-11-21 01:58:33.1234567890+00",
            "2026-11-21 01:58:33",
            "2026-11-21 01:58+00",
            "2026-11-21 01:58:33+16",
            "2026-11-21 01:58:33+00:",
            "2026-11-21 01:58:33+00:00:00:00",
            "2026-11-21 1:58:33+00",
        ] {
            assert!(!is_timestamp(text), "{text}");
        }
    }

    #[test]
    fn plus_days_stays_within_supported_range() {
        let today = date(2024, 2, 28);
        assert_eq!(plus_days(today, 2), Some(date(2024, 3, 1)));
        assert_eq!(plus_days(today, -59), Some(date(2023, 12, 31)));
        for far in [i64::MAX, i64::MIN, 3_000_000, -5_000_000] {
            assert_eq!(plus_days(today, far), None, "{far}");
        }
    }

    #[test]
    fn computes_age_by_calendar() {
        for (dob, today, expected) in [
            (date(1980, 6, 15), date(2025, 6, 14), Some(44)),
            (date(1980, 6, 15), date(2025, 6, 15), Some(45)),
            (date(2000, 2, 29), date(2025, 2, 28), Some(24)),
            (date(2000, 2, 29), date(2025, 3, 1), Some(25)),
            (date(2000, 2, 29), date(2024, 2, 29), Some(24)),
            (date(2025, 6, 15), date(2025, 6, 15), Some(0)),
            (date(2025, 6, 16), date(2025, 6, 15), None),
        ] {
            assert_eq!(age(dob, today), expected, "{dob} at {today}");
        }
    }

    #[test]
    fn anniversary_of_february_29_is_march_1_in_common_years() {
        let leap = date(1980, 2, 29);
        for (years, expected) in [
            (0, Some(leap)),
            (1, Some(date(1981, 3, 1))),
            (4, Some(date(1984, 2, 29))),
            (120, Some(date(2100, 3, 1))),
            (i16::MAX, None),
        ] {
            assert_eq!(anniversary(leap, years), expected, "{years}");
        }
        assert_eq!(anniversary(date(1980, 2, 28), 1), Some(date(1981, 2, 28)));
    }

    #[test]
    fn finds_next_anniversary() {
        let leap = date(1980, 2, 29);
        for (day, from, returns) in [
            (leap, date(2026, 1, 1), date(2026, 3, 1)),
            (leap, date(2028, 1, 1), date(2028, 2, 29)),
            (leap, date(2028, 3, 1), date(2029, 3, 1)),
            (date(1980, 11, 21), date(2026, 11, 21), date(2026, 11, 21)),
            (date(1980, 11, 21), date(2026, 11, 22), date(2027, 11, 21)),
            // The first anniversary is one year after the start.
            (date(2026, 11, 21), date(2026, 11, 21), date(2027, 11, 21)),
            (date(2027, 5, 1), date(2026, 11, 21), date(2028, 5, 1)),
        ] {
            assert_eq!(next_anniversary(day, from), Some(returns), "{day} from {from}");
        }
    }

    proptest! {
        #[test]
        fn age_rises_on_each_anniversary(offset in 0_i64..40_000, years in 1_i16..110) {
            let born = plus_days(date(1900, 1, 1), offset).unwrap();
            let birthday = anniversary(born, years).unwrap();
            prop_assert_eq!(age(born, birthday), Some(years));
            prop_assert_eq!(age(born, birthday.yesterday().unwrap()), Some(years - 1));
            prop_assert_eq!(next_anniversary(born, birthday), Some(birthday));
        }

        #[test]
        fn formatted_date_round_trips(year in 1i16..=9999, month in 1i8..=12, day in 1i8..=28) {
            let shown = date(year, month, day);
            prop_assert_eq!(parse(&format(shown)), Ok(shown));
            prop_assert_eq!(parse(&shown.to_string()), Ok(shown));
        }

        #[test]
        fn parsing_never_panics(typed in any::<String>()) {
            let _ = parse(&typed);
        }
    }
}
