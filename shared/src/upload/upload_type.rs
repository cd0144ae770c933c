//! Types of records that a file can contain.

use crate::contact::ContactKind;
use crate::contract::Line;
use crate::list::ListName;
use crate::permission::Feature;
use serde::{Deserialize, Serialize};

/// What the rows of a file become. Contacts have the numbers of [`ContactKind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "1 | 2 | 3 | 4 | 5"))]
pub enum UploadType {
    Agents = 1,
    Owners = 2,
    Insureds = 3,
    Policies = 4,
    Annuities = 5,
}

impl UploadType {
    pub const ALL: [Self; 5] = [
        Self::Agents,
        Self::Owners,
        Self::Insureds,
        Self::Policies,
        Self::Annuities,
    ];

    /// Returns the kind of contact. `None` for contracts.
    pub const fn contact_kind(self) -> Option<ContactKind> {
        match self {
            Self::Agents => Some(ContactKind::Agent),
            Self::Owners => Some(ContactKind::Owner),
            Self::Insureds => Some(ContactKind::Insured),
            Self::Policies | Self::Annuities => None,
        }
    }

    /// Returns the line of business. `None` for contacts.
    pub const fn line(self) -> Option<Line> {
        match self {
            Self::Policies => Some(Line::Life),
            Self::Annuities => Some(Line::Annuity),
            Self::Agents | Self::Owners | Self::Insureds => None,
        }
    }

    /// Returns the list that shows the records.
    pub const fn list(self) -> ListName {
        match self {
            Self::Agents => ListName::Agents,
            Self::Owners => ListName::Owners,
            Self::Insureds => ListName::Insureds,
            Self::Policies => ListName::Policies,
            Self::Annuities => ListName::Annuities,
        }
    }

    /// Returns the feature that a user must be able to write to import contracts. `None` for contacts, whose
    /// imports have a separate feature.
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Self::Policies => Some(Feature::AllPolicies),
            Self::Annuities => Some(Feature::Annuities),
            Self::Agents | Self::Owners | Self::Insureds => None,
        }
    }

    /// Returns the singular noun of a record, as in paths and audit entries.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Agents => "agent",
            Self::Owners => "owner",
            Self::Insureds => "insured",
            Self::Policies => "policy",
            Self::Annuities => "annuity",
        }
    }

    /// Returns the plural noun of the records.
    pub const fn nouns(self) -> &'static str {
        match self {
            Self::Agents => "agents",
            Self::Owners => "owners",
            Self::Insureds => "insureds",
            Self::Policies => "policies",
            Self::Annuities => "annuities",
        }
    }
}

impl From<ContactKind> for UploadType {
    fn from(kind: ContactKind) -> Self {
        match kind {
            ContactKind::Agent => Self::Agents,
            ContactKind::Owner => Self::Owners,
            ContactKind::Insured => Self::Insureds,
        }
    }
}

impl From<Line> for UploadType {
    fn from(line: Line) -> Self {
        match line {
            Line::Life => Self::Policies,
            Line::Annuity => Self::Annuities,
        }
    }
}

impl From<UploadType> for u8 {
    fn from(upload_type: UploadType) -> u8 {
        upload_type as u8
    }
}

impl TryFrom<u8> for UploadType {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|upload_type| *upload_type as u8 == number)
            .ok_or_else(|| format!("unknown upload type {number}"))
    }
}

#[cfg(feature = "openapi")]
mod openapi {
    use utoipa::openapi::{ObjectBuilder, RefOr, Schema, schema::Type};

    impl utoipa::PartialSchema for super::UploadType {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .description(Some("1 agents, 2 owners, 3 insureds, 4 policies, 5 annuities"))
                .enum_values(Some([1, 2, 3, 4, 5]))
                .into()
        }
    }
    impl utoipa::ToSchema for super::UploadType {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_numbers_match_their_kinds() {
        for kind in ContactKind::ALL {
            let upload_type = UploadType::from(kind);
            assert_eq!(upload_type as u8, kind as u8);
            assert_eq!(upload_type.contact_kind(), Some(kind));
            assert_eq!(upload_type.list(), ListName::of_contacts(kind));
            assert_eq!(upload_type.noun(), kind.noun());
        }
        for line in Line::ALL {
            let upload_type = UploadType::from(*line);
            assert_eq!(upload_type.line(), Some(*line));
            assert_eq!(upload_type.list(), ListName::of_contracts(*line));
            assert_eq!(upload_type.feature(), Some(upload_type.list().spec().feature));
        }
        for upload_type in UploadType::ALL {
            assert_eq!(UploadType::try_from(upload_type as u8), Ok(upload_type));
            assert_eq!(upload_type.nouns(), upload_type.list().spec().rows);
        }
        assert!(UploadType::try_from(6).is_err());
    }
}
