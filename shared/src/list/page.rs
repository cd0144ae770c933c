//! A page of a list.

use serde::Serialize;

/// A page of a list. Rows hold the uuid and the selected columns.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListPage {
    pub items: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Total number of rows of the query
    pub total_records: i64,
    /// Send it as `limit.after` to get a later page of the same query.
    pub cursor: Option<String>,
}
