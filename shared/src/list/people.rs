//! Filters of columns that list several people: each name in the cell is compared.

use super::check::{Condition, Operand, Test};
use super::column::PEOPLE_SEPARATOR;
use crate::contact::name;
use crate::text::fold;

/// A text test of a column that lists people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeopleTest {
    /// Folded texts. The cell matches if it contains one of them, once it is folded and enclosed in separators.
    pub texts: Vec<String>,
    /// Inverts the test. Empty cells pass an inverted test.
    pub negated: bool,
}

impl PeopleTest {
    /// Returns the test of a condition, or `None` if its column lists no people or its test does not compare texts.
    pub fn of(condition: &Condition) -> Option<Self> {
        if !condition.column.is_people {
            return None;
        }
        let (texts, negated) = match &condition.test {
            Test::OneOf { values, negated } => {
                let names = values.iter().filter_map(|value| match value {
                    Operand::Text(name) => Some(meanings(name)),
                    _ => None,
                });
                (names.flatten().map(|name| enclosed(&name)).collect(), *negated)
            }
            Test::Contains(part) => (meanings(part), false),
            Test::StartsWith(part) => (vec![format!("{PEOPLE_SEPARATOR}{part}")], false),
            Test::Empty(_) | Test::Range { .. } | Test::DayOfYear(_) => return None,
        };
        Some(Self { texts, negated })
    }

    /// Returns whether a cell passes. Empty cells have no text.
    pub fn passes(&self, cell: Option<&str>) -> bool {
        let is_found = cell.is_some_and(|cell| {
            let cell = enclosed(&fold(cell));
            self.texts.iter().any(|text| cell.contains(text.as_str()))
        });
        is_found != self.negated
    }
}

/// Returns the folded texts that a folded name may stand for: `Dana Lee` is also found as `Lee, Dana`.
fn meanings(name: &str) -> Vec<String> {
    name::meanings(name).iter().map(|name| fold(name)).collect()
}

fn enclosed(text: &str) -> String {
    format!("{PEOPLE_SEPARATOR}{text}{PEOPLE_SEPARATOR}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::{FilterOp, ListName, check};
    use jiff::civil::date;
    use serde_json::{Value, json};

    fn passes(op: FilterOp, value: &Value, cell: Option<&str>) -> bool {
        let filter = json!([{ "column": "agent", "op": op.name(), "value": value }]);
        let query = serde_json::from_value(json!({ "filter": filter })).unwrap();
        let checked = check(ListName::Policies, &query, date(2026, 11, 21)).unwrap();
        PeopleTest::of(&checked.filter[0][0]).unwrap().passes(cell)
    }

    #[test]
    fn each_listed_person_is_compared() {
        let cell = Some("Long, Ralph; López, Ana M.; Harbor Agency");
        for (op, value, expected) in [
            (FilterOp::Eq, json!("long, ralph"), true),
            (FilterOp::Eq, json!("Lopez, Ana M."), true),
            (FilterOp::Eq, json!("Ralph Long"), true),
            (FilterOp::Eq, json!("Harbor"), false),
            (
                FilterOp::Eq,
                json!("Long, Ralph; López, Ana M.; Harbor Agency"),
                true,
            ),
            (FilterOp::Ne, json!("Harbor Agency"), false),
            (FilterOp::Ne, json!("Long, Ana"), true),
            (FilterOp::In, json!(["Nobody", "Harbor Agency"]), true),
            (FilterOp::NotIn, json!(["Nobody", "Harbor Agency"]), false),
            (FilterOp::StartsWith, json!("lop"), true),
            (FilterOp::StartsWith, json!("Ana"), false),
            (FilterOp::Contains, json!("ana"), true),
            (FilterOp::Contains, json!("Ana Lopez"), true),
            (FilterOp::Contains, json!("Ana Long"), false),
        ] {
            assert_eq!(passes(op, &value, cell), expected, "{op:?} {value}");
        }
    }

    #[test]
    fn empty_cells_pass_negated_tests_only() {
        assert!(!passes(FilterOp::Eq, &json!("Lee, Ada"), None));
        assert!(passes(FilterOp::Ne, &json!("Lee, Ada"), None));
        assert!(passes(FilterOp::NotIn, &json!(["Lee, Ada"]), None));
    }
}
