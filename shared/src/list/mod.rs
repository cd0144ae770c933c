//! List definitions, the query type and its check.
//!
//! The server compiles a checked query to SQL in `server/src/list`. [`eval`] evaluates the same query in
//! memory.

pub mod anniversary;
pub mod check;
pub mod column;
pub mod cursor;
mod definitions;
pub mod eval;
pub mod groups;
pub mod operator;
pub mod page;
pub mod query;
pub mod table_state;
pub mod value;

pub use check::{CheckedQuery, Condition, Operand, Test, check};
pub use column::{Column, ColumnDescriptor, ColumnType};
pub use operator::FilterOp;
pub use page::ListPage;
pub use query::{FilterCondition, FilterItem, Limit, ListQuery, Sort, SortDirection};
pub use value::FilterValue;

use crate::contact::ContactKind;
use crate::contract::Line;
use serde::{Deserialize, Serialize};

/// A list of the portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ListName {
    Agents,
    Owners,
    Insureds,
    Policies,
    Annuities,
    AuditLog,
    Cohorts,
}

impl ListName {
    pub const ALL: [Self; 7] = [
        Self::Agents,
        Self::Owners,
        Self::Insureds,
        Self::Policies,
        Self::Annuities,
        Self::AuditLog,
        Self::Cohorts,
    ];

    /// Name on the wire and in stored table states.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agents => "agents",
            Self::Owners => "owners",
            Self::Insureds => "insureds",
            Self::Policies => "policies",
            Self::Annuities => "annuities",
            Self::AuditLog => "auditLog",
            Self::Cohorts => "cohorts",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.as_str() == name)
    }

    /// The list for a contact type.
    pub fn of_contacts(kind: ContactKind) -> Self {
        match kind {
            ContactKind::Agent => Self::Agents,
            ContactKind::Owner => Self::Owners,
            ContactKind::Insured => Self::Insureds,
        }
    }

    /// The list for a line of business.
    pub fn of_contracts(line: Line) -> Self {
        match line {
            Line::Life => Self::Policies,
            Line::Annuity => Self::Annuities,
        }
    }

    /// The contact type of the rows. `None` if the rows are not contacts.
    pub fn contact_kind(self) -> Option<ContactKind> {
        ContactKind::ALL
            .into_iter()
            .find(|kind| Self::of_contacts(*kind) == self)
    }

    /// Returns whether the rows are contracts.
    pub fn is_of_contracts(self) -> bool {
        matches!(self, Self::Policies | Self::Annuities)
    }

    /// All columns, defaults first.
    pub fn columns(self) -> &'static [Column] {
        definitions::columns(self)
    }

    pub fn column(self, key: &str) -> Option<&'static Column> {
        self.columns().iter().find(|column| column.key == key)
    }

    /// Default sort column and direction.
    pub fn default_sort(self) -> (&'static Column, SortDirection) {
        let direction = match self {
            // Newest first.
            Self::AuditLog => SortDirection::Desc,
            _ => SortDirection::Asc,
        };
        (&self.columns()[0], direction)
    }
}

/// Columns and default sort of a list.
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

#[cfg(test)]
mod tests;
