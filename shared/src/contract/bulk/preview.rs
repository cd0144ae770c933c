//! Counts of a change's effects on the selected contracts.

use super::{Applied, BulkChange};
use crate::contract::contracts::Contract;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum number of current values, and of problems, in a preview.
const MAX_LINES: usize = 20;
/// Maximum number of contract numbers per problem.
const MAX_NUMBERS: usize = 20;

/// Number of contracts with the same current value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrentValue {
    /// The value as in the JSON of the contract.
    #[cfg_attr(feature = "ts", tsify(type = "string | number | boolean | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<serde_json::Value>))]
    pub value: Value,
    pub contracts: usize,
}

/// An error that keeps contracts from being changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkProblem {
    pub message: String,
    pub contracts: usize,
    /// The first 20 contract numbers.
    pub numbers: Vec<String>,
}

/// What a change does to the selected contracts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkPreview {
    pub selected: usize,
    pub changed: usize,
    /// Contracts that have the new value already.
    pub unchanged: usize,
    /// The most frequent current values of the contracts that will change, 20 at most.
    pub current: Vec<CurrentValue>,
    /// The most frequent problems, 20 at most.
    pub problems: Vec<BulkProblem>,
}

impl BulkPreview {
    /// Adds a contract to the counts.
    pub fn add<C: Contract + Serialize>(&mut self, stored: &C, change: &BulkChange, applied: &Applied<C>) {
        self.selected += 1;
        match applied {
            Applied::Unchanged => self.unchanged += 1,
            Applied::Changed(_) => {
                self.changed += 1;
                self.add_current(stored, change.field());
            }
            Applied::Refused(message) => self.add_problem(message, stored.number()),
        }
    }

    fn add_current<C: Serialize>(&mut self, stored: &C, field: &str) {
        let value = serde_json::to_value(stored).map_or(Value::Null, |mut json| json[field].take());
        match self.current.iter_mut().find(|one| one.value == value) {
            Some(one) => one.contracts += 1,
            None => self.current.push(CurrentValue { value, contracts: 1 }),
        }
    }

    fn add_problem(&mut self, message: &str, number: &str) {
        let place = self.problems.iter().position(|one| one.message == message);
        let place = place.unwrap_or_else(|| {
            self.problems.push(BulkProblem {
                message: message.to_owned(),
                contracts: 0,
                numbers: Vec::new(),
            });
            self.problems.len() - 1
        });
        let problem = &mut self.problems[place];
        problem.contracts += 1;
        if problem.numbers.len() < MAX_NUMBERS {
            problem.numbers.push(number.to_owned());
        }
    }

    /// Sorts by frequency and truncates to the maximum numbers of values and problems.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.current.sort_by_key(|one| std::cmp::Reverse(one.contracts));
        self.current.truncate(MAX_LINES);
        self.problems.sort_by_key(|one| std::cmp::Reverse(one.contracts));
        self.problems.truncate(MAX_LINES);
        self
    }
}
