//! Delivery preferences by notification kind: push and email. The in-app list receives every notification.

use super::kind::{NotificationKind, Severity};
use crate::problem::{FieldProblem, Findings};
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// When a notification is emailed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EmailChannel {
    Off,
    Immediate,
    /// With the next digest, if it is still unread.
    Digest,
}

impl EmailChannel {
    pub const ALL: [Self; 3] = [Self::Off, Self::Immediate, Self::Digest];

    /// Returns the stable text code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Off => "Off",
            Self::Immediate => "Immediate",
            Self::Digest => "Digest",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.code() == code)
    }
}

coded! {
    /// Frequency of the digest.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    DigestFrequency {
        Daily = "Daily", "Daily";
        Weekly = "Weekly", "Weekly";
    }
}

/// Schedule of the digest, in the user's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DigestPlan {
    pub frequency: DigestFrequency,
    /// 1 (Monday) to 7 (Sunday). Ignored by daily digests.
    pub weekday: i16,
    /// 0 to 23.
    pub hour: i16,
}

impl Default for DigestPlan {
    fn default() -> Self {
        Self {
            frequency: DigestFrequency::Daily,
            weekday: 1,
            hour: 7,
        }
    }
}

/// Delivery preferences of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KindPreference {
    /// Number of the kind.
    pub notification_type: i16,
    /// Shown briefly on the screen while the user is signed in.
    pub is_pushed: bool,
    pub email: EmailChannel,
}

/// A user's preferences, with defaults for kinds that the user has not set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preferences {
    pub digest: DigestPlan,
    /// One entry for each configurable kind, most urgent first.
    pub kinds: Vec<KindPreference>,
}

/// Returns the configurable kinds, most urgent first. Excludes the digest, which has its own schedule.
pub fn offered_kinds() -> impl Iterator<Item = NotificationKind> {
    [Severity::ActNow, Severity::Soon, Severity::Info]
        .into_iter()
        .flat_map(|severity| {
            NotificationKind::ALL
                .iter()
                .copied()
                .filter(move |kind| kind.severity() == severity)
        })
        .filter(|kind| !matches!(kind, NotificationKind::Unknown | NotificationKind::DigestSummary))
}

/// Returns the default email setting for a kind: urgent kinds immediately, other action items with the
/// digest, information never.
pub const fn default_email(kind: NotificationKind) -> EmailChannel {
    match (kind, kind.severity()) {
        // A report digest is sent only to users who subscribed to it.
        (NotificationKind::ReportDigest, _) | (_, Severity::ActNow) => EmailChannel::Immediate,
        (_, Severity::Soon) => EmailChannel::Digest,
        (_, Severity::Info) => EmailChannel::Off,
    }
}

impl Preferences {
    /// Adds defaults for the kinds that the user has not set.
    pub fn of(digest: DigestPlan, set: &[KindPreference]) -> Self {
        let kinds = offered_kinds()
            .map(|kind| {
                let number = kind.number();
                let own = set.iter().find(|own| own.notification_type == number);
                own.copied().unwrap_or(KindPreference {
                    notification_type: number,
                    is_pushed: true,
                    email: default_email(kind),
                })
            })
            .collect();
        Self { digest, kinds }
    }

    /// Returns the validation errors. Codes: `unknown_code`, `duplicate`, `out_of_range`.
    pub fn faults(&self) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        let offered: BTreeSet<i16> = offered_kinds().map(NotificationKind::number).collect();
        let mut seen = BTreeSet::new();
        for (index, kind) in self.kinds.iter().enumerate() {
            let field = format!("kinds[{index}].notificationType");
            if !offered.contains(&kind.notification_type) {
                findings.fault(field, "unknown_code", "This notification type has no settings.");
            } else if !seen.insert(kind.notification_type) {
                findings.fault(field, "duplicate", "This notification type is listed twice.");
            }
        }
        if !(1..=7).contains(&self.digest.weekday) {
            findings.fault(
                "digest.weekday",
                "out_of_range",
                "Choose a day of the week from 1 to 7.",
            );
        }
        if !(0..=23).contains(&self.digest.hour) {
            findings.fault("digest.hour", "out_of_range", "Choose an hour from 0 to 23.");
        }
        findings.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_all_kinds_but_two_by_severity() {
        let offered: Vec<_> = offered_kinds().collect();
        assert_eq!(offered.len(), NotificationKind::ALL.len() - 2);
        assert_eq!(offered[0], NotificationKind::PremiumGift);
        assert!(!offered.contains(&NotificationKind::DigestSummary));
        assert!(offered.is_sorted_by_key(|kind| match kind.severity() {
            Severity::ActNow => 0,
            Severity::Soon => 1,
            Severity::Info => 2,
        }));
    }

    #[test]
    fn user_settings_override_defaults() {
        let own = KindPreference {
            notification_type: 29,
            is_pushed: false,
            email: EmailChannel::Digest,
        };
        let all = Preferences::of(DigestPlan::default(), &[own]);
        let of = |number| {
            *all.kinds
                .iter()
                .find(|kind| kind.notification_type == number)
                .unwrap()
        };
        assert_eq!(of(29), own);
        assert_eq!((of(27).is_pushed, of(27).email), (true, EmailChannel::Immediate));
        assert_eq!(of(25).email, EmailChannel::Digest);
        assert_eq!(of(47).email, EmailChannel::Off);
        assert_eq!(all.faults(), []);
    }

    #[test]
    fn reports_preference_errors_by_field() {
        let kind = |notification_type| KindPreference {
            notification_type,
            is_pushed: true,
            email: EmailChannel::Off,
        };
        let wrong = Preferences {
            digest: DigestPlan {
                frequency: DigestFrequency::Weekly,
                weekday: 0,
                hour: 24,
            },
            kinds: vec![kind(29), kind(29), kind(36), kind(0), kind(4711)],
        };
        let found: Vec<_> = wrong
            .faults()
            .into_iter()
            .map(|fault| format!("{} {}", fault.field, fault.code))
            .collect();
        assert_eq!(
            found,
            [
                "kinds[1].notificationType duplicate",
                "kinds[2].notificationType unknown_code",
                "kinds[3].notificationType unknown_code",
                "kinds[4].notificationType unknown_code",
                "digest.weekday out_of_range",
                "digest.hour out_of_range",
            ]
        );
    }
}
