//! The kinds of notifications: one table with the words and the sign in which each is shown.

use serde::{Deserialize, Serialize};

/// How soon somebody has to do something about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Severity {
    ActNow,
    Soon,
    Info,
}

/// The sign in front of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Icon {
    Bell,
    Quote,
    Review,
    Gift,
    Report,
    Premium,
    Letter,
    Chart,
    Documents,
    Alarm,
    Gauge,
    Share,
    Renewal,
    Volume,
    Digest,
    Surrender,
    Summary,
    Storage,
    Users,
    Person,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $number:literal, $label:literal, $icon:ident, $severity:ident;)+) => {
        /// What a notification is about. Other systems know the kinds by number and name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum NotificationKind {
            $($(#[$doc])* $variant = $number),+
        }

        impl NotificationKind {
            /// Every kind, by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant)),+ }
            }

            /// What screens show.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),+ }
            }

            pub const fn icon(self) -> Icon {
                match self { $(Self::$variant => Icon::$icon),+ }
            }

            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),+ }
            }
        }
    };
}

kinds! {
    Unknown = 0, "Unknown", Bell, Info;
    AutomatedQuote = 19, "Automated Quote", Quote, Info;
    AutomatedQuoteFailure = 20, "Automated Quote Failed", Quote, Soon;
    RequestReview = 21, "Review Requested", Review, Soon;
    ReviewComplete = 22, "Review Complete", Review, Info;
    PremiumGift = 23, "Premium Gift", Gift, ActNow;
    ReportReady = 24, "Report Ready", Report, Info;
    PremiumReminder = 25, "Premium Reminder", Premium, Soon;
    CrummeyLetter = 26, "Crummey Letter", Letter, ActNow;
    PerformanceChange = 27, "Performance Change", Chart, ActNow;
    ProcessDocuments = 28, "Process Documents", Documents, Soon;
    LapsePending = 29, "Lapse Pending", Alarm, ActNow;
    DocLimitApproaching = 30, "Document Limit Approaching", Gauge, Soon;
    DocLimitReached = 31, "Document Limit Reached", Gauge, ActNow;
    SharedReport = 32, "Report Shared", Share, Info;
    AnnualRenewableTerm = 33, "Level Term Ending", Renewal, Soon;
    ProcessDocumentDeleted = 34, "Document Removed", Documents, Info;
    HighVolumeWarning = 35, "High Volume", Volume, Soon;
    DigestSummary = 36, "Digest", Digest, Info;
    SurrenderPeriod = 37, "Surrender Period", Surrender, Soon;
    PremiumGift10Day = 38, "Premium Gift in 10 Days", Gift, Soon;
    PremiumGift45Day = 39, "Premium Gift in 45 Days", Gift, Soon;
    PremiumGift90Day = 40, "Premium Gift in 90 Days", Gift, Soon;
    CrummeyLetter10Day = 41, "Crummey Letter in 10 Days", Letter, Soon;
    CrummeyLetter45Day = 42, "Crummey Letter in 45 Days", Letter, Soon;
    CrummeyLetter90Day = 43, "Crummey Letter in 90 Days", Letter, Soon;
    PolicyReport = 44, "Policy Report Changed", Report, Info;
    AnnuityReport = 45, "Annuity Report Changed", Report, Info;
    ReportDigest = 46, "Report Digest", Digest, Info;
    SummaryReady = 47, "Summary Ready", Summary, Info;
    SummaryFailed = 48, "Summary Failed", Summary, Soon;
    DocumentUploadedStorage = 49, "Document Stored", Storage, Info;
    UserLimitReached = 50, "User Limit Reached", Users, ActNow;
    /// Somebody of the staff works in the user's name. Ours: the numbers below are agreed with other systems.
    Impersonation = 1001, "Someone Works in Your Name", Person, Info;
}

impl NotificationKind {
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The kind of this number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.number() == number)
    }

    /// The name on the wire of a stored number, `Unknown (n)` where this version has none.
    pub fn name_of(number: i16) -> String {
        Self::from_number(number).map_or_else(|| unknown(number), |kind| kind.name().into())
    }
}

