//! Collapses many notifications of one kind, caused by a feed or an import, into one line.

use super::kind::NotificationKind;
use jiff::civil::Date;

/// Maximum number of notifications of one kind per day before they are collapsed.
pub const MAX_PER_DAY: i64 = 50;

/// Returns whether a kind can be collapsed. Excludes summaries and notifications about the user's account.
pub const fn collapses(kind: NotificationKind) -> bool {
    !matches!(
        kind,
        NotificationKind::HighVolumeWarning
            | NotificationKind::DigestSummary
            | NotificationKind::ReportDigest
            | NotificationKind::Impersonation
            | NotificationKind::Unknown
    )
}

/// Returns the deduplication key of the collapsed line for a kind and a day.
pub fn dedup_key(kind: NotificationKind, day: Date) -> String {
    format!("{}:{day}", kind.number())
}

/// Returns the text of the collapsed line, such as `Premium Reminder: 73 on 11/21/2026`.
pub fn words(kind: NotificationKind, count: i64, day: Date) -> String {
    format!("{}: {count} on {}", kind.label(), crate::date::format(day))
}

/// Returns the path of the list with the collapsed notifications.
pub fn address(kind: NotificationKind) -> String {
    format!("/notifications/digest?type={}", kind.number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn collapsed_line_shows_count_and_links_to_list() {
        let kind = NotificationKind::PremiumReminder;
        let day = date(2026, 11, 21);
        assert_eq!(words(kind, 73, day), "Premium Reminder: 73 on 11/21/2026");
        assert_eq!(address(kind), "/notifications/digest?type=25");
        assert_ne!(
            dedup_key(kind, day),
            dedup_key(NotificationKind::LapsePending, day)
        );
    }

    #[test]
    fn collapsed_lines_are_not_collapsed_again() {
        assert!(!collapses(NotificationKind::HighVolumeWarning));
        assert!(collapses(NotificationKind::PremiumReminder));
    }
}
