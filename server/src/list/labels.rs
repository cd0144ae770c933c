//! Formats cells for exported files.

use shared::list::{CheckedQuery, Column, ColumnType};
use std::borrow::Cow;
use std::collections::HashMap;

/// Labels of the codes in a query's choice columns.
pub struct Labels(HashMap<&'static str, HashMap<String, String>>);

impl Labels {
    pub fn of(query: &CheckedQuery) -> Self {
        let columns = query.columns.iter();
        let choices = columns.filter_map(|column| Some((column.key, column.choices?)));
        let labels = choices.map(|(key, set)| {
            let choices = shared::contract::options(set).into_iter();
            (key, choices.map(|choice| (choice.code, choice.label)).collect())
        });
        Self(labels.collect())
    }

    /// Returns the display text of a text or choice cell.
    pub fn text<'a>(&'a self, column: &Column, value: &'a str) -> Cow<'a, str> {
        if column.key == "phone" || column.key == "mobilePhone" {
            // Stored phone numbers start with a plus sign, which spreadsheets interpret as a formula.
            return shared::contact::phone::format(value).into();
        }
        if column.column_type == ColumnType::Choice {
            let label = self.0.get(column.key).and_then(|labels| labels.get(value));
            return label.map_or(value, String::as_str).into();
        }
        value.into()
    }
}

/// Returns the heading of a column: its custom label, or the default.
pub fn heading<'a>(query: &'a CheckedQuery, column: &Column) -> &'a str {
    match query.labels.get(column.key) {
        Some(label) => label,
        None => query
            .columns
            .iter()
            .find(|other| other.key == column.key)
            .map_or("", |column| column.label),
    }
}
