//! Validates a [`ListQuery`] and converts it to a [`CheckedQuery`].

use super::cursor::Cursor;
use super::groups::PartySet;
use super::query::{ListQuery, MAX_SELECTED_ROWS, SortDirection};
use super::search_term::SearchTerm;
use super::{Column, ListName, Private, Shown, anniversary::MonthDay};
use crate::cohort;
use crate::contact::ContactKind;
use crate::problem::{FieldProblem, Findings};
use crate::text;
use jiff::civil::Date;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use uuid::Uuid;

mod condition;
mod limit;
mod search;

pub use limit::{MAX_OFFSET, MAX_ROW_COUNT};
pub use search::search_terms;

const MAX_FILTER_ITEMS: usize = 50;
const MAX_SORTS: usize = 8;
const MAX_LABEL_CHARS: usize = 60;

/// A valid query that refers only to columns of its list.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedQuery {
    pub list: ListName,
    /// Columns visible to the viewer, or `None` for all columns. Search covers only these columns.
    pub shown: Option<Shown>,
    /// Columns of the response in order, without duplicates.
    pub columns: Vec<&'static Column>,
    pub labels: BTreeMap<&'static str, String>,
    /// Groups combined with AND. Conditions within a group are combined with OR. No group is empty.
    pub filter: Vec<Vec<Condition>>,
    /// Empty only if no shown column can be sorted.
    pub sort: Vec<(&'static Column, SortDirection)>,
    /// Terms that must all occur in the searchable text.
    pub search: Vec<SearchTerm>,
    /// Search terms of a saved report. They also match text in hidden columns.
    pub report_search: Vec<SearchTerm>,
    pub offset: u64,
    pub row_count: u32,
    pub after: Option<Cursor>,
    /// Limits a list of contracts to those that this contact is party to, and a list of contacts to those that are party
    /// to one of them.
    pub party: Option<(ContactKind, Uuid)>,
    /// Limits `party` to these roles.
    pub party_set: Option<PartySet>,
    /// Limits the list to contracts with the same person or organization as this beneficiary.
    pub beneficiary: Option<Uuid>,
    /// Limits the list to contracts without anyone in this set.
    pub without: Option<PartySet>,
    pub cohort: Option<Uuid>,
    pub report: Option<Uuid>,
    /// Limits the list to these rows.
    pub among: Option<Vec<Uuid>>,
    /// Leaves these rows out.
    pub except: Vec<Uuid>,
    /// Today in the user's time zone, used to compute ages.
    pub today: Date,
    /// IANA name of the user's time zone, used to convert timestamps to dates.
    pub time_zone: String,
}

impl CheckedQuery {
    /// Returns whether the query matches the whole list, so that maintained counts and totals apply.
    pub fn is_unfiltered(&self) -> bool {
        self.filter.is_empty()
            && self.search.is_empty()
            && self.report_search.is_empty()
            && self.party.is_none()
            && self.beneficiary.is_none()
            && self.without.is_none()
            && self.cohort.is_none()
            && self.report.is_none()
            && self.among.is_none()
            && self.except.is_empty()
    }
}

/// A checked filter condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    pub column: &'static Column,
    pub test: Test,
}

/// The test that a condition applies to a cell. Texts are folded, and relative dates are resolved.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Whether the cell must be empty. Empty text counts as empty.
    Empty(bool),
    OneOf {
        values: Vec<Operand>,
        /// Inverts the test. Empty cells pass an inverted test.
        negated: bool,
    },
    Contains(String),
    StartsWith(String),
    /// Empty cells never pass.
    Range {
        from: Option<(Operand, Inclusive)>,
        to: Option<(Operand, Inclusive)>,
    },
    /// Inclusive ranges of month and day.
    DayOfYear(Vec<(MonthDay, MonthDay)>),
}

/// Whether the bound belongs to the range.
pub type Inclusive = bool;

/// A value of the column's type.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// Folded for text columns, unchanged for codes.
    Text(String),
    Integer(i64),
    Money(Decimal),
    Date(Date),
    Flag(bool),
}

impl Operand {
    /// Returns whether the value is greater than another of the same type. Texts and flags have no order.
    fn is_after(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one > other,
            (Self::Money(one), Self::Money(other)) => one > other,
            (Self::Date(one), Self::Date(other)) => one > other,
            _ => false,
        }
    }
}

