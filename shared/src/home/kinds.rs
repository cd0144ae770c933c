//! Kinds of work on the home page, and the queries that find them.

use crate::contract::{Line, PolicyStatus};
use crate::list::{
    FilterCondition, FilterItem, FilterOp, FilterValue, Limit, ListName, ListQuery, Sort, SortDirection,
};
use crate::permission::Feature;
use crate::vocabulary::coded;

/// Maximum number of days that listed work can be overdue.
const OVERDUE_DAYS: i64 = 3650;
/// Number of days that gifts and letters are listed before they are due.
pub const DUE_DAYS: i64 = 45;

coded! {
    /// Work on contracts and owners, found by list queries.
    ListWork {
        LapsePending = "lapsePending", "About to lapse";
        /// Premiums that are not paid automatically.
        PremiumsDue = "premiumsDue", "Premiums due in 30 days";
        TermsEnding = "termsEnding", "Level terms ending in 180 days";
        ConversionsEnding = "conversionsEnding", "Conversion rights ending in 90 days";
        SurrenderEnding = "surrenderEnding", "Surrender charges ending in 90 days";
        /// Owners with a signed form that is due or overdue for review.
        BestInterestReviews = "bestInterestReviews", "Best interest reviews due in 30 days";
    }
}

impl ListWork {
    pub const fn list(self) -> ListName {
        match self {
            Self::LapsePending | Self::PremiumsDue | Self::TermsEnding | Self::ConversionsEnding => {
                ListName::Policies
            }
            Self::SurrenderEnding => ListName::Annuities,
            Self::BestInterestReviews => ListName::Owners,
        }
    }

    /// Returns the features that a user must be able to read to see the work.
    pub fn features(self) -> Vec<Feature> {
        let mut features = vec![self.list().spec().feature];
        if self == Self::BestInterestReviews {
            features.push(Feature::BestInterest);
        }
        features
    }

    /// Returns the column with the number of the contract. `None` for work on owners.
    pub const fn number(self) -> Option<&'static str> {
        match self.list() {
            ListName::Policies => Some("policyNumber"),
            ListName::Annuities => Some("contractNumber"),
            _ => None,
        }
    }

    /// Returns the columns of the person, the date and the amount.
    const fn columns(self) -> [&'static str; 3] {
        match self {
            Self::LapsePending => ["insured", "gracePeriodEndDate", "deathBenefit"],
            Self::PremiumsDue => ["insured", "nextPremiumDate", "modalPremium"],
            Self::TermsEnding => ["insured", "levelPeriodEndDate", "deathBenefit"],
            Self::ConversionsEnding => ["insured", "conversionExpiryDate", "deathBenefit"],
            Self::SurrenderEnding => ["annuitant", "surrenderPeriodEndDate", "contractValue"],
            Self::BestInterestReviews => ["name", "bestInterestReviewDue", "contractValue"],
        }
    }

    pub fn filter(self) -> Vec<FilterItem> {
        let [_, day, _] = self.columns();
        let within = |days, line| {
            let days = FilterValue::Integer(days);
            vec![one(day, FilterOp::InNextDays, days), in_force("status", line)]
        };
        match self {
            Self::LapsePending => {
                let alerts = PolicyStatus::ALL
                    .iter()
                    .filter(|status| status.fits(Line::Life) && status.is_alert());
                vec![one("status", FilterOp::In, list_of(alerts))]
            }
            Self::PremiumsDue => {
                let mut due = within(30, Line::Life);
                due.push(one("paysAutomatically", FilterOp::Eq, FilterValue::Flag(false)));
                due
            }
            Self::TermsEnding => within(180, Line::Life),
            Self::ConversionsEnding => within(90, Line::Life),
            Self::SurrenderEnding => within(90, Line::Annuity),
            Self::BestInterestReviews => vec![due_within(day, 30)],
        }
    }

    /// Returns the sort order: earliest date first.
    pub fn sort(self) -> Vec<Sort> {
        let [_, day, _] = self.columns();
        earliest_first(day)
    }

    /// Returns the list query for the first `rows` rows: number if there is one, person, date and amount.
    pub fn query(self, rows: u16) -> ListQuery {
        let columns = self.number().into_iter().chain(self.columns());
        ListQuery {
            select_columns: columns.map(Into::into).collect(),
            filter: request_filter(self.filter()),
            sort: self.sort(),
            limit: Limit {
                row_count: rows.into(),
                ..Limit::default()
            },
            ..ListQuery::default()
        }
    }
}

