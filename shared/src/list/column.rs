//! A column: its key on the wire, its label, its type and what a query may do with it.

use super::operator::{FilterOp, operators};
use crate::contract::{Choice, EnumName, options};
use serde::{Deserialize, Serialize};

/// What the cells of a column hold; it decides the operators, the SQL type and the alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ColumnType {
    /// Compared without regard to case and accents.
    Text,
    /// One code out of a fixed set.
    Choice,
    Integer,
    /// US dollars, exact decimal text on the wire.
    Money,
    /// `YYYY-MM-DD`.
    Date,
    /// RFC 3339 in UTC; not filtered.
    Timestamp,
    Flag,
}

/// A column of a list, as the code knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub key: &'static str,
    pub label: &'static str,
    pub column_type: ColumnType,
    /// For [`ColumnType::Choice`]: the set of codes.
    pub choices: Option<EnumName>,
    pub filters: bool,
    pub sorts: bool,
    /// The list's totals have a sum for it.
    pub totals: bool,
    /// A new table shows it.
    pub default: bool,
    /// Cells may be empty. Order and paging by key are simpler where they may not.
    pub nullable: bool,
}

impl Column {
    /// A column that can be filtered and sorted, may be empty and is not shown at first.
    pub(super) const fn new(key: &'static str, label: &'static str, column_type: ColumnType) -> Self {
        Self {
            key,
            label,
            column_type,
            choices: None,
            filters: !matches!(column_type, ColumnType::Timestamp),
            sorts: true,
            totals: false,
            default: false,
            nullable: true,
        }
    }

    pub(super) const fn choice(key: &'static str, label: &'static str, set: EnumName) -> Self {
        let mut column = Self::new(key, label, ColumnType::Choice);
        column.choices = Some(set);
        column
    }

    /// A kept count or sum: never empty, part of the totals.
    pub(super) const fn total(key: &'static str, label: &'static str, column_type: ColumnType) -> Self {
        let mut column = Self::new(key, label, column_type);
        column.totals = true;
        column.nullable = false;
        column
    }

    pub(super) const fn shown(mut self) -> Self {
        self.default = true;
        self
    }

    pub(super) const fn required(mut self) -> Self {
        self.nullable = false;
        self
    }

    /// Only to look at: neither filtered nor sorted.
    pub(super) const fn display_only(mut self) -> Self {
        self.filters = false;
        self.sorts = false;
        self
    }
}

/// A column of a list, as it travels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ColumnDescriptor {
    pub key: String,
    pub default_label: String,
    pub column_type: ColumnType,
    /// Empty unless the type is `choice`.
    pub choices: Vec<Choice>,
    pub can_filter: bool,
    pub can_sort: bool,
    pub has_total: bool,
    pub is_default: bool,
    /// What a filter on this column may ask, in the order in which a menu shows it.
    pub operators: Vec<FilterOp>,
}

impl From<&Column> for ColumnDescriptor {
    fn from(column: &Column) -> Self {
        Self {
            key: column.key.into(),
            default_label: column.label.into(),
            column_type: column.column_type,
            choices: column.choices.map(options).unwrap_or_default(),
            can_filter: column.filters,
            can_sort: column.sorts,
            has_total: column.totals,
            is_default: column.default,
            operators: if column.filters {
                operators(column).collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// The answer to `GET …/columns`: sorted by label, as the column picker shows them.
pub fn descriptors_by_label(columns: &[Column]) -> Vec<ColumnDescriptor> {
    let mut descriptors: Vec<_> = columns.iter().map(ColumnDescriptor::from).collect();
    descriptors.sort_by(|a, b| a.default_label.cmp(&b.default_label));
    descriptors
}
