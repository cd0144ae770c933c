//! What a filter may ask of a column, by the column's type.

use super::column::{Column, ColumnType};
use serde::{Deserialize, Serialize};

/// An operator of a filter condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum FilterOp {
    Eq,
    /// Empty cells count as different.
    Ne,
    In,
    NotIn,
    Contains,
    StartsWith,
    Gt,
    Gte,
    Lt,
    Lte,
    /// Both ends included.
    Between,
    IsEmpty,
    IsNotEmpty,
    /// From `value` days ago up to today.
    InLastDays,
    /// From today up to `value` days ahead.
    InNextDays,
    /// The next return of the day and month is at most `value` days ahead.
    AnniversaryWithinDays,
}

/// How many values an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    None,
    One,
    Two,
    Many,
    /// A whole number of days.
    Days,
}

use FilterOp::*;

const ALL: [FilterOp; 16] = [
    Eq,
    Ne,
    In,
    NotIn,
    Contains,
    StartsWith,
    Gt,
    Gte,
    Lt,
    Lte,
    Between,
    InLastDays,
    InNextDays,
    AnniversaryWithinDays,
    IsEmpty,
    IsNotEmpty,
];

impl FilterOp {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Eq => "eq",
            Ne => "ne",
            In => "in",
            NotIn => "notIn",
            Contains => "contains",
            StartsWith => "startsWith",
            Gt => "gt",
            Gte => "gte",
            Lt => "lt",
            Lte => "lte",
            Between => "between",
            IsEmpty => "isEmpty",
            IsNotEmpty => "isNotEmpty",
            InLastDays => "inLastDays",
            InNextDays => "inNextDays",
            AnniversaryWithinDays => "anniversaryWithinDays",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        ALL.into_iter().find(|op| op.name() == name)
    }

    pub fn arity(self) -> Arity {
        match self {
            IsEmpty | IsNotEmpty => Arity::None,
            Between => Arity::Two,
            In | NotIn => Arity::Many,
            InLastDays | InNextDays | AnniversaryWithinDays => Arity::Days,
            _ => Arity::One,
        }
    }

    fn fits_type(self, column_type: ColumnType) -> bool {
        use ColumnType::*;
        match self {
            Eq | Ne => true,
            In | NotIn => matches!(column_type, Text | Choice),
            Contains | StartsWith => column_type == Text,
            Gt | Gte | Lt | Lte | Between => matches!(column_type, Integer | Money | Date),
            InLastDays | InNextDays | AnniversaryWithinDays => column_type == Date,
            IsEmpty | IsNotEmpty => true,
        }
    }

    /// Whether the operator can be asked of the column.
    pub fn fits(self, column: &Column) -> bool {
        self.fits_type(column.column_type) && (column.nullable || !matches!(self, IsEmpty | IsNotEmpty))
    }
}

/// The operators of a column, in the order of a menu.
pub fn operators(column: &Column) -> impl Iterator<Item = FilterOp> {
    ALL.into_iter().filter(|op| op.fits(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_wire() {
        for op in ALL {
            assert_eq!(serde_json::to_value(op).unwrap(), op.name());
            assert_eq!(FilterOp::from_name(op.name()), Some(op));
        }
        assert_eq!(FilterOp::from_name("EQ"), None);
    }
}
