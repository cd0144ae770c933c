//! How long an import can be undone.

use jiff::{SignedDuration, Timestamp};

/// Days after its end in which an import can be undone.
pub const UNDO_DAYS: i64 = 30;

/// Returns the time until which an import can be undone.
pub fn undo_until(finished_at: Timestamp) -> Timestamp {
    finished_at + SignedDuration::from_hours(24 * UNDO_DAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_30_days_after_the_import() {
        let finished_at: Timestamp = "2026-01-31T17:30:00Z".parse().unwrap();
        assert_eq!(undo_until(finished_at).to_string(), "2026-03-02T17:30:00Z");
    }
}
