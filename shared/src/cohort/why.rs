//! Explains why a rule includes a contact.

use crate::list::eval::{Cell, Row, matching_indexes};
use crate::list::{CheckedQuery, FilterCondition, FilterValue};
use serde::{Deserialize, Serialize};

/// A condition that a contact meets, and the matching value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reason {
    /// The condition as written in the rule.
    pub condition: FilterCondition,
    /// The value as shown in the list.
    #[cfg_attr(feature = "ts", tsify(type = "string | number | boolean | null"))]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::list::value::scalar_schema))]
    pub value: FilterValue,
}

/// Returns the conditions that the row meets, for each filter item. Returns `None` if the rule excludes the
/// row.
///
/// `query` must be the checked form of `filter`.
pub fn reasons(filter: &[FilterValue], query: &CheckedQuery, row: &impl Row) -> Option<Vec<Vec<Reason>>> {
    let held = query.filter.iter().map(|group| matching_indexes(group, row));
    let reasons = held.zip(filter).map(|(places, item)| {
        let reasons = places.into_iter().filter_map(|place| {
            let condition = match item.get("any").and_then(FilterValue::as_list) {
                Some(alternatives) => alternatives.get(place)?,
                None => item,
            };
            let condition = condition_of(condition)?;
            let value = wire(row.cell(&condition.column));
            Some(Reason { condition, value })
        });
        let reasons: Vec<_> = reasons.collect();
        (!reasons.is_empty()).then_some(reasons)
    });
    reasons.collect()
}

fn condition_of(item: &FilterValue) -> Option<FilterCondition> {
    Some(FilterCondition {
        column: item.get("column")?.as_str()?.to_owned(),
        op: crate::list::FilterOp::from_name(item.get("op")?.as_str()?)?,
        value: item.get("value").cloned().unwrap_or_default(),
    })
}

fn wire(cell: Cell) -> FilterValue {
    match cell {
        Cell::Empty => FilterValue::Null,
        Cell::Text(text) => FilterValue::Text(text),
        Cell::Integer(number) => FilterValue::Integer(number),
        Cell::Money(amount) => FilterValue::Text(amount.to_string()),
        Cell::Date(date) => FilterValue::Text(date.to_string()),
        Cell::Flag(flag) => FilterValue::Flag(flag),
    }
}
