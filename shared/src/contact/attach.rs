//! Requests to attach a contact to a contract, and to turn agent integration on or off.

use serde::Deserialize;
use uuid::Uuid;

/// The contact to attach.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachInput {
    pub uuid: Uuid,
}

/// The owner to attach, and its type.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachOwnerInput {
    pub uuid: Uuid,
    /// `ownerTypeId`: 1 Individual, 2 Trust, 3 Corporate, 4 Partnership, 5 Estate, 6 Charity
    pub type_id: u8,
}

/// The annuities to change together with the agent. Empty for all of the agent's annuities.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IntegrationInput {
    #[serde(default)]
    pub annuity_uuids: Vec<Uuid>,
}
