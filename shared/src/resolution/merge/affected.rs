//! Contacts, contracts and users affected by a merge.

use crate::contact::ContactRecord;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A contact of a merge, with the records that would move to the remaining contact.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AffectedContact {
    pub contact: ContactRecord,
    /// Uploaded documents.
    pub documents: i64,
    /// Memberships in cohorts that select their contacts.
    pub cohorts: i64,
    /// Best interest forms, if the contact is an owner.
    pub forms: i64,
    /// Gifts of premium, if the contact is a trust.
    pub gifts: i64,
    /// Grantors, trustees and beneficiaries, if the contact is a trust.
    pub people: i64,
    /// Entries that link the contact as a person of a trust or as a beneficiary of a contract.
    pub mentions: i64,
}

/// A contract whose parties a merge would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AffectedContract {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub is_annuity: bool,
    pub number: String,
    pub carrier_name: String,
    /// The contacts of the merge that it is linked to.
    #[cfg_attr(feature = "ts", tsify(type = "string[]"))]
    pub contact_uuids: Vec<Uuid>,
}

/// The contracts that a merge would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AffectedContracts {
    pub policy_count: i64,
    pub annuity_count: i64,
    /// The first 200, by number.
    pub contracts: Vec<AffectedContract>,
}

/// A user whose visible contracts depend on the contacts of a merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AffectedUser {
    pub user_key: String,
    pub name: String,
    /// Label of the user's role in the firm.
    pub role: String,
}
