//! What was done to a record, as its page tells it: never values, never addresses, never numbers of a person.

use serde::Serialize;
use uuid::Uuid;

/// Something that somebody did to a record.
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
    /// Who really did it.
    pub user: String,
    /// In whose name, if not in their own.
    pub on_behalf_of: Option<String>,
    /// Code of an `AuditAction`.
    pub action: String,
    /// The action in words.
    pub label: String,
    /// Names of the fields that changed, as they travel.
    pub fields: Vec<String>,
    /// What it was done with: a contact, a contract, a document, a change of status.
    pub about: Option<String>,
}

/// A page of what was done, the last first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityPage {
    pub items: Vec<Activity>,
    /// There is more behind it.
    pub has_more: bool,
}
