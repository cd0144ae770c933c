//! Matching of rows with existing contacts and earlier rows: match keys, and the user's decisions about uncertain
//! matches.

use super::upload_type::UploadType;
use crate::contact::ContactKind;
use serde::{Deserialize, Serialize};

/// The values by which a row matches an existing contact or an earlier row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum MatchKey {
    /// The record id of an exported contact.
    RecordId,
    Npn,
    Ssn,
    ExternalId,
    EmailAndLastName,
    /// Similar names and the same date of birth.
    NameAndBirthDate,
    /// Similar names and the same address.
    NameAndAddress,
    /// All values of the row.
    AllValues,
}

impl MatchKey {
    /// In order of strength. A match by a stronger key outranks matches by weaker ones.
    pub const ALL: [Self; 8] = [
        Self::RecordId,
        Self::Npn,
        Self::Ssn,
        Self::ExternalId,
        Self::EmailAndLastName,
        Self::NameAndBirthDate,
        Self::NameAndAddress,
        Self::AllValues,
    ];
    /// Keys that users can turn on and off, in order of strength. The others are always on.
    pub const CHOICES: [Self; 4] = [Self::Npn, Self::Ssn, Self::ExternalId, Self::EmailAndLastName];

    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::RecordId => "Record ID",
            Self::Npn => "NPN",
            Self::Ssn => "SSN or EIN",
            Self::ExternalId => "External ID",
            Self::EmailAndLastName => "Email and last name",
            Self::NameAndBirthDate => "Name and date of birth",
            Self::NameAndAddress => "Name and address",
            Self::AllValues => "All values",
        }
    }

    /// Returns the code in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::RecordId => "RecordId",
            Self::Npn => "Npn",
            Self::Ssn => "Ssn",
            Self::ExternalId => "ExternalId",
            Self::EmailAndLastName => "EmailAndLastName",
            Self::NameAndBirthDate => "NameAndBirthDate",
            Self::NameAndAddress => "NameAndAddress",
            Self::AllValues => "AllValues",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.code() == code)
    }

    /// Returns whether rows of this kind can be matched by the key. Contracts are matched by number and carrier.
    pub fn is_for(self, upload_type: impl Into<UploadType>) -> bool {
        match upload_type.into().contact_kind() {
            Some(kind) => self != Self::Npn || kind == ContactKind::Agent,
            None => false,
        }
    }

    /// Returns the position by strength.
    pub fn rank(self) -> usize {
        self as usize
    }

    /// Returns whether a match is only probable, so that the user must decide.
    pub fn is_probable(self) -> bool {
        matches!(self, Self::NameAndBirthDate | Self::NameAndAddress)
    }

    /// Returns the values that must not differ. If both sides have one of them and they differ, a match by this
    /// key does not count.
    pub fn vetoes(self) -> &'static [Veto] {
        match self {
            Self::RecordId | Self::Npn | Self::AllValues => &[],
            Self::Ssn => &[Veto::Npn],
            Self::ExternalId => &[Veto::Npn, Veto::TaxId],
            Self::EmailAndLastName => &[Veto::Npn, Veto::TaxId, Veto::BirthDate, Veto::FirstName],
            Self::NameAndBirthDate | Self::NameAndAddress => &[
                Veto::Npn,
                Veto::TaxId,
                Veto::BirthDate,
                Veto::FirstName,
                Veto::Suffix,
            ],
        }
    }
}

/// A value that distinguishes two people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Veto {
    Npn,
    TaxId,
    BirthDate,
    FirstName,
    Suffix,
}

/// Why the user decides about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ReviewReason {
    /// A contact has a similar name and the same date of birth or address.
    ProbableMatch,
    /// An earlier row has a similar name and the same date of birth or address.
    ProbableInFile,
    /// The row would change the name, the date of birth or the tax ID of the contact that it matches.
    IdentityChange,
}

impl ReviewReason {
    pub const ALL: [Self; 3] = [Self::ProbableMatch, Self::ProbableInFile, Self::IdentityChange];

    /// Returns the code in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::ProbableMatch => "ProbableMatch",
            Self::ProbableInFile => "ProbableInFile",
            Self::IdentityChange => "IdentityChange",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// Returns a sentence that explains the reason to the user.
    pub const fn message(self) -> &'static str {
        match self {
            Self::ProbableMatch => "This row is probably for an existing contact.",
            Self::ProbableInFile => "This row is probably for the same contact as an earlier row.",
            Self::IdentityChange => {
                "This row has a different name, date of birth or tax ID than the contact that it matches."
            }
        }
    }

    /// Returns the button label of a choice.
    pub const fn choice_label(self, choice: ReviewChoice) -> &'static str {
        match (self, choice) {
            (Self::ProbableMatch | Self::IdentityChange, ReviewChoice::Same) => "Same contact",
            (Self::ProbableInFile, ReviewChoice::Same) => "Same contact: skip",
            (_, ReviewChoice::Different) => "Different contact",
        }
    }
}

/// What the user decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ReviewChoice {
    /// The row is for that contact, or for the contact of that earlier row.
    Same,
    /// The row is for another contact.
    Different,
}

/// The user's decision about the rows with a review reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Decision {
    pub reason: ReviewReason,
    /// Null for all rows with this reason that have no decision of their own.
    #[serde(default)]
    pub row: Option<u32>,
    pub choice: ReviewChoice,
}

/// The rows with a review reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewGroup {
    pub reason: ReviewReason,
    /// One sentence.
    pub message: String,
    pub rows: u32,
    /// Rows without a decision, which are not imported.
    pub open: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ordered_by_strength() {
        assert!(MatchKey::ALL.is_sorted());
        assert!(MatchKey::CHOICES.is_sorted());
        for (rank, key) in MatchKey::ALL.into_iter().enumerate() {
            assert_eq!((key.rank(), MatchKey::from_code(key.code())), (rank, Some(key)));
        }
        for reason in ReviewReason::ALL {
            assert_eq!(ReviewReason::from_code(reason.code()), Some(reason));
        }
    }

    #[test]
    fn weaker_keys_have_more_vetoes() {
        let keys = &MatchKey::ALL[..MatchKey::AllValues.rank()];
        for pair in keys.windows(2) {
            assert!(
                pair[0]
                    .vetoes()
                    .iter()
                    .all(|veto| pair[1].vetoes().contains(veto))
            );
        }
    }
}
