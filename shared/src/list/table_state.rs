//! How a user left a table.

use super::query::Sort;
use super::value::FilterValue;
use super::{ListName, ListQuery, check};
use crate::problem::{FieldProblem, Findings};
use crate::text;
use serde::{Deserialize, Serialize};

/// Narrowest and widest column, in CSS pixels.
pub const COLUMN_WIDTH: std::ops::RangeInclusive<u16> = 40..=2_000;
const MAX_LABEL_CHARS: usize = 60;
/// More views than this are no help to anybody.
pub const MAX_VIEWS: usize = 30;
const MAX_VIEW_NAME_CHARS: usize = 80;

/// Columns in order, their widths and labels, the order of rows, and the views that the user named.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableState {
    /// The columns, first one first; hidden ones only where they have a label or a width of their own.
    pub columns: Vec<TableColumn>,
    #[serde(default)]
    pub sort: Vec<Sort>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub views: Vec<SavedView>,
}

/// A question that the user comes back to, with the columns that answer it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SavedView {
    /// 1 to 80 characters, unlike the other views of the list in more than case and accents.
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
    /// CSS pixels; none means the column's usual width.
    pub width: Option<u16>,
    /// The user's own label.
    pub label: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub is_hidden: bool,
}

/// Checks that the list has the columns, that every view asks what the list can answer, and that the bounds hold.
///
/// # Errors
/// Every fault, by field.
pub fn check_state(list: ListName, state: &TableState) -> Result<(), Vec<FieldProblem>> {
    let mut faults = Findings::default();
    check_table(list, &state.columns, &state.sort, "", &mut faults);
    if state.views.len() > MAX_VIEWS {
        faults.fault("views", "too_many", "A list has 30 views at most.");
    }
    let mut names = Vec::new();
    for (i, view) in state.views.iter().enumerate().take(MAX_VIEWS) {
        let at = format!("views[{i}].");
        let name = text::fold(&text::clean(&view.name));
        if name.is_empty() || name.chars().count() > MAX_VIEW_NAME_CHARS || view.name.contains('\0') {
            faults.fault(
                format!("{at}name"),
                "length",
                "The name of a view has 1 to 80 characters.",
            );
        } else if names.contains(&name) {
            faults.fault(format!("{at}name"), "not_unique", "Another view has this name.");
        }
        names.push(name);
        check_table(list, &view.columns, &view.sort, &at, &mut faults);
        let question = ListQuery {
            filter: view.filter.clone(),
            search_text: Some(view.search_text.clone()),
            ..ListQuery::default()
        };
        check_question(list, &question, &at, &mut faults);
    }
    if faults.0.is_empty() {
        Ok(())
    } else {
        Err(faults.0)
    }
}

fn check_table(list: ListName, columns: &[TableColumn], sort: &[Sort], at: &str, faults: &mut Findings) {
    // The columns and the order follow the rules of a query.
    let question = ListQuery {
        select_columns: columns.iter().map(|column| column.key.clone()).collect(),
        sort: sort.to_vec(),
        ..ListQuery::default()
    };
    check_question(list, &question, at, faults);
    for (i, column) in columns.iter().enumerate().take(list.columns().len()) {
        if column.width.is_some_and(|width| !COLUMN_WIDTH.contains(&width)) {
            faults.fault(
                format!("{at}columns[{i}].width"),
                "out_of_range",
                "A column is 40 to 2000 pixels wide.",
            );
        }
        let label = column.label.as_deref().map(text::clean).unwrap_or_default();
        if label.chars().count() > MAX_LABEL_CHARS
            || column.label.as_deref().is_some_and(|label| label.contains('\0'))
        {
            faults.fault(
                format!("{at}columns[{i}].label"),
                "length",
                "A label has 60 characters at most.",
            );
        }
    }
}

fn check_question(list: ListName, question: &ListQuery, at: &str, faults: &mut Findings) {
    // What a day is relative to plays no part: the question is asked again, on its own day.
    let any_day = jiff::civil::Date::constant(2000, 1, 1);
    for mut fault in check(list, question, any_day).err().unwrap_or_default() {
        fault.field.insert_str(0, at);
        faults.0.push(fault);
    }
}
