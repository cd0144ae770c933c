//! Anniversaries within a number of days, as day-of-year ranges for SQL and in-memory evaluation.

use crate::date;
use jiff::civil::Date;

/// A day of the year as `month * 100 + day`: March 1 is 301.
pub type MonthDay = i16;

pub fn month_day(date: Date) -> MonthDay {
    i16::from(date.month()) * 100 + i16::from(date.day())
}

/// Returns inclusive ranges of the days whose next anniversary is at most `days` after `today`.
///
/// February 29 falls on March 1 in other years.
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
    let returns_in = |year: i16| {
        !Date::new(year, 1, 1).is_ok_and(Date::in_leap_year)
            && Date::new(year, 3, 1).is_ok_and(|march| today <= march && march <= end)
    };
    if !leap_day_is_covered && (returns_in(today.year()) || returns_in(end.year())) {
        ranges.push((229, 229));
    }
    ranges
}
