//! Saved table layouts and views of a user.

use super::query::Sort;
use super::value::FilterValue;
use super::{ListName, ListQuery, Private, check_shown};
use crate::problem::{FieldProblem, Findings};
use crate::text;
use serde::{Deserialize, Serialize};

/// Allowed column widths in CSS pixels.
pub const COLUMN_WIDTH: std::ops::RangeInclusive<u16> = 40..=2_000;
const MAX_LABEL_CHARS: usize = 60;
/// Maximum number of saved views per list.
pub const MAX_VIEWS: usize = 30;
const MAX_VIEW_NAME_CHARS: usize = 80;

/// Layout of a table and its saved views.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableState {
    /// Columns in order. Hidden columns are included only to keep their label or width.
    pub columns: Vec<TableColumn>,
    #[serde(default)]
    pub sort: Vec<Sort>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub views: Vec<SavedView>,
}

/// A named filter, search and sort with its columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SavedView {
    /// 1 to 80 characters. Unique in the list, ignoring case and accents.
    pub name: String,
    pub columns: Vec<TableColumn>,
    #[serde(default)]
    pub sort: Vec<Sort>,
    /// As in [`ListQuery::filter`].
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<super::query::FilterItem>))]
    pub filter: Vec<FilterValue>,
    #[serde(default)]
    pub search_text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableColumn {
    pub key: String,
    /// Width in CSS pixels. `None` selects the default width.
    #[cfg_attr(feature = "ts", tsify(optional, type = "number | null"))]
    pub width: Option<u16>,
    /// Custom label.
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub label: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub is_hidden: bool,
}

/// Checks that columns, sorts and filters are valid for the list, and that lengths and counts are within
/// their limits.
///
/// # Errors
/// Returns all errors with their field paths.
pub fn check_state(list: ListName, state: &TableState) -> Result<(), Vec<FieldProblem>> {
    let mut faults = Findings::default();
    check_table(list, (&state.columns, &state.sort), Private::All, "", &mut faults);
    if state.views.len() > MAX_VIEWS {
        faults.fault(
            "views",
            "too_many",
            "A list can have up to 30 views. Delete one first.",
        );
    }
    let mut names = Vec::new();
    for (i, view) in state.views.iter().enumerate().take(MAX_VIEWS) {
        let at = format!("views[{i}].");
        let name = text::fold_name(&view.name);
        if !name.is_empty() && names.contains(&name) {
            faults.fault(
                format!("{at}name"),
                "not_unique",
                "Another view already has this name. Enter a different name.",
            );
        }
        names.push(name);
        check_view(list, view, Private::All, &at, &mut faults);
    }
    if faults.0.is_empty() {
        Ok(())
    } else {
        Err(faults.0)
    }
}

/// Checks a view. Field paths start with `at`.
pub(super) fn check_view(
    list: ListName,
    view: &SavedView,
    private: Private<'_>,
    at: &str,
    faults: &mut Findings,
) {
    let name = text::clean(&view.name);
    if name.is_empty() || name.chars().count() > MAX_VIEW_NAME_CHARS || view.name.contains('\0') {
        faults.fault(
            format!("{at}name"),
            "length",
            "Enter a name (up to 80 characters).",
        );
    }
    check_table(list, (&view.columns, &view.sort), private, at, faults);
    let question = ListQuery {
        filter: view.filter.clone(),
        search_text: Some(view.search_text.clone()),
        ..ListQuery::default()
    };
    check_table_query(list, &question, private, at, faults);
}

fn check_table(
    list: ListName,
    (columns, sort): (&[TableColumn], &[Sort]),
    private: Private<'_>,
    at: &str,
    faults: &mut Findings,
) {
    // Columns and sort follow the rules of a list query.
    let question = ListQuery {
        select_columns: columns.iter().map(|column| column.key.clone()).collect(),
        sort: sort.to_vec(),
        ..ListQuery::default()
    };
    check_table_query(list, &question, private, at, faults);
    for (i, column) in columns.iter().enumerate().take(list.columns().len()) {
        if column.width.is_some_and(|width| !COLUMN_WIDTH.contains(&width)) {
            faults.fault(
                format!("{at}columns[{i}].width"),
                "out_of_range",
                "The column width must be 40 to 2000 pixels.",
            );
        }
        let label = column.label.as_deref().map(text::clean).unwrap_or_default();
        if label.chars().count() > MAX_LABEL_CHARS
            || column.label.as_deref().is_some_and(|label| label.contains('\0'))
        {
            faults.fault(
                format!("{at}columns[{i}].label"),
                "length",
                "Enter a label of up to 60 characters.",
            );
        }
    }
}

fn check_table_query(
    list: ListName,
    question: &ListQuery,
    private: Private<'_>,
    at: &str,
    faults: &mut Findings,
) {
    // Placeholder for today. The validity of a query does not depend on the date.
    let any_day = jiff::civil::Date::constant(2000, 1, 1);
    for mut fault in check_shown(list, (None, private), question, any_day)
        .err()
        .unwrap_or_default()
    {
        fault.field.insert_str(0, at);
        faults.0.push(fault);
    }
}
