//! The one place that reads the time; tests set it.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

#[derive(Debug, Clone, Copy, Default)]
pub enum Clock {
    #[default]
    System,
    Fixed(Timestamp),
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(self) -> Timestamp {
        match self {
            Self::System => Timestamp::now(),
            Self::Fixed(at) => at,
        }
    }

    /// The day in a time zone by its IANA name; UTC when the name is unknown.
    pub fn today_in(self, time_zone: &str) -> Date {
        let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
        self.now().to_zoned(zone).date()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_where_its_people_are() {
        let clock = Clock::Fixed("2026-11-21T03:00:00Z".parse().unwrap());
        for (zone, day) in [
            ("America/New_York", "2026-11-20"),
            ("Europe/Vienna", "2026-11-21"),
            ("Nowhere/At_All", "2026-11-21"),
        ] {
            assert_eq!(clock.today_in(zone).to_string(), day, "{zone}");
        }
    }
}
