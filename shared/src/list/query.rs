//! The wire type of list queries, before validation.

use super::groups::PartySet;
use super::operator::FilterOp;
use super::value::FilterValue;
use crate::contact::ContactKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Body of every list request: search, totals and export.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListQuery {
    /// Custom column labels, used as headers in an export.
    #[cfg_attr(feature = "ts", tsify(optional, type = "Record<string, string>"))]
    pub custom_labels: BTreeMap<String, String>,
    /// Column keys in order. Empty selects the list's default columns.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub select_columns: Vec<String>,
    /// Filter items, all of which must match. See [`FilterItem`].
    #[cfg_attr(feature = "ts", tsify(optional, type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<FilterItem>))]
    pub filter: Vec<FilterValue>,
    /// Sort columns, most significant first. Empty selects the list's default sort.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub sort: Vec<Sort>,
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub limit: Limit,
    /// Words that must all occur in the searchable text, ignoring case and accents.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub search_text: Option<String>,
    /// Limits the list to these rows, at most 1,000. Empty means all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string[]"))]
    pub row_uuids: Vec<Uuid>,
    /// Adds the filter of a saved report.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub report_uuid: Option<Uuid>,
    /// Agents and owners only: limits the list to members of a cohort.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub cohort_uuid: Option<Uuid>,
    /// Policies and annuities only: limits the list to contracts that this contact is party to.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub uuid: Option<Uuid>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "ContactKind | null"))]
    pub contact_type: Option<ContactKind>,
    /// Limits `uuid` to these roles. For beneficiaries, `uuid` is any entry of a person or organization, and
    /// `contactType` is left out. Without `uuid`, limits the list to contracts without anyone in these roles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "PartySet | null"))]
    pub party_set: Option<PartySet>,
}

/// Maximum number of rows that a user selects one by one. Larger bulk edits name a filter instead.
pub const MAX_SELECTED_ROWS: usize = 1_000;

/// File format of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ExportFormat {
    #[default]
    Csv,
    Xlsx,
}

/// Page of the result: skips `offset` rows and returns `rowCount` rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Limit {
    /// 0 or more.
    #[serde(default)]
    pub offset: i64,
    /// 1 to 500. Ignored by exports.
    #[serde(default = "default_row_count")]
    pub row_count: i64,
    /// `cursor` of an earlier page of the same query, at or before `offset`. Saves counting and skipping
    /// rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub after: Option<String>,
}

fn default_row_count() -> i64 {
    50
}

impl Default for Limit {
    fn default() -> Self {
        Self {
            offset: 0,
            row_count: default_row_count(),
            after: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sort {
    pub column: String,
    pub direction: SortDirection,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SortDirection {
    Asc,
    Desc,
}

/// A filter item: one condition, or several conditions combined with OR.
///
/// [`ListQuery::filter`] holds items as plain JSON, so that validation errors can name the invalid item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum FilterItem {
    Any { any: Vec<FilterCondition> },
    One(FilterCondition),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FilterCondition {
    /// Column key.
    pub column: String,
    pub op: FilterOp,
    /// Nothing, one value or a list of values, depending on the operator. Texts, codes and dates are strings,
    /// amounts strings or numbers, days and counts numbers, flags booleans.
    #[serde(default)]
    #[cfg_attr(
        feature = "ts",
        tsify(optional, type = "string | number | boolean | (string | number)[] | null")
    )]
    #[cfg_attr(feature = "openapi", schema(schema_with = super::value::condition_schema))]
    pub value: FilterValue,
}
