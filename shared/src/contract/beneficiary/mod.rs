//! Beneficiaries of contracts, primary and contingent.
//!
//! Beneficiaries are stored with their contract. A beneficiary can link to a contact, but that does not make
//! the contract one of the contact's own.

mod input;
mod record;
mod warnings;

#[cfg(test)]
mod tests;

pub use input::{BeneficiaryInput, Designation, MAX_BENEFICIARIES, check_count, check_shares, read};
pub use record::Beneficiary;
pub use warnings::{Insured, is_sole_insured, warnings};

use super::{Choice, EnumName, options};
use crate::person::MAX_NAME;
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};

coded! {
    /// The order in which beneficiaries receive the benefit.
    BeneficiaryClass {
        Primary = "Primary", "Primary";
        /// Receives the benefit if no primary beneficiary does.
        Contingent = "Contingent", "Contingent";
    }
}

coded! {
    /// Relationship of a beneficiary to the insured or annuitant.
    Relationship {
        Spouse = "Spouse", "Spouse";
        Child = "Child", "Child";
        Grandchild = "Grandchild", "Grandchild";
        Parent = "Parent", "Parent";
        Sibling = "Sibling", "Sibling";
        OtherRelative = "OtherRelative", "Other relative";
        Trust = "Trust", "Trust";
        Estate = "Estate", "Estate";
        Charity = "Charity", "Charity";
        Business = "Business", "Business";
        Other = "Other", "Other";
    }
}

impl Relationship {
    /// Returns whether beneficiaries of this kind are no people.
    pub const fn is_organization(self) -> bool {
        matches!(self, Self::Trust | Self::Estate | Self::Charity | Self::Business)
    }
}

/// Options and limits of the form for a beneficiary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BeneficiaryChoices {
    pub classes: Vec<Choice>,
    pub relationships: Vec<Choice>,
    /// Maximum length of a name.
    pub name_chars: usize,
}

impl Default for BeneficiaryChoices {
    fn default() -> Self {
        Self {
            classes: options(EnumName::BeneficiaryClass),
            relationships: options(EnumName::Relationship),
            name_chars: MAX_NAME,
        }
    }
}
