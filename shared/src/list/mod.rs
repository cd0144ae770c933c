//! List definitions, and the query type with its validation.
//!
//! The server compiles a checked query to SQL in `server/src/list`. [`eval`] evaluates the same query in
//! memory.

pub mod analysis;
pub mod anniversary;
pub mod check;
pub mod column;
pub mod cursor;
mod definitions;
pub mod eval;
pub mod groups;
pub mod operator;
pub mod page;
pub mod people;
pub mod private;
pub mod query;
pub mod search_term;
pub mod shared_columns;
pub mod shared_view;
pub mod table_state;
pub mod value;

pub use check::{CheckedQuery, Condition, Operand, Test, check, check_shown};
pub use column::{Column, ColumnDescriptor, ColumnType};
pub use definitions::{ListName, ListSpec, ListSubject, custom_fields};
pub use operator::FilterOp;
pub use page::ListPage;
pub use private::Private;
pub use query::{
    ExportFormat, FilterCondition, FilterItem, Limit, ListQuery, MAX_SELECTED_ROWS, Sort, SortDirection,
};
pub use shared_columns::Shown;
pub use value::FilterValue;

use crate::contact::ContactKind;
use crate::contract::Line;
use crate::messages::Message;
use serde::Serialize;

impl ListName {
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.as_str() == name)
    }

    /// Returns the list for a contact type.
    pub fn of_contacts(kind: ContactKind) -> Self {
        match kind {
            ContactKind::Agent => Self::Agents,
            ContactKind::Owner => Self::Owners,
            ContactKind::Insured => Self::Insureds,
        }
    }

    /// Returns the list for a line of business.
    pub fn of_contracts(line: Line) -> Self {
        match line {
            Line::Life => Self::Policies,
            Line::Annuity => Self::Annuities,
        }
    }

    pub fn subject(self) -> ListSubject {
        self.spec().subject
    }

    /// Returns the contact type of the rows. `None` if the rows are not contacts.
    pub fn contact_kind(self) -> Option<ContactKind> {
        match self.subject() {
            ListSubject::Contact(kind) => Some(kind),
            ListSubject::Contract(_) | ListSubject::Other => None,
        }
    }

    /// Returns whether the rows are contracts.
    pub fn is_of_contracts(self) -> bool {
        matches!(self.subject(), ListSubject::Contract(_))
    }

    /// Returns all columns, in the order of a new table.
    pub fn columns(self) -> &'static [Column] {
        self.spec().columns
    }

    pub fn column(self, key: &str) -> Option<&'static Column> {
        self.columns().iter().find(|column| column.key == key)
    }

    /// Returns the default sort column and direction.
    pub fn default_sort(self) -> (&'static Column, SortDirection) {
        let columns = self.columns();
        let column = columns.iter().find(|column| column.orders).unwrap_or(&columns[0]);
        (column, self.spec().default_direction)
    }
}

/// Columns and default sort of a list, for the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListDefinition {
    pub list: ListName,
    /// In the order of a new table.
    pub columns: Vec<ColumnDescriptor>,
    pub default_sort: Sort,
}

impl ListDefinition {
    pub fn of(list: ListName) -> Self {
        let (column, direction) = list.default_sort();
        Self {
            list,
            columns: list.columns().iter().map(ColumnDescriptor::from).collect(),
            default_sort: Sort {
                column: column.key.into(),
                direction,
            },
        }
    }
}

/// Messages for a list's failed API calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListFailures {
    /// Shown if the rows cannot be loaded.
    pub load: Message,
    /// Shown if the export fails.
    pub export: Message,
}

impl ListFailures {
    pub fn of(list: ListName) -> Self {
        let spec = list.spec();
        Self {
            load: Message::failure("Failure", spec.load_failure),
            export: Message::failure("", spec.export_failure),
        }
    }
}

#[cfg(test)]
mod tests;
