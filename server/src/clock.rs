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
