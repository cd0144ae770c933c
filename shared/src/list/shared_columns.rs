//! List columns that viewers of shared reports can see.

use super::column::{Column, ColumnDescriptor};
use super::{ListName, ListSubject};

/// A column that at least one report includes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShownColumn {
    pub column: &'static Column,
    /// Whether all reports include the column. Otherwise, its cells are empty in some rows.
    pub in_every_row: bool,
}

/// The columns of a list that a viewer can see. Other columns cannot be selected, filtered, sorted, searched or
/// totaled.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    list: ListName,
    columns: Vec<ShownColumn>,
}

impl Shown {
    /// Combines the columns of reports on a list.
    pub fn of_reports(list: ListName, reports: &[&[&'static Column]]) -> Self {
        let columns = list.columns().iter().filter_map(|column| {
            let shows = |columns: &&[&'static Column]| columns.iter().any(|other| other.key == column.key);
            reports.iter().any(shows).then(|| ShownColumn {
                column,
                in_every_row: reports.iter().all(shows),
            })
        });
        Self {
            list,
            columns: columns.collect(),
        }
    }

    /// Returns the columns in the order of a new table.
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().map(|shown| shown.column)
    }

    pub fn column(&self, key: &str) -> Option<&'static Column> {
        self.columns().find(|column| column.key == key)
    }

    /// Returns whether the list's totals include the column. On contact lists, only columns shown in every row
    /// have totals, because a contact's contracts count in every row of that contact.
    pub fn has_total(&self, key: &str) -> bool {
        let of_key = |shown: &&ShownColumn| shown.column.key == key;
        match self.list.subject() {
            ListSubject::Contract(_) if matches!(key, "policyCount" | "annuityCount") => true,
            ListSubject::Contract(_) => self.columns.iter().any(|shown| of_key(&shown)),
            ListSubject::Contact(_) | ListSubject::Other => self
                .columns
                .iter()
                .find(of_key)
                .is_some_and(|shown| shown.in_every_row),
        }
    }

    /// Returns the column descriptors for `GET …/columns`. New tables show all of these columns.
    pub fn descriptors(&self) -> Vec<ColumnDescriptor> {
        let descriptor = |column: &'static Column| ColumnDescriptor {
            has_total: column.totals && self.has_total(column.key),
            is_default: true,
            ..ColumnDescriptor::from(column)
        };
        self.columns().map(descriptor).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::check::{CheckedQuery, check_shown};
    use crate::list::{ListQuery, Private, SortDirection, check};
    use jiff::civil::Date;
    use serde_json::{Value, json};

    const TODAY: Date = Date::constant(2026, 11, 21);

    fn shown(list: ListName, reports: &[&[&str]]) -> Shown {
        let columns: Vec<Vec<&'static Column>> = reports
            .iter()
            .map(|keys| keys.iter().filter_map(|key| list.column(key)).collect())
            .collect();
        let columns: Vec<&[&'static Column]> = columns.iter().map(Vec::as_slice).collect();
        Shown::of_reports(list, &columns)
    }

    fn ask(shown: &Shown, query: Value) -> Result<CheckedQuery, Vec<String>> {
        let query: ListQuery = serde_json::from_value(query).unwrap_or_default();
        check_shown(shown.list, (Some(shown), Private::None), &query, TODAY).map_err(|faults| {
            let faults = faults.into_iter();
            faults
                .map(|fault| format!("{} {}", fault.field, fault.code))
                .collect()
        })
    }

    #[test]
    fn rejects_hidden_columns_like_unknown_ones() {
        let shown = shown(ListName::Owners, &[&["name", "state"]]);
        let hidden = |column: &str| {
            let filter = json!({ "column": column, "op": "isEmpty" });
            ask(
                &shown,
                json!({
                    "selectColumns": ["name", column],
                    "filter": [filter, { "any": [{ "column": "state", "op": "eq", "value": "CT" }, filter] }],
                    "sort": [{ "column": column, "direction": "asc" }],
                    "customLabels": { column: "Label" },
                }),
            )
        };
        let unknown = hidden("shoeSize").unwrap_err();
        assert_eq!(unknown.len(), 5);
        let named = unknown.iter().map(|fault| fault.replace("shoeSize", "email"));
        assert_eq!(hidden("email").unwrap_err(), named.collect::<Vec<_>>());
    }

    #[test]
    fn selects_and_sorts_by_shown_columns_by_default() {
        let keys = |query: &CheckedQuery| -> Vec<&str> { query.columns.iter().map(|c| c.key).collect() };
        for (report, selected, sort) in [
            (vec!["city", "name"], vec!["name", "city"], Some("name")),
            (vec!["taxId", "city"], vec!["city", "taxId"], Some("city")),
            (vec!["taxId"], vec!["taxId"], None),
        ] {
            let query = ask(&shown(ListName::Owners, &[&report]), json!({})).unwrap();
            assert_eq!(keys(&query), selected);
            assert_eq!(query.sort.first().map(|(column, _)| column.key), sort);
            assert!(
                query
                    .sort
                    .iter()
                    .all(|(_, direction)| *direction == SortDirection::Asc)
            );
        }
        let whole = check(ListName::Owners, &ListQuery::default(), TODAY).unwrap();
        assert_eq!(whole.shown, None);
        assert!(whole.columns.len() > 2);
    }

    #[test]
    fn combines_the_columns_of_reports() {
        let both = shown(
            ListName::Owners,
            &[
                &["name", "deathBenefit"],
                &["name", "policyCount", "deathBenefit"],
            ],
        );
        let columns: Vec<_> = both
            .columns
            .iter()
            .map(|one| (one.column.key, one.in_every_row))
            .collect();
        assert_eq!(
            columns,
            [("name", true), ("policyCount", false), ("deathBenefit", true)]
        );
        let totals: Vec<_> = both
            .descriptors()
            .into_iter()
            .filter(|column| column.has_total)
            .map(|column| column.key)
            .collect();
        assert_eq!(totals, ["deathBenefit"]);
        assert!(both.column("email").is_none() && both.column("policyCount").is_some());
    }

    #[test]
    fn totals_cover_shown_columns_and_count_contracts() {
        let policies = shown(
            ListName::Policies,
            &[&["policyNumber", "deathBenefit"], &["policyNumber"]],
        );
        for (key, has_total) in [
            ("policyCount", true),
            ("deathBenefit", true),
            ("annualizedPremium", false),
        ] {
            assert_eq!(policies.has_total(key), has_total, "{key}");
        }
    }

    #[test]
    fn accepts_cursors_of_rows_with_empty_cells() {
        let both = shown(
            ListName::Policies,
            &[&["policyNumber", "deathBenefit"], &["policyNumber"]],
        );
        let cursor = "1,2,00000000-0000-0000-0000-000000000000,0:";
        let query = |limit: Value| json!({ "sort": [{ "column": "deathBenefit", "direction": "asc" }], "limit": limit });
        let limit = json!({ "offset": 1, "after": cursor });
        assert!(ask(&both, query(limit.clone())).is_ok());
        let query: ListQuery = serde_json::from_value(query(limit)).unwrap();
        assert!(
            check(ListName::Policies, &query, TODAY).is_err(),
            "no cell of the whole list is empty"
        );
    }
}
