//! The only place that reads the system time. Tests use a fixed time.

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

    /// Returns the current date in an IANA time zone. Unknown names are treated as UTC.
    pub fn today_in(self, time_zone: &str) -> Date {
        let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
        self.now().to_zoned(zone).date()
    }
}

/// Returns the start of a day in an IANA time zone. Unknown names are treated as UTC.
///
/// # Errors
/// Returns an error for a day outside the supported range.
pub fn start_of(day: Date, time_zone: &str) -> Result<Timestamp, jiff::Error> {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    Ok(day.to_zoned(zone)?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_days_at_midnight_in_the_time_zone() {
        let day = jiff::civil::date(2026, 11, 21);
        let start = |zone| start_of(day, zone).unwrap().to_string();
        assert_eq!(start("America/New_York"), "2026-11-21T05:00:00Z");
        assert_eq!(start("Nowhere/At_All"), "2026-11-21T00:00:00Z");
    }

    #[test]
    fn computes_the_date_in_the_given_time_zone() {
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
