//! Storage used by a firm's documents, and its limit.

use crate::notification::NotificationKind;
use serde::Serialize;

/// Percentage of the limit at which administrators are warned.
const WARNING_PERCENT: i64 = 80;

/// Storage used by a firm's documents, and its limit. Deleted documents do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Storage {
    pub used_bytes: i64,
    pub limit_bytes: i64,
}

impl Storage {
    pub fn is_exceeded(self) -> bool {
        self.used_bytes > self.limit_bytes
    }

    /// Returns the notification to send after storing `added_bytes`, if that reached a threshold.
    pub fn notification(self, added_bytes: i64) -> Option<NotificationKind> {
        let crosses = |percent: i64| {
            let threshold = self.limit_bytes.saturating_mul(percent);
            let (before, now) = (self.used_bytes.saturating_sub(added_bytes), self.used_bytes);
            before.saturating_mul(100) < threshold && now.saturating_mul(100) >= threshold
        };
        if crosses(100) {
            Some(NotificationKind::DocLimitReached)
        } else if crosses(WARNING_PERCENT) {
            Some(NotificationKind::DocLimitApproaching)
        } else {
            None
        }
    }

    /// Returns the text of a notification of this kind.
    pub fn sentence(self, kind: NotificationKind) -> String {
        let (used, limit) = (size(self.used_bytes), size(self.limit_bytes));
        if kind == NotificationKind::DocLimitReached {
            format!("Document storage is full: {used} of {limit} used. New documents are rejected.")
        } else {
            format!("Document storage is almost full: {used} of {limit} used.")
        }
    }
}

/// Formats a size in decimal units: `1.4 GB`.
fn size(bytes: i64) -> String {
    const UNITS: [(i64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let unit = UNITS.into_iter().find(|(unit, _)| bytes >= *unit);
    unit.map_or_else(
        || format!("{bytes} B"),
        |(unit, name)| format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notifies_when_a_threshold_is_reached() {
        use NotificationKind::{DocLimitApproaching, DocLimitReached};
        for (used_bytes, added, expected) in [
            (79, 79, None),
            (80, 1, Some(DocLimitApproaching)),
            (81, 1, None),
            (90, 50, Some(DocLimitApproaching)),
            (99, 10, None),
            (100, 1, Some(DocLimitReached)),
            (100, 100, Some(DocLimitReached)),
        ] {
            let storage = Storage {
                used_bytes,
                limit_bytes: 100,
            };
            assert_eq!(
                storage.notification(added),
                expected,
                "{used_bytes} after {added}"
            );
            assert!(!storage.is_exceeded());
        }
        let unlimited = Storage {
            used_bytes: i64::MAX,
            limit_bytes: i64::MAX,
        };
        assert!(!unlimited.is_exceeded());
    }

    #[test]
    fn formats_sizes_in_decimal_units() {
        for (bytes, expected) in [
            (999, "999 B"),
            (1_250, "1.2 kB"),
            (25_000_000, "25.0 MB"),
            (9_990_000_000, "9.9 GB"),
        ] {
            assert_eq!(size(bytes), expected);
        }
    }
}
