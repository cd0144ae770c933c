//! Send dates of a schedule, and their timestamps in its time zone.

use super::Frequency;
use crate::date::{next_anniversary, plus_days};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

/// Frequency, first date and time of day of a schedule, in its time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub frequency: Frequency,
    pub first: Date,
    pub time: Time,
}

impl Plan {
    /// Returns the interval in months. `None` for other frequencies.
    const fn months(self) -> Option<i32> {
        match self.frequency {
            Frequency::Monthly => Some(1),
            Frequency::Quarterly => Some(3),
            Frequency::SemiAnnual => Some(6),
            Frequency::Annual => Some(12),
            Frequency::Once | Frequency::Birthday | Frequency::Anniversary => None,
        }
    }

    /// Returns the date of the `number`th send, counting from zero. `None` after the last send.
    fn day(self, number: i64) -> Option<Date> {
        match (self.months(), self.frequency) {
            (Some(step), _) => plus_months(self.first, i64::from(step).checked_mul(number)?),
            (None, Frequency::Once) => (number == 0).then_some(self.first),
            // Birthdays and anniversaries are checked every day.
            (None, _) => plus_days(self.first, number),
        }
    }

    /// Returns the send dates from `from` on. For birthdays and anniversaries, these are the days to check.
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

    /// Returns the timestamp of a send. If a daylight saving change skips the time, it moves forward. If the
    /// time occurs twice, the first occurrence counts. Returns `None` outside the supported range.
    pub fn at(self, day: Date, zone: &TimeZone) -> Option<Timestamp> {
        let at = day.to_datetime(self.time).to_zoned(zone.clone()).ok()?;
        Some(at.timestamp())
    }

    /// Returns the date and timestamp of the first send after `after`.
    pub fn next_after(self, after: Timestamp, zone: &TimeZone) -> Option<(Date, Timestamp)> {
        let today = after.to_zoned(zone.clone()).date();
        // A time change at midnight can set the clock back to the previous day.
        let from = plus_days(today, -1).unwrap_or(today);
        self.days_from(from)
            .map_while(|day| Some((day, self.at(day, zone)?)))
            .find(|(_, at)| *at > after)
    }

    /// Returns the dates of all sends from `since` through `now`, inclusive.
    pub fn due(self, since: Timestamp, now: Timestamp, zone: &TimeZone) -> Vec<Date> {
        let first = since.to_zoned(zone.clone()).date();
        let days = self.days_from(plus_days(first, -1).unwrap_or(first));
        days.map_while(|day| Some((day, self.at(day, zone)?)))
            .skip_while(|(_, at)| *at < since)
            .take_while(|(_, at)| *at <= now)
            .map(|(day, _)| day)
            .collect()
    }

    /// Returns up to `count` send dates after `now`, a local time in the schedule's time zone. Empty for
    /// birthdays and anniversaries.
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

/// Returns the number of months between two dates, ignoring the day of the month.
fn months_between(from: Date, to: Date) -> i64 {
    (i64::from(to.year()) - i64::from(from.year())) * 12 + i64::from(to.month()) - i64::from(from.month())
}

/// Adds months. Uses the last day of a month that is too short.
fn plus_months(date: Date, months: i64) -> Option<Date> {
    let month = i64::from(date.year()) * 12 + i64::from(date.month()) - 1 + months;
    let year = i16::try_from(month.div_euclid(12)).ok()?;
    let first = Date::new(year, i8::try_from(month.rem_euclid(12) + 1).ok()?, 1).ok()?;
    Date::new(year, first.month(), date.day().min(first.days_in_month())).ok()
}

/// Returns the latest of `days` on which the birthday or anniversary of `day` falls.
pub fn latest_anniversary_in(day: Date, days: &[Date]) -> Option<Date> {
    let returned = days
        .iter()
        .rev()
        .find(|one| next_anniversary(day, **one) == Some(**one));
    returned.copied()
}
