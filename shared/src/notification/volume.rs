//! When one line stands for many: a feed or an import that tells of the same thing again and again.

use super::kind::NotificationKind;
use jiff::civil::Date;

/// More of one kind in a day are shown as one line.
pub const MOST_A_DAY: i64 = 50;

/// Whether many of a kind become one line: not what is one line already, nor what concerns the user's own account.
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

/// What makes the line of a kind and a day this line and no other.
pub fn dedup_key(kind: NotificationKind, day: Date) -> String {
    format!("{}:{day}", kind.number())
}

/// `Premium Reminder: 73 on 11/21/2026`
pub fn words(kind: NotificationKind, count: i64, day: Date) -> String {
    format!("{}: {count} on {}", kind.label(), crate::date::format(day))
}

/// Where they are all listed: a path of the portal.
pub fn address(kind: NotificationKind) -> String {
    format!("/notifications/digest?type={}", kind.number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_line_for_many_tells_what_and_how_many_and_leads_to_them() {
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
    fn a_line_for_many_is_never_one_of_many() {
        assert!(!collapses(NotificationKind::HighVolumeWarning));
        assert!(collapses(NotificationKind::PremiumReminder));
    }
}
