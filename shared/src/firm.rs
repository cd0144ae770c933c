//! Firms as listed for staff.

use serde::Serialize;

/// A firm as listed for staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirmEntry {
    pub firm_id: i32,
    pub name: String,
    /// Only active firms can be opened.
    pub is_active: bool,
    pub is_demo: bool,
    /// Number of active users
    pub user_count: i64,
    /// Maximum number of active users. Null for no limit.
    pub user_limit: Option<i32>,
    pub document_limit: Option<i32>,
    pub contact_count: i64,
}
