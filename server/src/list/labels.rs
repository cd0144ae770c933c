//! Formats cells for exported files.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use shared::list::{CheckedQuery, Column, ColumnType};
use std::borrow::Cow;
use std::collections::HashMap;

/// Labels of the codes in a query's choice columns, and the viewer's time zone.
pub struct Labels {
    choices: HashMap<&'static str, HashMap<String, String>>,
    zone: TimeZone,
}

impl Labels {
    pub fn of(query: &CheckedQuery) -> Self {
        let columns = query.columns.iter();
        let choices = columns.filter_map(|column| Some((column.key, column.choices?)));
        let labels = choices.map(|(key, set)| {
            let choices = shared::contract::options(set).into_iter();
            (key, choices.map(|choice| (choice.code, choice.label)).collect())
        });
        Self {
            choices: labels.collect(),
            zone: TimeZone::get(&query.time_zone).unwrap_or(TimeZone::UTC),
        }
    }

    /// Returns the local date and time of a timestamp, without fractions of a second. The heading of the column names
    /// the time zone.
    pub fn local(&self, at: Timestamp) -> DateTime {
        let local = at.to_zoned(self.zone.clone()).datetime();
        local.with().subsec_nanosecond(0).build().unwrap_or(local)
    }

    /// Returns the display text of a text or choice cell.
    pub fn text<'a>(&'a self, column: &Column, value: &'a str) -> Cow<'a, str> {
        if column.key == "phone" || column.key == "mobilePhone" {
            // Stored phone numbers start with a plus sign, which spreadsheets interpret as a formula.
            return shared::contact::phone::format(value).into();
        }
        if column.column_type == ColumnType::Choice {
            let label = self.choices.get(column.key).and_then(|labels| labels.get(value));
            return label.map_or(value, String::as_str).into();
        }
        value.into()
    }
}

/// Returns the heading of a column: its custom label, or the default. Columns of timestamps name the time zone.
pub fn heading<'a>(query: &'a CheckedQuery, column: &Column) -> Cow<'a, str> {
    let label = match query.labels.get(column.key) {
        Some(label) => label,
        None => query
            .columns
            .iter()
            .find(|other| other.key == column.key)
            .map_or("", |column| column.label),
    };
    if column.column_type == ColumnType::Timestamp {
        format!("{label} ({})", query.time_zone).into()
    } else {
        label.into()
    }
}