/// Converts a filter to its request form.
fn request_filter(filter: Vec<FilterItem>) -> Vec<FilterValue> {
    let as_value = |item| serde_json::from_value(serde_json::to_value(item).ok()?).ok();
    filter.into_iter().filter_map(as_value).collect()
}

fn list_of<'a>(statuses: impl Iterator<Item = &'a PolicyStatus>) -> FilterValue {
    FilterValue::List(
        statuses
            .map(|status| FilterValue::Text(status.code().into()))
            .collect(),
    )
}

coded! {
    /// Work on premium gifts to trusts.
    GiftWork {
        Gifts = "giftsDue", "Premium gifts due in 45 days";
        Letters = "lettersDue", "Crummey letters due in 45 days";
    }
}

impl GiftWork {
    /// Returns the columns of the due date and the completion date.
    const fn columns(self) -> [&'static str; 2] {
        match self {
            Self::Gifts => ["giftDate", "receivedOn"],
            Self::Letters => ["letterDate", "lettersSentOn"],
        }
    }

    /// Returns the filter on the premium gift list for work that is due or overdue.
    pub fn filter(self) -> Vec<FilterItem> {
        let [day, done] = self.columns();
        vec![
            due_within(day, DUE_DAYS),
            one(done, FilterOp::IsEmpty, FilterValue::Null),
            in_force("policyStatus", Line::Life),
        ]
    }

    /// Returns the sort order: earliest date first.
    pub fn sort(self) -> Vec<Sort> {
        earliest_first(self.columns()[0])
    }
}

fn condition(column: &str, op: FilterOp, value: FilterValue) -> FilterCondition {
    FilterCondition {
        column: column.into(),
        op,
        value,
    }
}

fn one(column: &str, op: FilterOp, value: FilterValue) -> FilterItem {
    FilterItem::One(condition(column, op, value))
}

fn in_force(column: &str, line: Line) -> FilterItem {
    let all = PolicyStatus::ALL.iter().filter(|status| status.fits(line));
    let codes = all.filter(|status| status.in_force());
    one(column, FilterOp::In, list_of(codes))
}

/// Returns a condition for dates within the next `days` days and overdue ones.
fn due_within(column: &str, days: i64) -> FilterItem {
    FilterItem::Any {
        any: vec![
            condition(column, FilterOp::InLastDays, FilterValue::Integer(OVERDUE_DAYS)),
            condition(column, FilterOp::InNextDays, FilterValue::Integer(days)),
        ],
    }
}

fn earliest_first(column: &str) -> Vec<Sort> {
    vec![Sort {
        column: column.into(),
        direction: SortDirection::Asc,
    }]
}

/// A kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkKind {
    List(ListWork),
    Gift(GiftWork),
    /// Medical requests with letters to send or follow-ups due. Rows show no medical data.
    Medical,
}

