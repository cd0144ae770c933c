//! The question of a report: what of a list query is kept.

use super::ReportType;
use crate::list::{FilterValue, ListName, ListQuery, Sort, check};
use crate::problem::FieldProblem;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A list query without its page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportQuery {
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom_labels: BTreeMap<String, String>,
    pub select_columns: Vec<String>,
    /// As in [`ListQuery::filter`].
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::list::FilterItem>))]
    pub filter: Vec<FilterValue>,
    pub sort: Vec<Sort>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub search_text: Option<String>,
}

/// Any day: what a day is relative to plays no part in whether a question can be asked.
const ANY_DAY: Date = Date::constant(2000, 1, 1);

impl ReportQuery {
    pub fn to_list_query(&self) -> ListQuery {
        ListQuery {
            custom_labels: self.custom_labels.clone(),
            select_columns: self.select_columns.clone(),
            filter: self.filter.clone(),
            sort: self.sort.clone(),
            search_text: self.search_text.clone(),
            ..ListQuery::default()
        }
    }

    /// Everything that is at fault with the question, by field.
    pub fn faults(&self, list: ListName) -> Vec<FieldProblem> {
        check(list, &self.to_list_query(), ANY_DAY)
            .err()
            .unwrap_or_default()
    }

    /// Why a report that was saved once cannot be run now; none when it can.
    pub fn problem(&self, report_type: ReportType) -> Option<FieldProblem> {
        self.faults(report_type.list()).into_iter().next()
    }

    /// Whether the same rows may match today and not tomorrow.
    pub fn depends_on_day(&self, list: ListName) -> bool {
        let rows = |day: Date| check(list, &self.to_list_query(), day).map(|checked| checked.filter);
        let asks_for_age = |checked: &Vec<Vec<crate::list::Condition>>| {
            checked
                .iter()
                .flatten()
                .any(|condition| condition.column.key == "age")
        };
        match (rows(ANY_DAY), rows(Date::constant(2001, 7, 4))) {
            (Ok(one), Ok(other)) => one != other || asks_for_age(&one),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn query(filter: &serde_json::Value) -> ReportQuery {
        serde_json::from_value(json!({ "filter": filter })).unwrap_or_default()
    }

    #[test]
    fn a_column_that_is_gone_is_named() {
        let gone = query(&json!([{ "column": "shoeSize", "op": "eq", "value": 44 }]));
        let problem = gone.problem(ReportType::Policy).map(|p| (p.field, p.code));
        assert_eq!(
            problem,
            Some(("filter[0].column".into(), "unknown_column".into()))
        );
        assert_eq!(ReportQuery::default().problem(ReportType::Policy), None);
    }

    #[test]
    fn relative_days_and_ages_depend_on_the_day() {
        for (list, filter, depends) in [
            (ListName::Policies, json!([]), false),
            (
                ListName::Policies,
                json!([{ "column": "status", "op": "eq", "value": "InForce" }]),
                false,
            ),
            (
                ListName::Policies,
                json!([{ "column": "issueDate", "op": "gte", "value": "2026-01-01" }]),
                false,
            ),
            (
                ListName::Policies,
                json!([{ "column": "paidToDate", "op": "inNextDays", "value": 30 }]),
                true,
            ),
            (
                ListName::Owners,
                json!([{ "column": "age", "op": "gte", "value": 73 }]),
                true,
            ),
        ] {
            let query = query(&filter);
            assert_eq!(query.faults(list), []);
            assert_eq!(query.depends_on_day(list), depends, "{query:?}");
        }
    }
}
