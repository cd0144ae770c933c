//! Anniversaries within a number of days, as day-of-year ranges for SQL and in-memory evaluation.

use crate::date;
use jiff::civil::Date;

/// A day of the year as `month * 100 + day`: March 1 is 301.
pub type MonthDay = i16;

pub fn month_day(date: Date) -> MonthDay {
    i16::from(date.month()) * 100 + i16::from(date.day())
}

/// A February 29 earlier than any date in the data.
const LEAP_DAY: Date = Date::constant(4, 2, 29);

/// Returns inclusive ranges of the days whose next anniversary is at most `days` after `today`.
///
/// See [`date::anniversary`] for February 29.
pub fn within(today: Date, days: i64) -> Vec<(MonthDay, MonthDay)> {
    if days >= 365 {
        return vec![(101, 1231)];
    }
    let Some(end) = date::plus_days(today, days.max(0)) else {
        return vec![(101, 1231)];
    };
    let (first, last) = (month_day(today), month_day(end));
    let mut ranges = if today.year() == end.year() {
        vec![(first, last)]
    } else {
        vec![(first, 1231), (101, last)]
    };
    let leap_day_is_covered = ranges.iter().any(|(from, to)| (*from..=*to).contains(&229));
    let leap_day_returns = date::next_anniversary(LEAP_DAY, today).is_some_and(|day| day <= end);
    if !leap_day_is_covered && leap_day_returns {
        ranges.push((229, 229));
    }
    ranges
}

/// Returns the code of the month in which the next anniversary of a February 29 falls.
pub fn leap_day_month(today: Date) -> String {
    let month = date::next_anniversary(LEAP_DAY, today).map_or(2, Date::month);
    format!("{month:02}")
}
