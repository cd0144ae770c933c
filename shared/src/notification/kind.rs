//! Notification kinds with their labels, icons and severities.
//!
//! The code that sends a kind determines its recipients (`To` in `server/src/notify/mod.rs`):
//! - Dated rules: all users who can see the contract (`server/src/notify/rules.rs`, `contract.rs`). For reviews of
//!   best interest forms, the contract is an annuity of the owner
//! - Digest of unread notifications: the user (`server/src/notify/digest.rs`)
//! - Shared report: the users it is newly shared with (`server/src/routes/reports/access.rs`)
//! - Changed report and report digest: the subscribers (`server/src/report/news.rs`)
//! - Document storage: the firm's administrators (`server/src/routes/documents/storage.rs`)
//! - Stored document: the users who can see the contract, except the one who stored it
//!   (`server/src/routes/documents/upload.rs`)
//! - Limit of users: the firm's administrators (`server/src/routes/firm_users/limit.rs`)
//! - Paused schedule: its owner and the firm's administrators (`server/src/sends/pause.rs`)
//! - Impersonation: the impersonated user (`server/src/routes/impersonation.rs`)
//! - Medical documents and requests: the users who can see the insured and read medical data
//!   (`server/src/notify/medical.rs`)

use serde::de::{self, value::StrDeserializer};
use serde::{Deserialize, Serialize};

/// Urgency of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Severity {
    ActNow,
    Soon,
    Info,
}

impl Severity {
    /// Parses `actNow`, `soon` or `info`.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::deserialize(StrDeserializer::<de::value::Error>::new(code)).ok()
    }

    /// Returns the numbers of the kinds with this severity.
    pub fn kinds(self) -> impl Iterator<Item = i16> {
        NotificationKind::ALL
            .iter()
            .filter(move |kind| kind.severity() == self)
            .map(|kind| kind.number())
    }
}

/// Icon of a notification.
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
        /// Kind of a notification. Numbers and names are part of the API.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum NotificationKind {
            $($(#[$doc])* $variant = $number),+
        }

        impl NotificationKind {
            /// All kinds, by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name used on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant)),+ }
            }

            /// Returns the label shown to users.
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
    AnnualRenewableTerm = 33, "Term Deadline", Renewal, Soon;
    ProcessDocumentDeleted = 34, "Document Removed", Documents, Info;
    HighVolumeWarning = 35, "High Volume", Volume, Soon;
    DigestSummary = 36, "Digest", Digest, Info;
    SurrenderPeriod = 37, "Annuity Deadline", Surrender, Soon;
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
    /// A staff user is impersonating the user. Numbers above 1000 are specific to Firmbook. Lower numbers are
    /// shared with other systems.
    Impersonation = 1001, "Impersonation Started", Person, Info;
    /// A schedule of a cohort was paused because it cannot send.
    SchedulePaused = 1002, "Schedule Paused", Letter, Soon;
    /// An owner's signed best interest form is due for review.
    BestInterestReview = 1003, "Best Interest Review", Review, Soon;
    /// A medical record was received. Names neither the insured nor the document, because emails and pushes
    /// must not contain medical data.
    MedicalDocumentArrived = 1004, "Medical Document Arrived", Documents, Info;
    /// A medical request is due for follow-up. Contains no names.
    MedicalRequestDue = 1005, "Medical Request Due", Letter, Soon;
}

impl NotificationKind {
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// Looks up a kind by number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.number() == number)
    }

    /// Returns the wire name for a stored number, or `Unknown (n)` if the number is unknown.
    pub fn name_of(number: i16) -> String {
        Self::from_number(number).map_or_else(|| unknown(number), |kind| kind.name().into())
    }
}

fn unknown(number: i16) -> String {
    format!("Unknown ({number})")
}

/// Label, icon and severity of a notification kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NotificationDisplay {
    /// `Lapse Pending`, or `Unknown (n)` for an unknown number.
    pub label: String,
    pub icon: Icon,
    pub severity: Severity,
}

impl NotificationDisplay {
    /// Looks up a kind by number. An unknown number gets a neutral bell.
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

    /// Numbers and names shared with other systems.
    const AGREED: &str = "0 Unknown; 19 AutomatedQuote; 20 AutomatedQuoteFailure; 21 RequestReview; \
        22 ReviewComplete; 23 PremiumGift; 24 ReportReady; 25 PremiumReminder; 26 CrummeyLetter; \
        27 PerformanceChange; 28 ProcessDocuments; 29 LapsePending; 30 DocLimitApproaching; 31 DocLimitReached; \
        32 SharedReport; 33 AnnualRenewableTerm; 34 ProcessDocumentDeleted; 35 HighVolumeWarning; \
        36 DigestSummary; 37 SurrenderPeriod; 38 PremiumGift10Day; 39 PremiumGift45Day; 40 PremiumGift90Day; \
        41 CrummeyLetter10Day; 42 CrummeyLetter45Day; 43 CrummeyLetter90Day; 44 PolicyReport; 45 AnnuityReport; \
        46 ReportDigest; 47 SummaryReady; 48 SummaryFailed; 49 DocumentUploadedStorage; 50 UserLimitReached";

    #[test]
    fn kinds_keep_agreed_numbers_and_names() {
        let ours = [
            NotificationKind::Impersonation,
            NotificationKind::SchedulePaused,
            NotificationKind::BestInterestReview,
            NotificationKind::MedicalDocumentArrived,
            NotificationKind::MedicalRequestDue,
        ];
        let kinds: Vec<String> = NotificationKind::ALL
            .iter()
            .filter(|kind| !ours.contains(kind))
            .map(|kind| format!("{} {}", kind.number(), kind.name()))
            .collect();
        assert_eq!(kinds.join("; "), AGREED);
        assert!(ours.iter().all(|kind| kind.number() > 1000));
    }

    #[test]
    fn numbers_and_labels_are_unique() {
        for kind in NotificationKind::ALL {
            assert_eq!(NotificationKind::from_number(kind.number()), Some(*kind));
        }
        let labels: BTreeSet<_> = NotificationKind::ALL.iter().map(|kind| kind.label()).collect();
        assert_eq!(labels.len(), NotificationKind::ALL.len());
    }

    #[test]
    fn unknown_number_shows_a_neutral_bell() {
        for number in [1, 18, 51, 1000, 1099, -1] {
            let look = NotificationDisplay::of(number);
            assert_eq!(look.label, format!("Unknown ({number})"));
            assert_eq!((look.icon, look.severity), (Icon::Bell, Severity::Info));
            assert_eq!(NotificationKind::name_of(number), look.label);
        }
        assert_eq!(NotificationDisplay::of(0).label, "Unknown");
    }

    #[test]
    fn kinds_by_severity() {
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
        assert_eq!(
            soon,
            [
                20, 21, 25, 28, 30, 33, 35, 37, 38, 39, 40, 41, 42, 43, 48, 1002, 1003, 1005
            ]
        );
    }

    #[test]
    fn serializes_in_camel_case() {
        assert_eq!(
            serde_json::to_value(NotificationDisplay::of(29)).unwrap(),
            serde_json::json!({ "label": "Lapse Pending", "icon": "alarm", "severity": "actNow" })
        );
    }
}
