//! Roles of contacts on contracts.

use crate::contact::ContactKind;
use crate::vocabulary::{coded, numbered};

coded! {
    /// Role of a party to a contract.
    PartyRole {
        /// Sells or services the contract, see [`AgentType`].
        Agent = "Agent", "Agent";
        /// Owns the contract and pays tax on it.
        Owner = "Owner", "Owner";
        JointOwner = "JointOwner", "Joint Owner";
        /// Person whose life a policy covers, see [`InsuredType`].
        Insured = "Insured", "Insured";
        /// Person on whose life an annuity is based.
        Annuitant = "Annuitant", "Annuitant";
        JointAnnuitant = "JointAnnuitant", "Joint Annuitant";
        Payor = "Payor", "Payor";
        Payee = "Payee", "Payee";
        /// Funds a trust.
        Grantor = "Grantor", "Grantor";
        /// Manages a trust and pays its premiums.
        Trustee = "Trustee", "Trustee";
        PowerOfAttorney = "PowerOfAttorney", "Power of Attorney";
        ThirdPartyDesignee = "ThirdPartyDesignee", "Third-Party Designee";
    }
}

impl PartyRole {
    /// Returns the only kind of contact that can have the role. `None` if all kinds can.
    pub const fn contact_kind(self) -> Option<ContactKind> {
        match self {
            Self::Agent => Some(ContactKind::Agent),
            Self::Owner | Self::JointOwner => Some(ContactKind::Owner),
            Self::Insured | Self::Annuitant | Self::JointAnnuitant => Some(ContactKind::Insured),
            _ => None,
        }
    }

    /// Returns the role that a contact of this kind gets when attached to a policy.
    pub const fn of_kind(kind: ContactKind) -> Self {
        match kind {
            ContactKind::Agent => Self::Agent,
            ContactKind::Owner => Self::Owner,
            ContactKind::Insured => Self::Insured,
        }
    }
}

numbered! {
    /// Function of an agent on a contract (`agentTypeId`).
    AgentType {
        Writing = 1, "Writing Agent";
        Servicing = 2, "Servicing Agent";
        CoAgent = 3, "Co-Agent";
        Agency = 4, "Agency";
        Assistant = 5, "Assistant";
    }
}

numbered! {
    /// Position of an insured on a policy (the insured's `typeId`).
    InsuredType {
        Primary = 1, "Primary Insured";
        Joint = 2, "Joint Insured";
        AdditionalInsured = 3, "Additional Insured";
    }
}

impl InsuredType {
    /// Returns whether this is the primary insured. A policy has only one.
    pub const fn is_primary(self) -> bool {
        matches!(self, Self::Primary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_contact_kind_has_an_attachment_role() {
        for kind in ContactKind::ALL {
            assert_eq!(PartyRole::of_kind(kind).contact_kind(), Some(kind));
        }
    }

    #[test]
    fn role_types_have_fixed_numbers() {
        let agents: Vec<_> = (1..=6).map(AgentType::label_of).collect();
        assert_eq!(
            agents,
            [
                "Writing Agent",
                "Servicing Agent",
                "Co-Agent",
                "Agency",
                "Assistant",
                "Unknown (6)"
            ]
        );
        let insureds: Vec<_> = (1..=4).map(InsuredType::label_of).collect();
        assert_eq!(
            insureds,
            [
                "Primary Insured",
                "Joint Insured",
                "Additional Insured",
                "Unknown (4)"
            ]
        );
    }
}
