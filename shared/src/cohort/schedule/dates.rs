//! On which days a schedule sends, and at which instants these are on the clock of its time zone.

use super::Frequency;
use crate::date::plus_days;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

/// When a schedule sends, on the clock of its time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub frequency: Frequency,
    pub first: Date,
    pub time: Time,
}

impl Plan {
    /// Months from one send to the next; none where it is not counted in months.
    const fn months(self) -> Option<i32> {
        match self.frequency {
            Frequency::Monthly => Some(1),
            Frequency::Quarterly => Some(3),
            Frequency::SemiAnnual => Some(6),
            Frequency::Annual => Some(12),
            Frequency::Once | Frequency::Birthday | Frequency::Anniversary => None,
        }
    }

    /// The send with this number, from 0; none where there is no such one.
    fn day(self, number: i64) -> Option<Date> {
        match (self.months(), self.frequency) {
            (Some(step), _) => plus_months(self.first, i64::from(step).checked_mul(number)?),
            (None, Frequency::Once) => (number == 0).then_some(self.first),
            // Every day may be somebody's.
            (None, _) => plus_days(self.first, number),
        }
    }

    /// The days on which it sends, or looks for whose day it is, from this one on.
    pub fn days_from(self, from: Date) -> impl Iterator<Item = Date> {
        let number = match self.months() {
            Some(step) => months_between(self.first, from) / i64::from(step) - 1,
            None if self.frequency == Frequency::Once => 0,
            None => i64::from((from - self.first).get_days()),
        };
        (number.max(0)..)
            .map_while(move |number| self.day(number))
            .skip_while(move |day| *day < from)
    }

    /// The instant of a day. A time that the clock skips counts as the one after it, a time that it shows twice as its
    /// first. None at the end of the calendar.
    pub fn at(self, day: Date, zone: &TimeZone) -> Option<Timestamp> {
        let at = day.to_datetime(self.time).to_zoned(zone.clone()).ok()?;
        Some(at.timestamp())
    }

    /// The first send after an instant: its day and when it is.
    pub fn next_after(self, after: Timestamp, zone: &TimeZone) -> Option<(Date, Timestamp)> {
        let today = after.to_zoned(zone.clone()).date();
        // The clock may have gone back over midnight: begin a day early.
        let from = plus_days(today, -1).unwrap_or(today);
        self.days_from(from)
            .map_while(|day| Some((day, self.at(day, zone)?)))
            .find(|(_, at)| *at > after)
    }

    /// The days whose time has come, from the instant `since` on, that one included.
    pub fn due(self, since: Timestamp, now: Timestamp, zone: &TimeZone) -> Vec<Date> {
        let first = since.to_zoned(zone.clone()).date();
        let days = self.days_from(plus_days(first, -1).unwrap_or(first));
        days.map_while(|day| Some((day, self.at(day, zone)?)))
            .skip_while(|(_, at)| *at < since)
            .take_while(|(_, at)| *at <= now)
            .map(|(day, _)| day)
            .collect()
    }

    /// The next days for who looks at the clock of the time zone: as many as asked, fewer where it ends. None are known
    /// of birthdays and anniversaries.
    pub fn upcoming(self, now: DateTime, count: usize) -> Vec<Date> {
        if self.frequency.is_personal() {
            return Vec::new();
        }
        let days = self.days_from(now.date());
        days.filter(|day| day.to_datetime(self.time) > now)
            .take(count)
            .collect()
    }
}

/// Whole months from the month of one day to that of another.
fn months_between(from: Date, to: Date) -> i64 {
    (i64::from(to.year()) - i64::from(from.year())) * 12 + i64::from(to.month()) - i64::from(from.month())
}

/// So many months later: the same day of the month, or its last where it has no such day.
fn plus_months(date: Date, months: i64) -> Option<Date> {
    let month = i64::from(date.year()) * 12 + i64::from(date.month()) - 1 + months;
    let year = i16::try_from(month.div_euclid(12)).ok()?;
    let first = Date::new(year, i8::try_from(month.rem_euclid(12) + 1).ok()?, 1).ok()?;
    Date::new(year, first.month(), date.day().min(first.days_in_month())).ok()
}

/// A day of the year as it returns in another year: 29 February on 1 March where there is none.
fn in_year(day: Date, year: i16) -> Option<Date> {
    Date::new(year, day.month(), day.day())
        .or_else(|_| Date::new(year, 3, 1))
        .ok()
}

/// When a birthday or an anniversary returns next, from this day on; the day itself is no return.
pub fn next_return(day: Date, from: Date) -> Option<Date> {
    let year = from.year().max(day.year().checked_add(1)?);
    [Some(year), year.checked_add(1)]
        .into_iter()
        .flatten()
        .filter_map(|year| in_year(day, year))
        .find(|returned| *returned >= from)
}

/// The return of a birthday or an anniversary on one of these days, the last if there are several.
pub fn returns_within(day: Date, days: &[Date]) -> Option<Date> {
    let returned = days
        .iter()
        .rev()
        .find(|one| next_return(day, **one) == Some(**one));
    returned.copied()
}
