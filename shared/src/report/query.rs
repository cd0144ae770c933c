//! Saved query of a report.

use super::ReportType;
use crate::contract::PolicyStatus;
use crate::list::{CheckedQuery, Column, FilterValue, ListName, ListQuery, Sort, check};
use crate::problem::FieldProblem;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A list query without its row range.
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

impl ReportType {
    /// Adds the filter that belongs to the report type: `Policy` reports exclude ended policies, `AllPolicy`
    /// reports include them.
    #[must_use]
    pub fn narrow(self, mut query: ListQuery) -> ListQuery {
        if self == Self::Policy {
            let text = |text: &str| FilterValue::Text(text.to_owned());
            let ended = PolicyStatus::ALL.iter().filter(|status| status.has_ended());
            let ended = ended.map(|status| text(status.code())).collect();
            query.filter.push(FilterValue::Object(vec![
                ("column".into(), text("status")),
                ("op".into(), text("notIn")),
                ("value".into(), FilterValue::List(ended)),
            ]));
        }
        query
    }
}

/// Placeholder for today. The validity of a query does not depend on the date.
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

    /// Validates the query and adds the filter of the report type.
    ///
    /// # Errors
    /// Returns all validation errors of the query, by field.
    pub fn checked(&self, report_type: ReportType, today: Date) -> Result<CheckedQuery, Vec<FieldProblem>> {
        let list = report_type.list();
        let mut checked = check(list, &self.to_list_query(), today)?;
        let own = report_type.narrow(ListQuery::default());
        checked.filter.extend(check(list, &own, today)?.filter);
        Ok(checked)
    }

    /// Returns the columns that the report shows, or `None` if it cannot be run.
    pub fn columns(&self, report_type: ReportType) -> Option<Vec<&'static Column>> {
        let checked = self.checked(report_type, ANY_DAY).ok()?;
        Some(checked.columns)
    }

    /// Returns all validation errors of the query, by field.
    pub fn faults(&self, list: ListName) -> Vec<FieldProblem> {
        check(list, &self.to_list_query(), ANY_DAY)
            .err()
            .unwrap_or_default()
    }

    /// Returns the first error that prevents a saved report from running, or `None` if it can run.
    pub fn problem(&self, report_type: ReportType) -> Option<FieldProblem> {
        self.faults(report_type.list()).into_iter().next()
    }

    /// Returns whether the matching rows can change from one day to the next without changes to the data.
    pub fn depends_on_day(&self, list: ListName) -> bool {
        let rows = |day: Date| check(list, &self.to_list_query(), day).map(|checked| checked.filter);
        // Policies issued on February 29 have their anniversary in March or February, depending on the year.
        let reads_computed_column = |checked: &Vec<Vec<crate::list::Condition>>| {
            checked
                .iter()
                .flatten()
                .any(|condition| matches!(condition.column.key, "age" | "anniversaryMonth"))
        };
        match (rows(ANY_DAY), rows(Date::constant(2001, 7, 4))) {
            (Ok(one), Ok(other)) => one != other || reads_computed_column(&one),
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
    fn reports_an_unknown_column() {
        let gone = query(&json!([{ "column": "shoeSize", "op": "eq", "value": 44 }]));
        let problem = gone.problem(ReportType::Policy).map(|p| (p.field, p.code));
        assert_eq!(
            problem,
            Some(("filter[0].column".into(), "unknown_column".into()))
        );
        assert_eq!(ReportQuery::default().problem(ReportType::Policy), None);
    }

    #[test]
    fn shows_the_default_columns_unless_some_are_selected() {
        let keys = |query: &ReportQuery| -> Option<Vec<&str>> {
            let columns = query.columns(ReportType::Policy)?;
            Some(columns.iter().map(|column| column.key).collect())
        };
        let defaults = ListName::Policies
            .columns()
            .iter()
            .filter(|column| column.default);
        assert_eq!(
            keys(&ReportQuery::default()),
            Some(defaults.map(|column| column.key).collect())
        );
        let select = |columns: &[&str]| ReportQuery {
            select_columns: columns.iter().map(|key| (*key).to_owned()).collect(),
            ..ReportQuery::default()
        };
        assert_eq!(
            keys(&select(&["carrier", "status"])),
            Some(vec!["carrier", "status"])
        );
        assert_eq!(keys(&select(&["shoeSize"])), None);
    }

    #[test]
    fn policy_reports_exclude_ended_policies() {
        let lapsed = query(&json!([{ "column": "status", "op": "eq", "value": "Lapsed" }]));
        for (report_type, groups) in [
            (ReportType::Policy, 2),
            (ReportType::AllPolicy, 1),
            (ReportType::Annuity, 1),
        ] {
            let asked = lapsed
                .checked(report_type, ANY_DAY)
                .map(|checked| checked.filter.len());
            assert_eq!(asked, Ok(groups), "{report_type:?}");
            let whole = ReportQuery::default().checked(report_type, ANY_DAY);
            assert_eq!(whole.map(|checked| checked.is_unfiltered()), Ok(groups == 1));
        }
        for status in PolicyStatus::ALL {
            assert!(!(status.has_ended() && status.in_force()), "{status:?}");
        }
    }

    #[test]
    fn relative_dates_and_ages_depend_on_the_day() {
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
            (
                ListName::Policies,
                json!([{ "column": "anniversaryMonth", "op": "eq", "value": "03" }]),
                true,
            ),
        ] {
            let query = query(&filter);
            assert_eq!(query.faults(list), []);
            assert_eq!(query.depends_on_day(list), depends, "{query:?}");
        }
    }
}
