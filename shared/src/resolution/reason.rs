//! Components of a duplicate score: compared fields, their agreement, and vetoes.

use serde::{Deserialize, Serialize};

/// A field that the score compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum DuplicateField {
    Npn,
    TaxId,
    LastName,
    FirstName,
    MiddleName,
    Suffix,
    Organization,
    DateOfBirth,
    TrustDate,
    Email,
    Phone,
    Address,
}

impl DuplicateField {
    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Npn => "NPN",
            Self::TaxId => "SSN or EIN",
            Self::LastName => "Last name",
            Self::FirstName => "First name",
            Self::MiddleName => "Middle name",
            Self::Suffix => "Suffix",
            Self::Organization => "Organization name",
            Self::DateOfBirth => "Date of birth",
            Self::TrustDate => "Trust date",
            Self::Email => "Email",
            Self::Phone => "Phone",
            Self::Address => "Address",
        }
    }
}

/// How the values of a field agree. A field that is missing on both sides, or on one, is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum FieldAgreement {
    Exact,
    /// Spelled almost alike.
    Similar,
    Nickname,
    SoundsAlike,
    /// One side has only the initial.
    Initial,
    /// The first name of one side is the middle name of the other.
    MiddleName,
    /// First and last name are swapped.
    Swapped,
    /// Month and day, or two digits, are transposed.
    Transposed,
    OneDigit,
    /// A part is equal: one of two last names, two parts of a date, the ZIP code of an address.
    Partial,
    /// An address that several people use, such as `office@`.
    Shared,
    /// Only one side has a suffix.
    OneSided,
    Differs,
}

/// One compared field, with its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicateReason {
    pub field: DuplicateField,
    pub agreement: FieldAgreement,
    /// Points added to the score, negative if the field speaks against a duplicate.
    pub points: i16,
}

impl DuplicateReason {
    /// Returns the display label without the points: `Last name sounds alike`.
    pub fn label(self) -> String {
        let field = self.field.label();
        let agreement = match (self.agreement, self.field) {
            (FieldAgreement::Exact, _) => "matches",
            (FieldAgreement::Similar, _) => "is similar",
            (FieldAgreement::Nickname, _) => "is a nickname or variant",
            (FieldAgreement::SoundsAlike, _) => "sounds alike",
            (FieldAgreement::Initial, _) => "matches the initial",
            (FieldAgreement::MiddleName, _) => "matches the middle name",
            (FieldAgreement::Swapped, DuplicateField::FirstName) => "matches the last name",
            (FieldAgreement::Swapped, _) => "matches the first name",
            (FieldAgreement::Transposed, _) => "has transposed digits",
            (FieldAgreement::OneDigit, _) => "differs in one digit",
            (FieldAgreement::Partial, _) => "matches in part",
            (FieldAgreement::Shared, _) => "is a shared mailbox",
            (FieldAgreement::OneSided, _) => "is missing on one contact",
            (FieldAgreement::Differs, _) => "differs",
        };
        format!("{field} {agreement}")
    }
}

/// A conflict that rules out a duplicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum DuplicateVeto {
    Npn,
    TaxId,
    /// One is a person and the other an organization.
    Kind,
    /// Jr and Sr, or II and III.
    Suffix,
    /// Birth years more than one apart, which no typing error explains.
    BirthYear,
}

impl DuplicateVeto {
    /// Returns a sentence that explains the veto to the user.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Npn => "The contacts have different NPNs.",
            Self::TaxId => "The contacts have different tax IDs.",
            Self::Kind => "One contact is a person and the other is an organization.",
            Self::Suffix => "The contacts are of different generations, such as Jr and Sr.",
            Self::BirthYear => "The birth years are more than one year apart.",
        }
    }
}

/// How likely a pair is a duplicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Likeness {
    Possible,
    Likely,
}

/// Minimum score of a likely duplicate, in percent.
pub const LIKELY: u8 = 92;
/// Minimum score of a possible duplicate, in percent. Pairs with lower scores are not reported.
pub const POSSIBLE: u8 = 75;

impl Likeness {
    /// Returns `None` for a score below [`POSSIBLE`].
    pub const fn of(percent: u8) -> Option<Self> {
        match percent {
            LIKELY.. => Some(Self::Likely),
            POSSIBLE.. => Some(Self::Possible),
            _ => None,
        }
    }

    /// Returns the display label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Possible => "Possible duplicate",
            Self::Likely => "Likely duplicate",
        }
    }
}

/// The duplicate score of a pair of contacts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicateScore {
    /// Sum of the points, limited to 0 to 100. 0 with a veto.
    pub percent: u8,
    /// The compared fields, in a fixed order.
    pub reasons: Vec<DuplicateReason>,
    /// Null if nothing rules out a duplicate.
    pub veto: Option<DuplicateVeto>,
}

impl DuplicateScore {
    /// Returns `None` if the pair is not reported.
    pub const fn likeness(&self) -> Option<Likeness> {
        Likeness::of(self.percent)
    }

    /// Returns whether the contacts have the same name and no compared field differs. A name alone is not enough for a
    /// [`Likeness`].
    pub fn is_of_namesakes(&self) -> bool {
        let has = |field, agreements: &[FieldAgreement]| {
            self.reasons
                .iter()
                .any(|reason| reason.field == field && agreements.contains(&reason.agreement))
        };
        let is_same_person = has(DuplicateField::LastName, &[FieldAgreement::Exact])
            && has(
                DuplicateField::FirstName,
                &[FieldAgreement::Exact, FieldAgreement::Nickname],
            );
        let is_same_organization = has(DuplicateField::Organization, &[FieldAgreement::Exact]);
        self.veto.is_none()
            && (is_same_person || is_same_organization)
            && self
                .reasons
                .iter()
                .all(|reason| reason.agreement != FieldAgreement::Differs)
    }
}
