//! Filter operators by column type.

use super::column::{Column, ColumnType};
use serde::{Deserialize, Serialize};

/// A filter operator.
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
    /// Both bounds included.
    Between,
    IsEmpty,
    IsNotEmpty,
    /// From `value` days ago to today.
    InLastDays,
    /// From today to `value` days ahead.
    InNextDays,
    /// The next anniversary is at most `value` days away.
    AnniversaryWithinDays,
}

/// Number of values that an operator takes.
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
    /// Returns the name used on the wire.
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
            Gt | Gte | Lt | Lte | Between => matches!(column_type, Integer | Money | Percent | Date),
            InLastDays | InNextDays | AnniversaryWithinDays => column_type == Date,
            IsEmpty | IsNotEmpty => true,
        }
    }

    /// Returns whether the operator applies to the column.
    pub fn fits(self, column: &Column) -> bool {
        self.fits_type(column.column_type) && (column.nullable || !matches!(self, IsEmpty | IsNotEmpty))
    }
}

/// Returns the operators for a column, in menu order.
pub fn operators(column: &Column) -> impl Iterator<Item = FilterOp> {
    ALL.into_iter().filter(|op| op.fits(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_the_wire() {
        for op in ALL {
            assert_eq!(serde_json::to_value(op).unwrap(), op.name());
            assert_eq!(FilterOp::from_name(op.name()), Some(op));
        }
        assert_eq!(FilterOp::from_name("EQ"), None);
    }
}
