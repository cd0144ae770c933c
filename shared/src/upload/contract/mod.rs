//! Upload of policies and annuities: the fields that a file can fill, reading of their values, and what a row does to a
//! stored contract.

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

/// Values of a row by the code of their field, as in the JSON of a contract. The carrier and people are texts.
pub type Values = BTreeMap<String, Value>;
