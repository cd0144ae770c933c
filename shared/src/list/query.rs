//! The question a list page asks: the wire shape, before it is checked.

use super::groups::PartySet;
use super::operator::FilterOp;
use super::value::FilterValue;
use crate::contact::ContactKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The body of every list call: search, totals and export.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListQuery {
    /// Labels that the viewer gave to columns; used as headers by the export.
    #[cfg_attr(feature = "ts", tsify(optional, type = "Record<string, string>"))]
    pub custom_labels: BTreeMap<String, String>,
    /// Keys of the columns to answer, in order; none means the list's defaults.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub select_columns: Vec<String>,
    /// All items must hold; see [`FilterItem`].
    #[cfg_attr(feature = "ts", tsify(optional, type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<FilterItem>))]
    pub filter: Vec<FilterValue>,
    /// First entry first; none means the list's own order.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub sort: Vec<Sort>,
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub limit: Limit,
    /// Every word must occur in the record's searchable text, without regard to case and accents.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub search_text: Option<String>,
    /// Adds the filter of a saved report.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub report_uuid: Option<Uuid>,
    /// Agents and owners only: members of a cohort.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub cohort_uuid: Option<Uuid>,
    /// Policies and annuities only: contracts that this contact is party to.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub uuid: Option<Uuid>,
    #[cfg_attr(feature = "ts", tsify(optional, type = "ContactKind | null"))]
    pub contact_type: Option<ContactKind>,
    /// With `uuid`: only in these roles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "PartySet | null"))]
    pub party_set: Option<PartySet>,
}

/// Which rows of the answer: `offset` rows are passed over, then `rowCount` are given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Limit {
    /// 0 or more.
    #[serde(default)]
    pub offset: i64,
    /// 1 to 500; export ignores it.
    #[serde(default = "default_row_count")]
    pub row_count: i64,
    /// The `cursor` of an earlier page of the same question, at or before `offset`: saves the count and the
    /// walk over the rows before it.
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

/// One item of a filter: a condition, or several of which one must hold.
///
/// [`ListQuery::filter`] keeps the items as plain JSON so that the check can name the item at fault.
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
    /// Key of the column.
    pub column: String,
    pub op: FilterOp,
    /// None, one value or a list of values, as the operator asks: text, codes and dates as text, money as
    /// text or number, days and counts as number, flags as boolean.
    #[serde(default)]
    #[cfg_attr(
        feature = "ts",
        tsify(optional, type = "string | number | boolean | (string | number)[] | null")
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub value: FilterValue,
}
