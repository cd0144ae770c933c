//! Decides which data changes can affect a report's totals.

use super::totals::totals_of;
use crate::list::CheckedQuery;

/// Pseudo-column in `changed` for a row's search text.
pub const SEARCH_TEXT: &str = "searchText";
/// Pseudo-column in `changed` for agent assignments. Assignments decide which rows a user limited to a block
/// of business can see.
pub const AGENTS: &str = "$agents";

/// Returns whether a change can affect the rows or totals of a query. `changed` lists the keys of the changed
/// columns. `None` means that rows were added or removed.
pub fn affects_report(query: &CheckedQuery, sees_whole_firm: bool, changed: Option<&[&str]>) -> bool {
    let Some(changed) = changed else { return true };
    let conditions = query.filter.iter().flatten();
    changed.iter().any(|key| match *key {
        SEARCH_TEXT => !query.search.is_empty(),
        AGENTS => !sees_whole_firm,
        key => {
            totals_of(query.list).contains(&key)
                || conditions.clone().any(|condition| condition.column.key == key)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::{ListName, ListQuery, check};
    use jiff::civil::Date;
    use serde_json::json;

    fn query(list: ListName, query: serde_json::Value) -> CheckedQuery {
        let query: ListQuery = serde_json::from_value(query).unwrap_or_default();
        check(list, &query, Date::constant(2026, 11, 21)).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    #[test]
    fn only_filter_search_and_totals_affect_a_report() {
        let plain = || query(ListName::Policies, json!({}));
        let by_status = || {
            query(
                ListName::Policies,
                json!({ "filter": [{ "column": "status", "op": "eq", "value": "InForce" }],
                        "selectColumns": ["carrier"], "sort": [{ "column": "issueDate", "direction": "asc" }] }),
            )
        };
        let by_word = || query(ListName::Policies, json!({ "searchText": "lee" }));
        let annuities = || query(ListName::Annuities, json!({}));
        for (name, query, changed, is_touched) in [
            ("rows were added", plain(), None, true),
            ("another column", plain(), Some(vec!["status"]), false),
            (
                "a filtered column",
                by_status(),
                Some(vec!["source", "status"]),
                true,
            ),
            (
                "shown and sorted only",
                by_status(),
                Some(vec!["carrier", "issueDate"]),
                false,
            ),
            ("a total", by_status(), Some(vec!["policyCashValue"]), true),
            ("no search", plain(), Some(vec![SEARCH_TEXT]), false),
            ("the search text", by_word(), Some(vec![SEARCH_TEXT]), true),
            (
                "no total of an annuity",
                annuities(),
                Some(vec!["deathBenefit"]),
                false,
            ),
            ("no column", plain(), Some(vec![]), false),
        ] {
            assert_eq!(
                affects_report(&query, true, changed.as_deref()),
                is_touched,
                "{name}"
            );
        }
        assert!(!affects_report(&plain(), true, Some(&[AGENTS])));
        assert!(
            affects_report(&plain(), false, Some(&[AGENTS])),
            "a block may gain or lose rows"
        );
    }

    #[test]
    fn every_total_of_every_list_affects_a_report() {
        for list in [
            ListName::Agents,
            ListName::Owners,
            ListName::Insureds,
            ListName::Policies,
            ListName::Annuities,
        ] {
            for column in list.columns().iter().filter(|column| column.totals) {
                assert!(
                    affects_report(&query(list, json!({})), true, Some(&[column.key])),
                    "{}",
                    column.key
                );
            }
        }
    }
}
