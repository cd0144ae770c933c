//! Send time of digests: 7:00 a.m. in the subscriber's time zone.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

const MORNING: Time = Time::constant(7, 0, 0, 0);

/// Returns the first 7:00 a.m. after `after` in `zone`. If a daylight saving change skips 7:00, the time moves forward
/// by the length of the gap. If it repeats 7:00, the first occurrence counts.
pub fn next_morning(after: Timestamp, zone: &TimeZone) -> Timestamp {
    let mut day = after.to_zoned(zone.clone()).date();
    // Every time zone has a 7:00 a.m. within two days.
    for _ in 0..3 {
        if let Ok(morning) = day.to_datetime(MORNING).to_zoned(zone.clone())
            && morning.timestamp() > after
        {
            return morning.timestamp();
        }
        day = day.checked_add(1.day()).unwrap_or(day);
    }
    after.checked_add(24.hours()).unwrap_or(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zone(rule: &str) -> TimeZone {
        TimeZone::posix(rule).unwrap_or_else(|error| panic!("{rule}: {error}"))
    }

    const NEW_YORK: &str = "EST5EDT,M3.2.0,M11.1.0";
    /// A time zone whose daylight saving changes skip and repeat 7:00 a.m.
    const AT_BREAKFAST: &str = "AAA3BBB,M3.2.0/6:59,M11.1.0/7:30";
    const CHATHAM: &str = "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45";

    #[test]
    fn sends_at_seven_local_time_across_dst_changes() {
        for (rule, after, morning) in [
            (NEW_YORK, "2026-11-21T11:59:59Z", "2026-11-21T12:00:00Z"),
            (NEW_YORK, "2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z"),
            // Daylight saving time starts on March 8, 2026 and ends on November 1.
            (NEW_YORK, "2026-03-07T12:00:00Z", "2026-03-08T11:00:00Z"),
            (NEW_YORK, "2026-10-31T11:00:00Z", "2026-11-01T12:00:00Z"),
            // The local date is ahead of the UTC date.
            (CHATHAM, "2026-01-01T00:00:00Z", "2026-01-01T17:15:00Z"),
            // In spring, 7:00 is skipped and the digest is sent at 8:00. In fall, 7:00 occurs twice.
            (AT_BREAKFAST, "2026-03-07T10:00:00Z", "2026-03-08T10:00:00Z"),
            (AT_BREAKFAST, "2026-10-31T09:00:00Z", "2026-11-01T09:00:00Z"),
            (AT_BREAKFAST, "2026-11-01T09:00:00Z", "2026-11-02T10:00:00Z"),
            ("UTC0", "2026-12-31T23:59:59Z", "2027-01-01T07:00:00Z"),
        ] {
            let after: Timestamp = after.parse().unwrap_or_default();
            assert_eq!(
                next_morning(after, &zone(rule)).to_string(),
                morning,
                "{rule} {after}"
            );
        }
    }

    proptest! {
        #[test]
        fn sends_once_per_day(second in 1_700_000_000i64..1_900_000_000, rule in 0usize..3) {
            let zone = zone([NEW_YORK, AT_BREAKFAST, CHATHAM][rule]);
            let after = Timestamp::from_second(second).unwrap_or_default();
            let first = next_morning(after, &zone);
            let second = next_morning(first, &zone);
            let hours = |from: Timestamp, to: Timestamp| to.duration_since(from).as_secs() / 3600;
            prop_assert!(first > after && hours(after, first) <= 25);
            prop_assert!((23..=25).contains(&hours(first, second)));
            let days = [first, second].map(|at| at.to_zoned(zone.clone()).date());
            prop_assert_eq!(days[0].tomorrow().ok(), Some(days[1]));
        }
    }
}
