//! The activity feed of a record. Entries name users, actions and fields, never field values, IP addresses or
//! tax IDs.

use serde::Serialize;
use uuid::Uuid;

/// An action that a user took on a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Activity {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub at: jiff::Timestamp,
    /// Name of the user who took the action.
    pub user: String,
    /// Name of the impersonated user, if any.
    pub on_behalf_of: Option<String>,
    /// `AuditAction` code.
    pub action: String,
    /// Label of the action.
    pub label: String,
    /// Names of the changed fields, as in the JSON of the record.
    pub fields: Vec<String>,
    /// Subject of the action: a contact, a contract, a document or a status change.
    pub about: Option<String>,
}

/// A page of activity, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityPage {
    pub items: Vec<Activity>,
    /// Older entries exist.
    pub has_more: bool,
}
