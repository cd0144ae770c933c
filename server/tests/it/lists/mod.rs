//! The list engine: SQL results match the shared rules on every page and in every order.

pub mod book;
mod custom_fields;
mod downloads;
mod export;
mod fold;
mod maintained_totals;
mod paging;
mod parity;
mod plain_sql;
mod plan;
mod plan_sums;
mod queries;
pub mod scoped;
mod shared;
mod shared_views;
mod visible;

use serde_json::Value;

/// Sorts the two values of a `between`, because queries require them in order: numbers by size, dates by day.
fn in_order<T>(mut pair: Vec<T>, value_of: impl Fn(&T) -> &Value) -> Vec<T> {
    let rank = |one: &T| match value_of(one) {
        Value::String(text) => (
            text.replace(['$', ',', '%'], "")
                .parse::<f64>()
                .unwrap_or_default(),
            text.clone(),
        ),
        value => (value.as_f64().unwrap_or_default(), String::new()),
    };
    pair.sort_by(|one, other| rank(one).partial_cmp(&rank(other)).unwrap());
    pair
}
