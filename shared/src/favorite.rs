//! Records that users pin to the menu.

use crate::list::ListName;
use crate::permission::Feature;
use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of favorites per user and firm.
pub const MAX_FAVORITES: usize = 100;

coded! {
    /// Kind of record that can be a favorite.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    FavoriteKind {
        Agent = "agent", "Agent";
        Owner = "owner", "Owner";
        Insured = "insured", "Insured";
        /// An owner with a page of its own.
        Trust = "trust", "Trust";
        Policy = "policy", "Policy";
        Annuity = "annuity", "Annuity";
    }
}

impl FavoriteKind {
    /// Returns the list that contains these records.
    pub const fn list(self) -> ListName {
        match self {
            Self::Agent => ListName::Agents,
            Self::Owner | Self::Trust => ListName::Owners,
            Self::Insured => ListName::Insureds,
            Self::Policy => ListName::Policies,
            Self::Annuity => ListName::Annuities,
        }
    }

    /// Returns the feature that opens these records.
    pub const fn feature(self) -> Feature {
        match self {
            Self::Trust => Feature::Trusts,
            other => other.list().spec().feature,
        }
    }
}

/// A favorite, with the current name of its record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Favorite {
    pub kind: FavoriteKind,
    pub uuid: Uuid,
    /// Name of a person or trust, number of a contract.
    pub title: String,
    /// Distinguishes records with the same title: NPN, email or city of people, insured and carrier of contracts.
    pub detail: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_match_json() {
        for kind in FavoriteKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.code());
        }
    }

    #[test]
    fn trusts_use_the_owner_list_but_need_their_own_permission() {
        assert_eq!(FavoriteKind::Trust.list(), ListName::Owners);
        assert_eq!(FavoriteKind::Trust.feature(), Feature::Trusts);
        assert_eq!(FavoriteKind::Owner.feature(), Feature::Contacts);
        assert_eq!(FavoriteKind::Annuity.feature(), Feature::Annuities);
    }
}