/// Checks a query against its list, without private columns. `today` resolves relative dates and ages.
///
/// # Errors
/// Returns all errors with their field paths, such as `filter[2].value`, `sort[0].column` or `limit.offset`.
pub fn check(list: ListName, query: &ListQuery, today: Date) -> Result<CheckedQuery, Vec<FieldProblem>> {
    check_shown(list, (None, Private::None), query, today)
}

fn rows(query: &ListQuery, faults: &mut Findings) -> Option<Vec<Uuid>> {
    if query.row_uuids.len() > MAX_SELECTED_ROWS {
        faults.fault("rowUuids", "too_many", "You can select up to 1,000 rows.");
    }
    (!query.row_uuids.is_empty()).then(|| query.row_uuids.clone())
}

/// Checks the query of a viewer who sees only some columns.
///
/// # Errors
/// See [`check`]. A hidden column causes the same errors as an unknown one.
pub fn check_shown(
    list: ListName,
    (shown, private): (Option<&Shown>, Private<'_>),
    query: &ListQuery,
    today: Date,
) -> Result<CheckedQuery, Vec<FieldProblem>> {
    let mut faults = Findings::default();
    let view = View { list, shown, private };
    let sort = sort(view, query, &mut faults);
    let checked = CheckedQuery {
        list,
        shown: shown.cloned(),
        columns: columns(view, &query.select_columns, &mut faults),
        labels: labels(view, &query.custom_labels, &mut faults),
        filter: condition::groups(view, &query.filter, today, &mut faults),
        search: search::search(query.search_text.as_deref(), &mut faults),
        report_search: Vec::new(),
        offset: limit::offset(&query.limit, &mut faults),
        row_count: limit::row_count(&query.limit, &mut faults),
        after: limit::after(view, &query.limit, &sort, &mut faults),
        sort,
        party: party(list, query, &mut faults),
        party_set: query.party_set,
        beneficiary: query
            .uuid
            .filter(|_| is_of_beneficiary(query) && list.is_of_contracts()),
        without: query.party_set.filter(|_| query.uuid.is_none()),
        cohort: query.cohort_uuid,
        report: query.report_uuid,
        among: rows(query, &mut faults),
        except: Vec::new(),
        today,
        time_zone: "UTC".into(),
    };
    if checked.cohort.is_some() && list.contact_kind().and_then(cohort::list_of).is_none() {
        faults.fault(
            "cohortUuid",
            "not_for_this_list",
            "Only agent and owner lists can be filtered by cohort.",
        );
    }
    if faults.0.is_empty() {
        Ok(checked)
    } else {
        Err(faults.0)
    }
}

/// A list, limited to the columns that the viewer can see.
#[derive(Clone, Copy)]
struct View<'a> {
    list: ListName,
    shown: Option<&'a Shown>,
    private: Private<'a>,
}

impl View<'_> {
    fn column(self, key: &str) -> Option<&'static Column> {
        let column = match self.shown {
            Some(shown) => shown.column(key),
            None => self.list.column(key),
        };
        column.filter(|column| self.private.shows(column.feature))
    }

    fn default_columns(self) -> Vec<&'static Column> {
        let columns: Vec<&'static Column> = match self.shown {
            Some(shown) => shown.columns().collect(),
            None => self
                .list
                .columns()
                .iter()
                .filter(|column| column.default)
                .collect(),
        };
        let shows = |column: &&Column| self.private.shows(column.feature);
        columns.into_iter().filter(shows).collect()
    }

    /// Returns the default order of the list. If its column is hidden, returns the first shown column that
    /// can be sorted.
    fn default_sort(self) -> Option<(&'static Column, SortDirection)> {
        let usual = self.list.default_sort();
        let Some(shown) = self.shown else {
            return Some(usual);
        };
        match shown.columns().find(|column| column.sorts) {
            Some(first) if first.key != usual.0.key => Some((first, SortDirection::Asc)),
            first => first.map(|_| usual),
        }
    }
}

