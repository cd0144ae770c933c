//! How a user left a table.

use super::query::Sort;
use super::{ListName, ListQuery, check};
use crate::problem::{FieldProblem, Findings};
use crate::text;
use serde::{Deserialize, Serialize};

/// Narrowest and widest column, in CSS pixels.
pub const COLUMN_WIDTH: std::ops::RangeInclusive<u16> = 40..=2_000;
const MAX_LABEL_CHARS: usize = 60;

/// Columns in order, their widths and labels, and the order of rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableState {
    /// The columns shown, first one first.
    pub columns: Vec<TableColumn>,
    #[serde(default)]
    pub sort: Vec<Sort>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableColumn {
    pub key: String,
    /// CSS pixels; none means the column's usual width.
    pub width: Option<u16>,
    /// The user's own label.
    pub label: Option<String>,
}

/// Checks that the list has the columns and that the bounds hold.
///
/// # Errors
/// Every fault, by field.
pub fn check_state(list: ListName, state: &TableState) -> Result<(), Vec<FieldProblem>> {
    let mut faults = Findings::default();
    // The columns and the order follow the rules of a query.
    let query = ListQuery {
        select_columns: state.columns.iter().map(|column| column.key.clone()).collect(),
        sort: state.sort.clone(),
        ..ListQuery::default()
    };
    // Relative dates play no part here: any day serves.
    if let Err(found) = check(list, &query, jiff::civil::Date::ZERO) {
        faults.0.extend(found);
    }
    for (i, column) in state.columns.iter().enumerate().take(list.columns().len()) {
        if column.width.is_some_and(|width| !COLUMN_WIDTH.contains(&width)) {
            faults.fault(
                format!("columns[{i}].width"),
                "out_of_range",
                "A column is 40 to 2000 pixels wide.",
            );
        }
        let label = column.label.as_deref().map(text::clean).unwrap_or_default();
        if label.chars().count() > MAX_LABEL_CHARS
            || column.label.as_deref().is_some_and(|label| label.contains('\0'))
        {
            faults.fault(
                format!("columns[{i}].label"),
                "length",
                "A label has 60 characters at most.",
            );
        }
    }
    if faults.0.is_empty() {
        Ok(())
    } else {
        Err(faults.0)
    }
}
