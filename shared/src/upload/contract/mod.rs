//! Upload of policies and annuities: supported fields, parsing of values, and applying rows to contracts.

mod abbreviations;
mod check;
mod display;
mod field;
mod headers;
mod judge;
mod listed;
mod problems;
mod suggest;
mod terms;
#[cfg(test)]
mod tests;

pub use check::{CheckedContract, ContractCheck};
pub use display::changes;
pub use field::{ContractField, PartyField, ValueType};
pub use judge::{ContractRow, Judged, judge};
pub use listed::riders_of;
pub use suggest::mapping as suggested_mapping;

use serde_json::Value;
use std::collections::BTreeMap;

/// Values of a row by field code, as in a contract's JSON. The carrier and people are plain text.
pub type Values = BTreeMap<String, Value>;