fn unknown(number: i16) -> String {
    format!("Unknown ({number})")
}

/// How a screen shows a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NotificationLook {
    /// `Lapse Pending`, or `Unknown (n)` for a number that this version does not know.
    pub label: String,
    pub icon: Icon,
    pub severity: Severity,
}

impl NotificationLook {
    /// The look of a number; one that this version does not know gets a neutral bell.
    pub fn of(number: i16) -> Self {
        let kind = NotificationKind::from_number(number);
        let shown = kind.unwrap_or(NotificationKind::Unknown);
        Self {
            label: kind.map_or_else(|| unknown(number), |kind| kind.label().into()),
            icon: shown.icon(),
            severity: shown.severity(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Number and name of every kind that other systems know.
    const AGREED: &str = "0 Unknown; 19 AutomatedQuote; 20 AutomatedQuoteFailure; 21 RequestReview; \
        22 ReviewComplete; 23 PremiumGift; 24 ReportReady; 25 PremiumReminder; 26 CrummeyLetter; \
        27 PerformanceChange; 28 ProcessDocuments; 29 LapsePending; 30 DocLimitApproaching; 31 DocLimitReached; \
        32 SharedReport; 33 AnnualRenewableTerm; 34 ProcessDocumentDeleted; 35 HighVolumeWarning; \
        36 DigestSummary; 37 SurrenderPeriod; 38 PremiumGift10Day; 39 PremiumGift45Day; 40 PremiumGift90Day; \
        41 CrummeyLetter10Day; 42 CrummeyLetter45Day; 43 CrummeyLetter90Day; 44 PolicyReport; 45 AnnuityReport; \
        46 ReportDigest; 47 SummaryReady; 48 SummaryFailed; 49 DocumentUploadedStorage; 50 UserLimitReached";

    #[test]
    fn the_agreed_kinds_have_their_numbers_and_names() {
        let ours = [NotificationKind::Impersonation];
        let kinds: Vec<String> = NotificationKind::ALL
            .iter()
            .filter(|kind| !ours.contains(kind))
            .map(|kind| format!("{} {}", kind.number(), kind.name()))
            .collect();
        assert_eq!(kinds.join("; "), AGREED);
        assert!(ours.iter().all(|kind| kind.number() > 1000));
    }

    #[test]
    fn every_number_finds_its_kind_and_every_label_is_its_own() {
        for kind in NotificationKind::ALL {
            assert_eq!(NotificationKind::from_number(kind.number()), Some(*kind));
        }
        let labels: BTreeSet<_> = NotificationKind::ALL.iter().map(|kind| kind.label()).collect();
        assert_eq!(labels.len(), NotificationKind::ALL.len());
    }

    #[test]
    fn a_number_of_a_newer_server_shows_itself_on_a_neutral_bell() {
        for number in [1, 18, 51, 1000, 1002, -1] {
            let look = NotificationLook::of(number);
            assert_eq!(look.label, format!("Unknown ({number})"));
            assert_eq!((look.icon, look.severity), (Icon::Bell, Severity::Info));
            assert_eq!(NotificationKind::name_of(number), look.label);
        }
        assert_eq!(NotificationLook::of(0).label, "Unknown");
    }

    #[test]
    fn what_cannot_wait_is_marked_so() {
        let urgent: Vec<_> = NotificationKind::ALL
            .iter()
            .filter(|kind| kind.severity() == Severity::ActNow)
            .map(|kind| kind.number())
            .collect();
        assert_eq!(urgent, [23, 26, 27, 29, 31, 50]);
        let soon: Vec<_> = NotificationKind::ALL
            .iter()
            .filter(|kind| kind.severity() == Severity::Soon)
            .map(|kind| kind.number())
            .collect();
        assert_eq!(soon, [20, 21, 25, 28, 30, 33, 35, 37, 38, 39, 40, 41, 42, 43, 48]);
    }

    #[test]
    fn a_look_travels_in_camel_case() {
        assert_eq!(
            serde_json::to_value(NotificationLook::of(29)).unwrap(),
            serde_json::json!({ "label": "Lapse Pending", "icon": "alarm", "severity": "actNow" })
        );
    }
}