/// Looks up a column, or records `unknown_column`.
fn known(view: View<'_>, key: &str, field: String, faults: &mut Findings) -> Option<&'static Column> {
    let column = view.column(key);
    if column.is_none() {
        let shown: String = key.chars().take(40).collect();
        faults.fault(
            field,
            "unknown_column",
            format!("This list has no column “{shown}”."),
        );
    }
    column
}

fn columns(view: View<'_>, keys: &[String], faults: &mut Findings) -> Vec<&'static Column> {
    if keys.is_empty() {
        return view.default_columns();
    }
    if keys.len() > view.list.columns().len() {
        faults.fault(
            "selectColumns",
            "too_many",
            "Each column can be selected only once.",
        );
        return Vec::new();
    }
    let mut chosen: Vec<&'static Column> = Vec::with_capacity(keys.len());
    for (i, key) in keys.iter().enumerate() {
        let field = format!("selectColumns[{i}]");
        let Some(column) = known(view, key, field.clone(), faults) else {
            continue;
        };
        if chosen.iter().any(|other| other.key == column.key) {
            faults.fault(field, "duplicate", "Each column can be selected only once.");
        } else {
            chosen.push(column);
        }
    }
    chosen
}

fn labels(
    view: View<'_>,
    labels: &BTreeMap<String, String>,
    faults: &mut Findings,
) -> BTreeMap<&'static str, String> {
    if labels.len() > view.list.columns().len() {
        faults.fault("customLabels", "too_many", "There are more labels than columns.");
        return BTreeMap::new();
    }
    let mut checked = BTreeMap::new();
    for (key, label) in labels {
        let field = format!("customLabels.{}", key.chars().take(40).collect::<String>());
        let Some(column) = known(view, key, field.clone(), faults) else {
            continue;
        };
        let label = text::clean(label);
        if label.is_empty() || label.chars().count() > MAX_LABEL_CHARS {
            faults.fault(
                field,
                "length",
                format!("Enter a label (up to {MAX_LABEL_CHARS} characters)."),
            );
        } else {
            checked.insert(column.key, label);
        }
    }
    checked
}

fn sort(view: View<'_>, query: &ListQuery, faults: &mut Findings) -> Vec<(&'static Column, SortDirection)> {
    if query.sort.is_empty() {
        return view.default_sort().into_iter().collect();
    }
    if query.sort.len() > MAX_SORTS {
        faults.fault("sort", "too_many", format!("Sort by up to {MAX_SORTS} columns."));
        return Vec::new();
    }
    let mut order: Vec<(&'static Column, SortDirection)> = Vec::with_capacity(query.sort.len());
    for (i, sort) in query.sort.iter().enumerate() {
        let field = format!("sort[{i}].column");
        let Some(column) = known(view, &sort.column, field.clone(), faults) else {
            continue;
        };
        if !column.sorts {
            faults.fault(
                field,
                "not_sortable",
                format!("The list cannot be sorted by “{}”.", column.label),
            );
        } else if order.iter().any(|(other, _)| other.key == column.key) {
            faults.fault(field, "duplicate", "Each column can be sorted by only once.");
        } else {
            order.push((column, sort.direction));
        }
    }
    order
}

fn is_of_beneficiary(query: &ListQuery) -> bool {
    query.party_set == Some(PartySet::Beneficiaries)
}

fn party(list: ListName, query: &ListQuery, faults: &mut Findings) -> Option<(ContactKind, Uuid)> {
    if !list.is_of_contracts() {
        if query.uuid.is_some() || query.party_set.is_some() {
            faults.fault(
                "uuid",
                "not_for_this_list",
                "Only policy and annuity lists can be filtered by contact.",
            );
        }
        return None;
    }
    if is_of_beneficiary(query) {
        if query.contact_type.is_some() {
            let message = "Leave out the contact type for a beneficiary.";
            faults.fault("contactType", "not_for_beneficiaries", message);
        }
        return None;
    }
    match (query.contact_type, query.uuid) {
        (Some(kind), Some(uuid)) => Some((kind, uuid)),
        (None, None) => None,
        (None, Some(_)) => {
            faults.fault("contactType", "required", "Enter the contact type for this uuid.");
            None
        }
        (Some(_), None) => {
            faults.fault("uuid", "required", "Enter the uuid of the contact.");
            None
        }
    }
}
