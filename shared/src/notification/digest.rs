//! The digest of unread notifications: schedule and heading.

use super::preference::{DigestFrequency, DigestPlan};
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};

/// Maximum age of notifications in a digest. An earlier digest already included older ones.
pub const MAX_AGE: SignedDuration = SignedDuration::from_hours(24 * 8);
/// Path of the digest page.
pub const ADDRESS: &str = "/notifications/digest";

/// Returns the time of the first digest after `after`.
///
/// If a daylight saving change skips the hour, it moves forward. If the hour occurs twice, the first
/// occurrence counts. Each day or week therefore has exactly one digest. Returns `None` outside the supported
/// range.
pub fn next(plan: &DigestPlan, after: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let weekday = match plan.frequency {
        DigestFrequency::Daily => None,
        DigestFrequency::Weekly => {
            Some(Weekday::from_monday_one_offset(i8::try_from(plan.weekday).ok()?).ok()?)
        }
    };
    let hour = i8::try_from(plan.hour).ok()?;
    let today = after.to_zoned(zone.clone()).date();
    // A time change at midnight can set the clock back to the previous day.
    (-1..=8).find_map(|days| {
        let day = today.checked_add(days.days()).ok()?;
        if weekday.is_some_and(|weekday| day.weekday() != weekday) {
            return None;
        }
        let at = day.at(hour, 0, 0, 0).to_zoned(zone.clone()).ok()?.timestamp();
        (at > after).then_some(at)
    })
}

/// Returns the heading, such as `Your daily summary: 7 unread`.
pub fn words(frequency: DigestFrequency, count: usize) -> String {
    let pace = match frequency {
        DigestFrequency::Daily => "daily",
        DigestFrequency::Weekly => "weekly",
    };
    format!("Your {pace} summary: {count} unread")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn new_york() -> TimeZone {
        TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn daily(hour: i16) -> DigestPlan {
        DigestPlan {
            hour,
            ..DigestPlan::default()
        }
    }

    fn weekly(weekday: i16, hour: i16) -> DigestPlan {
        DigestPlan {
            frequency: DigestFrequency::Weekly,
            weekday,
            hour,
        }
    }

    #[test]
    fn sends_at_local_hour() {
        for (plan, after, due) in [
            (daily(7), "2026-11-21T11:59:59Z", "2026-11-21T12:00:00Z"),
            (daily(7), "2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z"),
            (daily(7), "2026-07-01T11:00:00Z", "2026-07-02T11:00:00Z"),
            // November 21, 2026 is a Saturday.
            (weekly(1, 7), "2026-11-21T12:00:00Z", "2026-11-23T12:00:00Z"),
            (weekly(6, 7), "2026-11-21T11:00:00Z", "2026-11-21T12:00:00Z"),
            (weekly(6, 7), "2026-11-21T12:00:00Z", "2026-11-28T12:00:00Z"),
        ] {
            assert_eq!(
                next(&plan, at(after), &new_york()),
                Some(at(due)),
                "{plan:?} after {after}"
            );
        }
    }

    #[test]
    fn time_changes_neither_skip_nor_repeat_a_digest() {
        // March 8, 2026: clocks skip from 1:59 to 3:00.
        let skipped = next(&daily(2), at("2026-03-08T05:00:00Z"), &new_york()).unwrap();
        assert_eq!(skipped, at("2026-03-08T07:00:00Z"));
        assert_eq!(
            next(&daily(2), skipped, &new_york()),
            Some(at("2026-03-09T06:00:00Z"))
        );
        // November 1, 2026: 1:00 occurs at 5:00 and at 6:00 UTC.
        let first = next(&daily(1), at("2026-11-01T04:00:00Z"), &new_york()).unwrap();
        assert_eq!(first, at("2026-11-01T05:00:00Z"));
        assert_eq!(
            next(&daily(1), first, &new_york()),
            Some(at("2026-11-02T06:00:00Z"))
        );
        let between = at("2026-11-01T06:30:00Z");
        assert_eq!(
            next(&daily(1), between, &new_york()),
            Some(at("2026-11-02T06:00:00Z"))
        );
    }

    proptest! {
        #[test]
        fn every_day_of_a_year_has_one_digest(hour in 0_i16..24) {
            let mut due = at("2026-01-01T00:00:00Z");
            let mut days = std::collections::BTreeSet::new();
            for _ in 0..365 {
                let following = next(&daily(hour), due, &new_york()).unwrap();
                prop_assert!(following > due);
                let day = following.to_zoned(new_york()).date();
                prop_assert!(days.insert(day), "twice on {}", day);
                due = following;
            }
            let span = days.last().unwrap().since(*days.first().unwrap()).unwrap();
            prop_assert_eq!(span.get_days(), 364);
        }
    }
}
