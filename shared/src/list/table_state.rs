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

impl TableState {
    /// Adds a view, or replaces the view of the same name.
    ///
    /// # Errors
    /// Returns `TooManyViews` if the list has [`MAX_VIEWS`] other views.
    pub fn put_view(&mut self, view: SavedView) -> Result<(), TooManyViews> {
        let name = text::fold_name(&view.name);
        let is_full = self.views.len() >= MAX_VIEWS;
        match self
            .views
            .iter_mut()
            .find(|other| text::fold_name(&other.name) == name)
        {
            Some(namesake) => *namesake = view,
            None if is_full => return Err(TooManyViews),
            None => self.views.push(view),
        }
        Ok(())
    }

    /// Removes the view of this name. Returns whether there was one.
    pub fn remove_view(&mut self, name: &str) -> bool {
        let name = text::fold_name(name);
        let before = self.views.len();
        self.views.retain(|view| text::fold_name(&view.name) != name);
        self.views.len() < before
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyViews;

/// Columns and sort order of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLayout {
    /// As in [`TableState::columns`].
    pub columns: Vec<TableColumn>,
    #[serde(default)]
    pub sort: Vec<Sort>,
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
    /// Stays in view when the table is scrolled sideways, as long as all columns before it are pinned. The first column
    /// is always pinned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub is_pinned: bool,
}

/// Checks that columns and sorts are valid for the list, and that lengths are within their limits.
///
/// # Errors
/// Returns all errors with their field paths.
pub fn check_layout(list: ListName, layout: &TableLayout) -> Result<(), Vec<FieldProblem>> {
    let mut faults = Findings::default();
    check_columns(list, &layout.columns, &mut faults);
    check_table(list, (&layout.columns, &layout.sort), Private::All, &mut faults);
    result(faults)
}

/// Validates a private view, visible only to its user.
///
/// # Errors
/// Returns all errors with their field paths.
pub fn check_view(list: ListName, view: &SavedView) -> Result<(), Vec<FieldProblem>> {
    check_view_with(list, view, Private::All)
}

/// Validates a view that may include the given private columns.
pub(super) fn check_view_with(
    list: ListName,
    view: &SavedView,
    private: Private<'_>,
) -> Result<(), Vec<FieldProblem>> {
    let mut faults = Findings::default();
    let name = text::clean(&view.name);
    if name.is_empty() || name.chars().count() > MAX_VIEW_NAME_CHARS || view.name.contains('\0') {
        faults.fault("name", "length", "Enter a name (up to 80 characters).");
    }
    check_columns(list, &view.columns, &mut faults);
    check_table(list, (&view.columns, &view.sort), private, &mut faults);
    let question = ListQuery {
        filter: view.filter.clone(),
        search_text: Some(view.search_text.clone()),
        ..ListQuery::default()
    };
    check_query(list, &question, private, &mut faults);
    result(faults)
}

fn result(faults: Findings) -> Result<(), Vec<FieldProblem>> {
    if faults.0.is_empty() {
        Ok(())
    } else {
        Err(faults.0)
    }
}

/// Checks the widths and labels of columns.
fn check_columns(list: ListName, columns: &[TableColumn], faults: &mut Findings) {
    for (i, column) in columns.iter().enumerate().take(list.columns().len()) {
        if column.width.is_some_and(|width| !COLUMN_WIDTH.contains(&width)) {
            faults.fault(
                format!("columns[{i}].width"),
                "out_of_range",
                "The column width must be 40 to 2000 pixels.",
            );
        }
        let label = column.label.as_deref().map(text::clean).unwrap_or_default();
        if label.chars().count() > MAX_LABEL_CHARS
            || column.label.as_deref().is_some_and(|label| label.contains('\0'))
        {
            faults.fault(
                format!("columns[{i}].label"),
                "length",
                "Enter a label of up to 60 characters.",
            );
        }
    }
}

/// Checks columns and sorts by the rules of a list query.
fn check_table(
    list: ListName,
    (columns, sort): (&[TableColumn], &[Sort]),
    private: Private<'_>,
    faults: &mut Findings,
) {
    let question = ListQuery {
        select_columns: columns.iter().map(|column| column.key.clone()).collect(),
        sort: sort.to_vec(),
        ..ListQuery::default()
    };
    check_query(list, &question, private, faults);
}

fn check_query(list: ListName, question: &ListQuery, private: Private<'_>, faults: &mut Findings) {
    // Placeholder for today. The validity of a query does not depend on the date.
    let any_day = jiff::civil::Date::constant(2000, 1, 1);
    let found = check_shown(list, (None, private), question, any_day).err();
    faults.0.extend(found.unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn columns(keys: &[&str], width: Option<u16>) -> TableLayout {
        let column = |key: &&str| TableColumn {
            key: (*key).into(),
            width,
            label: None,
            is_hidden: false,
            is_pinned: false,
        };
        TableLayout {
            columns: keys.iter().map(column).collect(),
            sort: Vec::new(),
        }
    }

    fn view(change: &Value) -> SavedView {
        let mut view = json!({
            "name": "Due soon", "columns": [{ "key": "npn", "width": null, "label": null }],
            "sort": [{ "column": "name", "direction": "desc" }], "searchText": "pine",
            "filter": [{ "column": "nextCohortSend", "op": "inNextDays", "value": 30 }],
        });
        view.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        serde_json::from_value(view).unwrap()
    }

    #[test]
    fn rejects_layouts_with_invalid_columns() {
        let check = |layout| check_layout(ListName::Agents, &layout);
        assert_eq!(check(columns(&["npn", "name"], Some(120))), Ok(()));
        for bad in [
            columns(&["npn", "npn"], None),
            columns(&["salary"], None),
            columns(&["npn"], Some(5)),
        ] {
            assert!(check(bad.clone()).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn replaces_and_removes_views_ignoring_case_and_accents() {
        let mut state = TableState::default();
        let names = |state: &TableState| -> Vec<String> {
            state.views.iter().map(|view| view.name.clone()).collect()
        };
        for name in ["Dues", "Café", "CAFE"] {
            state.put_view(view(&json!({ "name": name }))).unwrap();
        }
        assert_eq!(names(&state), ["Dues", "CAFE"]);
        assert!(!state.remove_view("Texas"));
        assert!(state.remove_view("dues"));
        assert_eq!(names(&state), ["CAFE"]);
    }

    #[test]
    fn keeps_at_most_30_views() {
        let mut state = TableState::default();
        for i in 0..MAX_VIEWS {
            state
                .put_view(view(&json!({ "name": format!("View {i}") })))
                .unwrap();
        }
        assert_eq!(
            state.put_view(view(&json!({ "name": "One more" }))),
            Err(TooManyViews)
        );
        assert_eq!(
            state.put_view(view(&json!({ "name": "view 7", "searchText": "oak" }))),
            Ok(())
        );
        assert_eq!(state.views.len(), MAX_VIEWS);
        assert_eq!(state.views[7].search_text, "oak");
    }

    #[test]
    fn reports_errors_of_a_view_by_field() {
        let found = |change: Value| {
            let found = check_view(ListName::Agents, &view(&change))
                .err()
                .unwrap_or_default();
            found
                .into_iter()
                .map(|fault| (fault.field, fault.code))
                .collect::<Vec<_>>()
        };
        let fault = |field: &str, code: &str| vec![(field.to_owned(), code.to_owned())];
        assert_eq!(found(json!({})), []);
        assert_eq!(found(json!({ "name": "  " })), fault("name", "length"));
        assert_eq!(
            found(json!({ "columns": [{ "key": "salary", "width": null, "label": null }] })),
            fault("selectColumns[0]", "unknown_column")
        );
        assert_eq!(
            found(json!({ "filter": [{ "column": "npn", "op": "inNextDays", "value": 3 }] })),
            fault("filter[0].op", "operator_does_not_fit")
        );
    }
}
