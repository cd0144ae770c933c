//! Trusts: owner contacts of type Trust, with additional details and people.
//!
//! A trust's name, tax ID, trust date and address are stored in its contact.

pub mod details;
pub mod letters;
pub mod person;
mod record;
pub mod warnings;

#[cfg(test)]
mod tests;

pub use details::{TrustDetails, TrustInput};
pub use person::{Person, TrustPersonInput};
pub use record::{TrustPerson, TrustPolicy, TrustRecord};

use crate::contract::{Choice, EnumName, options};
use crate::person::MAX_NAME;
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};

coded! {
    /// Type of a trust. Determines whether the trust can send Crummey letters.
    TrustType {
        Ilit = "Ilit", "Irrevocable life insurance trust";
        OtherIrrevocable = "OtherIrrevocable", "Other irrevocable trust";
        Revocable = "Revocable", "Revocable (living) trust";
        SpecialNeeds = "SpecialNeeds", "Special needs trust";
        Charitable = "Charitable", "Charitable trust";
    }
}

coded! {
    /// Role of a person in a trust.
    TrustRole {
        Grantor = "Grantor", "Grantor";
        Trustee = "Trustee", "Trustee";
        Beneficiary = "Beneficiary", "Beneficiary";
    }
}

/// Options and limits of the forms of a trust.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TrustChoices {
    pub types: Vec<Choice>,
    pub roles: Vec<Choice>,
    pub states: Vec<Choice>,
    /// Maximum length of a name, and of the name of a guardian.
    pub name_chars: usize,
    pub notes_chars: usize,
    /// Maximum number of people of a trust.
    pub people: usize,
}

impl Default for TrustChoices {
    fn default() -> Self {
        Self {
            types: options(EnumName::TrustType),
            roles: options(EnumName::TrustRole),
            states: options(EnumName::State),
            name_chars: MAX_NAME,
            notes_chars: details::MAX_NOTES,
            people: person::MAX_PEOPLE,
        }
    }
}
