//! Statuses of policies and annuities.

use super::product_type::Line;
use crate::vocabulary::coded;

coded! {
    /// The status of a policy or an annuity.
    PolicyStatus {
        /// Applied for, not yet active.
        Pending = "Pending", "Pending";
        InForce = "InForce", "In Force";
        /// No more premiums are due.
        PaidUp = "PaidUp", "Paid Up";
        /// The premium is late. Coverage continues until the grace period ends.
        GracePeriod = "GracePeriod", "Grace Period";
        /// The carrier has announced that the contract will lapse.
        LapsePending = "LapsePending", "Lapse Pending";
        /// Ended for non-payment.
        Lapsed = "Lapsed", "Lapsed";
        /// Financial activity is frozen.
        Suspended = "Suspended", "Suspended";
        /// The carrier has postponed its decision.
        Deferred = "Deferred", "Deferred";
        /// Surrendered for its cash value.
        Surrendered = "Surrendered", "Surrendered";
        /// Moved tax-free into another contract.
        Exchanged = "Exchanged", "1035 Exchanged/Replaced";
        /// Term converted to permanent coverage.
        Converted = "Converted", "Policy Converted";
        /// A death claim is pending or paid.
        DeathClaim = "DeathClaim", "Death Claim";
        /// Lapsed while a death is in question.
        DeathLapse = "DeathLapse", "Death Lapse";
        /// Paid out at maturity.
        Matured = "Matured", "Matured";
        /// The term ended.
        Expired = "Expired", "Expired";
        /// Ended for another reason.
        Terminated = "Terminated", "Terminated";
        /// Never in force.
        NotTaken = "NotTaken", "Not Taken/Declined";
        /// Canceled from inception.
        Rescinded = "Rescinded", "Rescinded";
        /// The annuity pays income.
        Annuitized = "Annuitized", "Annuitized";
        /// The source did not provide a usable status.
        Unknown = "Unknown", "Unknown";
    }
}

coded! {
    /// Category of a status in totals. Headline totals count only contracts in force.
    Standing {
        InForce = "InForce", "In force";
        Pending = "Pending", "Pending or deferred";
        Claim = "Claim", "Claims";
        Ended = "Ended", "Ended";
        /// Frozen contracts, and contracts with an unknown status.
        NeedsReview = "NeedsReview", "Needs review";
    }
}

impl PolicyStatus {
    pub const fn standing(self) -> Standing {
        match self {
            _ if self.in_force() => Standing::InForce,
            Self::Pending | Self::Deferred => Standing::Pending,
            Self::DeathClaim | Self::DeathLapse => Standing::Claim,
            _ if self.has_ended() => Standing::Ended,
            _ => Standing::NeedsReview,
        }
    }

    /// Returns whether the coverage or the annuity is active.
    pub const fn in_force(self) -> bool {
        matches!(
            self,
            Self::InForce | Self::PaidUp | Self::GracePeriod | Self::LapsePending | Self::Annuitized
        )
    }

    /// Returns whether coverage has ended or never started.
    pub const fn has_ended(self) -> bool {
        matches!(
            self,
            Self::Lapsed
                | Self::Surrendered
                | Self::Exchanged
                | Self::Converted
                | Self::DeathClaim
                | Self::DeathLapse
                | Self::Matured
                | Self::Expired
                | Self::Terminated
                | Self::NotTaken
                | Self::Rescinded
        )
    }

    /// Returns whether a contract with this status is or was in force.
    pub const fn was_in_force(self) -> bool {
        !matches!(
            self,
            Self::Pending | Self::Deferred | Self::NotTaken | Self::Rescinded | Self::Unknown
        )
    }

    /// Returns whether the owner gave up the policy: lapsed, surrendered or replaced.
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Lapsed | Self::Surrendered | Self::Exchanged)
    }

    /// Returns whether the policy will lapse unless a premium is paid.
    pub const fn is_alert(self) -> bool {
        matches!(self, Self::GracePeriod | Self::LapsePending)
    }

    /// Returns whether a contract of this line can have the status.
    pub const fn fits(self, line: Line) -> bool {
        match self {
            Self::Annuitized => matches!(line, Line::Annuity),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_force_and_alert_statuses() {
        let codes = |test: fn(PolicyStatus) -> bool| {
            PolicyStatus::ALL
                .iter()
                .filter(|s| test(**s))
                .map(|s| s.code())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            codes(PolicyStatus::in_force),
            ["InForce", "PaidUp", "GracePeriod", "LapsePending", "Annuitized"]
        );
        assert_eq!(codes(PolicyStatus::is_alert), ["GracePeriod", "LapsePending"]);
    }

    #[test]
    fn only_policies_that_were_in_force_are_lost() {
        for status in PolicyStatus::ALL {
            let is_or_was = status.in_force() || status.is_lost();
            assert!(status.was_in_force() || !is_or_was, "{status:?}");
            assert!(!(status.in_force() && status.is_lost()), "{status:?}");
        }
        assert!(!PolicyStatus::NotTaken.was_in_force() && !PolicyStatus::Pending.was_in_force());
    }

    #[test]
    fn finds_status_by_code_or_spelling() {
        assert_eq!(PolicyStatus::from_code("InForce"), Some(PolicyStatus::InForce));
        assert_eq!(PolicyStatus::from_code("inforce"), None);
        for typed in ["InForce", "in force", "IN-FORCE", " In_Force "] {
            assert_eq!(
                PolicyStatus::from_text(typed),
                Some(PolicyStatus::InForce),
                "{typed}"
            );
        }
        assert_eq!(PolicyStatus::from_text(""), None);
        assert_eq!(PolicyStatus::label_of("Frozen"), "Unknown (Frozen)");
    }

    #[test]
    fn annuitized_does_not_fit_life() {
        let unreadable_by_order: Vec<_> = PolicyStatus::ALL
            .iter()
            .filter(|status| !status.fits(Line::Life))
            .collect();
        assert_eq!(unreadable_by_order, [&PolicyStatus::Annuitized]);
        assert!(PolicyStatus::ALL.iter().all(|status| status.fits(Line::Annuity)));
    }
}
