//! Which changes of the book can alter what a report adds up to.

use crate::list::CheckedQuery;

/// Stands among changed columns for the search text of a row.
pub const SEARCH_TEXT: &str = "searchText";
/// Stands among changed columns for who sells what, which decides over the rows that a block shows.
pub const AGENTS: &str = "$agents";

/// The totals of section 3 of the wire: a change of any of them in a row alters the sums.
const TOTALS: [&str; 10] = [
    "policyCount",
    "deathBenefit",
    "annualizedPremium",
    "policyCashValue",
    "policySurrenderValue",
    "annuityCount",
    "contractValue",
    "premiumsPaid",
    "annuityCashValue",
    "annuitySurrenderValue",
];

/// Whether a change can touch the rows or the totals of the question. `changed` are keys of the list's columns; none
/// says that rows came or went.
pub fn touches(query: &CheckedQuery, sees_whole_firm: bool, changed: Option<&[&str]>) -> bool {
    let Some(changed) = changed else { return true };
    let conditions = query.filter.iter().flatten();
    changed.iter().any(|key| match *key {
        SEARCH_TEXT => !query.search.is_empty(),
        AGENTS => !sees_whole_firm,
        key => {
            TOTALS.contains(&key) && query.list.column(key).is_none_or(|column| column.totals)
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
    fn only_filter_search_and_totals_can_touch() {
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
            ("rows came", plain(), None, true),
            ("another column", plain(), Some(vec!["status"]), false),
            ("its filter", by_status(), Some(vec!["source", "status"]), true),
            (
                "shown and sorted only",
                by_status(),
                Some(vec!["carrier", "issueDate"]),
                false,
            ),
            ("a total", by_status(), Some(vec!["policyCashValue"]), true),
            ("no search", plain(), Some(vec![SEARCH_TEXT]), false),
            ("its search", by_word(), Some(vec![SEARCH_TEXT]), true),
            (
                "no total of an annuity",
                annuities(),
                Some(vec!["deathBenefit"]),
                false,
            ),
            ("nothing", plain(), Some(vec![]), false),
        ] {
            assert_eq!(touches(&query, true, changed.as_deref()), is_touched, "{name}");
        }
        assert!(!touches(&plain(), true, Some(&[AGENTS])));
        assert!(
            touches(&plain(), false, Some(&[AGENTS])),
            "a block has other rows"
        );
    }

    #[test]
    fn every_total_of_every_list_touches() {
        for list in [
            ListName::Agents,
            ListName::Owners,
            ListName::Insureds,
            ListName::Policies,
            ListName::Annuities,
        ] {
            for column in list.columns().iter().filter(|column| column.totals) {
                assert!(
                    touches(&query(list, json!({})), true, Some(&[column.key])),
                    "{}",
                    column.key
                );
            }
        }
    }
}
