use super::*;
use crate::list::eval::{Cell, Row, matches};
use proptest::prelude::*;
use serde_json::json;

struct Person {
    state: Option<String>,
    policies: i64,
}

impl Row for Person {
    fn cell(&self, key: &str) -> Cell {
        match key {
            "state" => self.state.clone().map_or(Cell::Empty, Cell::Text),
            "policyCount" => Cell::Integer(self.policies),
            _ => Cell::Empty,
        }
    }

    fn search_text(&self) -> String {
        String::new()
    }
}

fn person(state: &str, policies: i64) -> Person {
    Person {
        state: (!state.is_empty()).then(|| state.to_owned()),
        policies,
    }
}

fn filter(items: &serde_json::Value) -> Vec<FilterValue> {
    serde_json::from_value(items.clone()).unwrap_or_default()
}

fn why(items: &serde_json::Value, person: &Person) -> Option<serde_json::Value> {
    let filter = filter(items);
    let query = check(ListName::Agents, &rule_query(&filter), ANY_DAY).unwrap_or_else(|f| panic!("{f:?}"));
    reasons(&filter, &query, person).map(|reasons| {
        let short = |reason: &Reason| json!([reason.condition.column, reason.value]);
        json!(
            reasons
                .iter()
                .map(|group| group.iter().map(short).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        )
    })
}

#[test]
fn reasons_name_matching_conditions_and_values() {
    let west = json!({ "column": "state", "op": "in", "value": ["CA", "OR"] });
    let many = json!({ "column": "policyCount", "op": "gte", "value": 10 });
    for (rule, who, expected) in [
        (json!([west]), person("CA", 0), Some(json!([[["state", "CA"]]]))),
        (json!([west]), person("NY", 0), None),
        (json!([west]), person("", 0), None),
        (
            json!([west, many]),
            person("OR", 12),
            Some(json!([[["state", "OR"]], [["policyCount", 12]]])),
        ),
        (json!([west, many]), person("OR", 9), None),
        (
            json!([{ "any": [west, many] }]),
            person("NY", 12),
            Some(json!([[["policyCount", 12]]])),
        ),
        (
            json!([{ "any": [west, many] }]),
            person("CA", 10),
            Some(json!([[["state", "CA"], ["policyCount", 10]]])),
        ),
        (json!([{ "any": [west, many] }]), person("NY", 1), None),
        (
            json!([{ "column": "state", "op": "isEmpty" }]),
            person("", 1),
            Some(json!([[["state", null]]])),
        ),
    ] {
        assert_eq!(why(&rule, &who), expected, "{rule}");
    }
}

proptest! {
    /// A row has reasons if and only if the list query matches it.
    #[test]
    fn reasons_exist_exactly_for_matching_rows(
        rule in prop::collection::vec(prop::collection::vec((any::<bool>(), 0..4_i64), 1..4), 1..4),
        state in 0..4_i64,
        policies in 0..4_i64,
    ) {
        let states = ["CA", "NY", "TX", "OR"];
        let condition = |&(is_state, value): &(bool, i64)| if is_state {
            json!({ "column": "state", "op": "eq", "value": states[usize::try_from(value).unwrap()] })
        } else {
            json!({ "column": "policyCount", "op": "eq", "value": value })
        };
        let items: Vec<_> = rule
            .iter()
            .map(|group| json!({ "any": group.iter().map(condition).collect::<Vec<_>>() }))
            .collect();
        let filter = filter(&json!(items));
        let query = check(ListName::Agents, &rule_query(&filter), ANY_DAY).unwrap();
        let who = person(states[usize::try_from(state).unwrap()], policies);
        let found = reasons(&filter, &query, &who);
        prop_assert_eq!(found.is_some(), matches(&query, &who));
        for reason in found.into_iter().flatten().flatten() {
            let asked = &reason.condition.value;
            prop_assert_eq!(asked, &reason.value);
        }
    }
}

#[test]
fn requires_name_of_1_to_80_characters() {
    for (typed, kept, is_fine) in [
        ("  West   coast ", "West coast", true),
        ("", "", false),
        (" \u{a0} ", "", false),
        (&"é".repeat(80), &"é".repeat(80), true),
        (&"é".repeat(81), &"é".repeat(81), false),
    ] {
        let (name, _, findings) = normalize(typed, None);
        assert_eq!(
            (name.as_str(), findings.is_acceptable()),
            (kept, is_fine),
            "{typed}"
        );
    }
    let long = "x".repeat(501);
    let (_, _, findings) = normalize("a", Some(&long));
    assert_eq!(findings.0[0].field, "description");
}

#[test]
fn rejects_invalid_rules() {
    use CohortKind::{Rule, Static};
    let first = |kind, contact_type, items: serde_json::Value| {
        let faults = rule_faults(kind, contact_type, &filter(&items));
        faults.into_iter().next().map(|fault| (fault.field, fault.code))
    };
    let npn = json!([{ "column": "npn", "op": "isNotEmpty" }]);
    let fault = |field: &str, code: &str| Some((field.to_owned(), code.to_owned()));
    for (kind, contact_type, items, expected) in [
        (Static, ContactKind::Agent, json!([]), None),
        (Rule, ContactKind::Agent, npn.clone(), None),
        (
            Static,
            ContactKind::Agent,
            npn.clone(),
            fault("filter", "not_for_this_kind"),
        ),
        (Rule, ContactKind::Owner, json!([]), fault("filter", "required")),
        (
            Rule,
            ContactKind::Owner,
            npn,
            fault("filter[0].column", "unknown_column"),
        ),
        (
            Static,
            ContactKind::Insured,
            json!([]),
            fault("contactType", "not_a_choice"),
        ),
    ] {
        assert_eq!(first(kind, contact_type, items), expected);
    }
}

#[test]
fn requires_either_contacts_or_query() {
    let some = |count: u128| (0..count).map(Uuid::from_u128).collect::<Vec<_>>();
    for (contact_uuids, query, code) in [
        (some(1), None, None),
        (some(5_000), None, None),
        (some(5_001), None, Some("too_many")),
        (some(0), None, Some("required")),
        (some(0), Some(ListQuery::default()), None),
        (some(1), Some(ListQuery::default()), Some("not_both")),
    ] {
        let faults = CohortContacts {
            contact_uuids,
            query,
            ..CohortContacts::default()
        }
        .faults();
        assert_eq!(faults.first().map(|fault| fault.code.as_str()), code);
    }
}
