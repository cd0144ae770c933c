//! One definition per list, one query type, one check. The server compiles a checked query to SQL
//! (`server/src/list`), [`eval`] answers the same question for rows in memory.

pub mod anniversary;
pub mod check;
pub mod column;
pub mod cursor;
mod definitions;
pub mod eval;
pub mod groups;
pub mod operator;
pub mod query;
pub mod table_state;
pub mod value;

pub use check::{CheckedQuery, Condition, Operand, Test, check};
pub use column::{Column, ColumnDescriptor, ColumnType};
pub use operator::FilterOp;
pub use query::{FilterCondition, FilterItem, Limit, ListQuery, Sort, SortDirection};
pub use value::FilterValue;

use crate::contact::ContactKind;
use crate::contract::Line;
use serde::{Deserialize, Serialize};

/// The lists of the portal.
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

    /// The name on the wire and in stored table states.
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

    /// The list of a kind of contact.
    pub fn of_contacts(kind: ContactKind) -> Self {
        match kind {
            ContactKind::Agent => Self::Agents,
            ContactKind::Owner => Self::Owners,
            ContactKind::Insured => Self::Insureds,
        }
    }

    /// The list of a line of contracts.
    pub fn of_contracts(line: Line) -> Self {
        match line {
            Line::Life => Self::Policies,
            Line::Annuity => Self::Annuities,
        }
    }

    /// The kind of contact that the rows are, if they are contacts.
    pub fn contact_kind(self) -> Option<ContactKind> {
        ContactKind::ALL
            .into_iter()
            .find(|kind| Self::of_contacts(*kind) == self)
    }

    /// Whether the rows are contracts, which contacts are party to.
    pub fn is_of_contracts(self) -> bool {
        matches!(self, Self::Policies | Self::Annuities)
    }

    /// Every column that the list can show, defaults first.
    pub fn columns(self) -> &'static [Column] {
        definitions::columns(self)
    }

    pub fn column(self, key: &str) -> Option<&'static Column> {
        self.columns().iter().find(|column| column.key == key)
    }

    /// The order of rows when the query names none: a column and a direction.
    pub fn default_sort(self) -> (&'static Column, SortDirection) {
        let direction = match self {
            // The last thing that happened comes first.
            Self::AuditLog => SortDirection::Desc,
            _ => SortDirection::Asc,
        };
        (&self.columns()[0], direction)
    }
}

/// What a screen needs to know of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListDefinition {
    pub list: ListName,
    /// In the order in which a new table shows them.
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
