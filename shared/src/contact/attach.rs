//! Requests to attach a contact to a contract, and to turn agent integration on or off.

use serde::Deserialize;
use uuid::Uuid;

/// The contact to attach.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachInput {
    /// Also accepted as `agentUuid` or `insuredUuid`.
    #[serde(alias = "agentUuid", alias = "insuredUuid")]
    pub uuid: Uuid,
    /// Repeats the firm of the path.
    #[serde(default)]
    pub firm_id: Option<i32>,
    /// Repeats the contract of the path.
    #[serde(default)]
    pub policy_uuid: Option<Uuid>,
    /// Agents only: repeats the type of the path.
    #[serde(default)]
    pub agent_type_id: Option<u8>,
    /// Insureds only: whether the type of the path is the primary insured.
    #[serde(default)]
    pub is_primary: Option<bool>,
}

/// The owner to attach, and its type.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachOwnerInput {
    /// Also accepted as `ownerUuid`.
    #[serde(alias = "ownerUuid")]
    pub uuid: Uuid,
    /// Repeats the firm of the path.
    #[serde(default)]
    pub firm_id: Option<i32>,
    /// Repeats the contract of the path.
    #[serde(default)]
    pub policy_uuid: Option<Uuid>,
    /// Also accepted as `ownerTypeId`: 1 Individual, 2 Trust, 3 Corporate, 4 Partnership, 5 Estate, 6 Charity
    #[serde(alias = "ownerTypeId")]
    pub type_id: u8,
}

/// The annuities to change together with the agent. Empty for all of the agent's annuities.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IntegrationInput {
    /// Repeats the agent of the path.
    #[serde(default)]
    pub firm_agent_uuid: Option<Uuid>,
    /// Repeats the flag of the path.
    #[serde(default)]
    pub enabled: Option<bool>,
    /// Repeats the viewer's firm.
    #[serde(default)]
    pub firm_id: Option<i32>,
    #[serde(default)]
    pub annuity_uuids: Vec<Uuid>,
}