impl WorkKind {
    pub fn all() -> impl Iterator<Item = Self> {
        let lists = ListWork::ALL.iter().copied().map(Self::List);
        let gifts = GiftWork::ALL.iter().copied().map(Self::Gift);
        lists.chain(gifts).chain([Self::Medical])
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|kind| kind.code() == code)
    }

    /// Returns the stable text code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::List(kind) => kind.code(),
            Self::Gift(kind) => kind.code(),
            Self::Medical => "medicalDue",
        }
    }

    /// Returns the title of the section with this kind of work.
    pub const fn title(self) -> &'static str {
        match self {
            Self::List(kind) => kind.label(),
            Self::Gift(kind) => kind.label(),
            Self::Medical => "Medical requests to follow up",
        }
    }

    /// Returns the task label of a row. Medical requests replace it with a label per row.
    pub const fn task(self) -> &'static str {
        match self {
            Self::List(ListWork::LapsePending) => "Grace period ends",
            Self::List(ListWork::PremiumsDue) => "Premium due",
            Self::List(ListWork::TermsEnding) => "Level term ends",
            Self::List(ListWork::ConversionsEnding) => "Conversion right ends",
            Self::List(ListWork::SurrenderEnding) => "Surrender charges end",
            Self::List(ListWork::BestInterestReviews) => "Best interest review",
            Self::Gift(GiftWork::Gifts) => "Premium gift",
            Self::Gift(GiftWork::Letters) => "Crummey letters",
            Self::Medical => "Medical request",
        }
    }

    /// Returns what a row is named if its record has no number.
    pub const fn record_name(self) -> &'static str {
        match self {
            Self::List(ListWork::BestInterestReviews) => "Best interest form",
            Self::Medical => "Medical request",
            Self::List(_) | Self::Gift(_) => "",
        }
    }

    /// Returns the features that a user must be able to read to see the work.
    pub fn features(self) -> Vec<Feature> {
        match self {
            Self::List(kind) => kind.features(),
            Self::Gift(_) => vec![Feature::AllPolicies],
            Self::Medical => vec![Feature::InsuredMedical],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::check;
    use jiff::civil::date;
    use serde_json::json;

    #[test]
    fn list_queries_are_valid() {
        for kind in ListWork::ALL {
            let query = kind.query(5);
            let checked = check(kind.list(), &query, date(2026, 11, 21)).unwrap();
            assert!(!checked.is_unfiltered(), "{kind:?}");
            assert_eq!(checked.row_count, 5);
            // The filter stays the same when it is part of a list URL.
            let again: Vec<_> = kind.filter().iter().map(|item| json!(item)).collect();
            let wire: Vec<_> = query.filter.iter().map(|item| json!(item)).collect();
            assert_eq!(wire, again);
        }
    }

    #[test]
    fn rows_name_the_record_and_the_person() {
        for kind in ListWork::ALL {
            let columns = kind.query(5).select_columns;
            let [.., person, _, _] = columns.as_slice() else {
                panic!("{kind:?}");
            };
            assert!(
                ["insured", "annuitant", "name"].contains(&person.as_str()),
                "{kind:?}"
            );
            // A row without a number is named after its kind.
            let name = WorkKind::List(*kind).record_name();
            assert_eq!(kind.number().is_none(), !name.is_empty(), "{kind:?}");
        }
        assert_eq!(WorkKind::Medical.record_name(), "Medical request");
    }

    #[test]
    fn gift_filters_are_valid() {
        for kind in GiftWork::ALL {
            let query = ListQuery {
                filter: request_filter(kind.filter()),
                sort: kind.sort(),
                ..ListQuery::default()
            };
            let checked = check(ListName::PremiumGifts, &query, date(2026, 11, 21)).unwrap();
            assert_eq!(checked.filter.len(), 3, "{kind:?}");
        }
    }

    #[test]
    fn excludes_contracts_not_in_force() {
        let of_contracts = ListWork::ALL
            .iter()
            .filter(|kind| kind.list() != ListName::Owners);
        for kind in of_contracts {
            let filter = json!(kind.filter()).to_string();
            assert!(
                filter.contains("\"status\"") && !filter.contains("Lapsed"),
                "{filter}"
            );
            let is_for_annuities = filter.contains("Annuitized");
            assert_eq!(is_for_annuities, kind.list() == ListName::Annuities, "{filter}");
        }
    }
}
