//! Where a contract stands in its life.

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
        /// The premium is late; still covered until the grace period ends.
        GracePeriod = "GracePeriod", "Grace Period";
        /// The carrier announced that the contract will lapse.
        LapsePending = "LapsePending", "Lapse Pending";
        /// Ended for non-payment.
        Lapsed = "Lapsed", "Lapsed";
        /// Financial activity is frozen.
        Suspended = "Suspended", "Suspended";
        /// The carrier postpones its decision.
        Deferred = "Deferred", "Deferred";
        /// Given back for its cash value.
        Surrendered = "Surrendered", "Surrendered";
        /// Moved tax-free into another contract.
        Exchanged = "Exchanged", "1035 Exchanged/Replaced";
        /// Term turned into permanent coverage.
        Converted = "Converted", "Policy Converted";
        /// A death claim is running or paid.
        DeathClaim = "DeathClaim", "Death Claim";
        /// Lapsed while a death is in question.
        DeathLapse = "DeathLapse", "Death Lapse";
        /// Paid out at maturity.
        Matured = "Matured", "Matured";
        /// The term ended.
        Expired = "Expired", "Expired";
        /// Ended for another reason.
        Terminated = "Terminated", "Terminated";
        /// Never came into force.
        NotTaken = "NotTaken", "Not Taken/Declined";
        /// Cancelled from the start.
        Rescinded = "Rescinded", "Rescinded";
        /// The annuity pays income.
        Annuitized = "Annuitized", "Annuitized";
        /// The source gave nothing usable.
        Unknown = "Unknown", "Unknown";
    }
}

impl PolicyStatus {
    /// Coverage or the annuity is active.
    pub const fn in_force(self) -> bool {
        matches!(
            self,
            Self::InForce | Self::PaidUp | Self::GracePeriod | Self::LapsePending | Self::Annuitized
        )
    }

    /// Coverage is over, or never came.
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

    /// In force, but about to end unless somebody acts.
    pub const fn is_alert(self) -> bool {
        matches!(self, Self::GracePeriod | Self::LapsePending)
    }

    /// Whether a contract of this line can have the status.
    pub const fn fits(self, line: Line) -> bool {
        match self {
            Self::Annuitized => matches!(line, Line::Annuity),
            _ => true,
        }
    }

    /// ACORD type codes that mean this status: its own first, then finer states that count as it.
    pub const fn acord_codes(self) -> &'static [u16] {
        match self {
            Self::Pending => &[8, 21, 24, 25],
            Self::InForce => &[1],
            Self::PaidUp => &[3, 20, 47],
            Self::GracePeriod => &[42],
            Self::LapsePending => &[5],
            Self::Lapsed => &[4, 37, 38],
            Self::Suspended => &[55],
            Self::Deferred => &[29],
            Self::Surrendered => &[6],
            Self::Exchanged => &[46],
            Self::Converted => &[30, 64, 41],
            Self::DeathClaim => &[10, 11],
            Self::DeathLapse => &[],
            Self::Matured => &[40],
            Self::Expired => &[17],
            Self::Terminated => &[14],
            Self::NotTaken => &[7, 65, 27],
            Self::Rescinded => &[50],
            Self::Annuitized => &[36, 118, 119],
            Self::Unknown => &[0],
        }
    }

    /// The status that an ACORD type code means.
    pub fn from_acord(code: u16) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|status| status.acord_codes().contains(&code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn five_statuses_are_in_force_and_two_of_them_alert() {
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
    fn no_acord_code_means_two_statuses() {
        let all: Vec<u16> = PolicyStatus::ALL
            .iter()
            .flat_map(|s| s.acord_codes())
            .copied()
            .collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        for status in PolicyStatus::ALL {
            for code in status.acord_codes() {
                assert_eq!(PolicyStatus::from_acord(*code), Some(*status));
            }
        }
        assert_eq!(PolicyStatus::from_acord(9_999), None);
    }

    #[test]
    fn a_status_is_read_by_code_or_by_spelling() {
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
    fn only_an_annuity_is_annuitized() {
        let misfits: Vec<_> = PolicyStatus::ALL
            .iter()
            .filter(|status| !status.fits(Line::Life))
            .collect();
        assert_eq!(misfits, [&PolicyStatus::Annuitized]);
        assert!(PolicyStatus::ALL.iter().all(|status| status.fits(Line::Annuity)));
    }
}
