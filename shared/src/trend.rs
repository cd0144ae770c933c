//! Monthly trends of a book of life policies: policies in force, values, lapses and persistency.

use jiff::ToSpan;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::BTreeMap;

/// Selectable ranges in months.
pub const RANGES: [u8; 4] = [12, 24, 36, 60];
/// Number of months over which lapses and persistency cohorts are counted.
const YEAR: i64 = 12;
/// Age in months at which the persistency of policies is measured.
pub const PERSISTENCY_MONTHS: i64 = 13;
/// Number of months ahead for which ending rights and charges are shown.
pub const AHEAD_MONTHS: i64 = 12;

/// Changes in a month. Amounts are US dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MonthChange {
    pub issued: i64,
    /// Policies that ended for any reason.
    pub ended: i64,
    /// Ended policies that lapsed, were surrendered or were replaced.
    pub lost: i64,
    pub death_benefit: Decimal,
    pub annualized_premium: Decimal,
}

/// Policies issued in a month that are old enough to measure their persistency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cohort {
    pub issued: i64,
    /// Policies that were not lost within [`PERSISTENCY_MONTHS`].
    pub kept: i64,
}

/// The book at the end of a month, or today in the current month. Amounts are in US dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrendMonth {
    /// First day of the month.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub month: Date,
    pub in_force: i64,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub death_benefit: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub annualized_premium: Decimal,
    /// Policies issued in the month.
    pub issued: i64,
    /// Policies that lapsed or were surrendered or replaced in the month.
    pub lost: i64,
    /// Policies lost in the 12 months to the end of the month, as a percentage of those in force before. Null if there
    /// were none.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub lapse_rate: Option<Decimal>,
    /// Percentage of policies not lost in their first 13 months, of those that reached this age in the 12 months to the end
    /// of the month. Null if there were none.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub persistency: Option<Decimal>,
}

/// Rights and charges of contracts in force that end in a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AheadMonth {
    /// First day of the month.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub month: Date,
    /// Conversion rights that end.
    pub conversions: i64,
    /// Level premium periods that end.
    pub level_terms: i64,
    /// Surrender charges of annuities that end. 0 for users who cannot read annuities.
    pub surrenders: i64,
}

/// Trends of a book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Trends {
    /// Oldest first. The last month is the current one.
    pub months: Vec<TrendMonth>,
    /// The current month and the next 11.
    pub ahead: Vec<AheadMonth>,
    /// Policies without an issue date, and ended policies without a status date. They are not counted.
    pub left_out: i64,
}

/// Returns the first day of a month.
pub fn month_of(day: Date) -> Date {
    day.first_of_month()
}

/// Adds months to a month.
pub fn plus_months(month: Date, months: i64) -> Date {
    month.saturating_add(months.months())
}

/// Returns the first month whose changes are needed to show `months` months. All earlier changes must be added to it.
pub fn first_month(today: Date, months: u8) -> Date {
    plus_months(month_of(today), 1 - i64::from(months) - YEAR)
}

/// Returns the book at the end of each of the last `months` months. `changes` holds the changes since
/// [`first_month`]. `cohorts` is keyed by month of issue.
pub fn trend(
    today: Date,
    months: u8,
    changes: &BTreeMap<Date, MonthChange>,
    cohorts: &BTreeMap<Date, Cohort>,
) -> Vec<TrendMonth> {
    let first = first_month(today, months);
    let count = i64::from(months) + YEAR;
    let mut sum = MonthChange::default();
    let mut at_end: BTreeMap<Date, i64> = BTreeMap::new();
    let mut shown = Vec::with_capacity(months.into());
    for place in 0..count {
        let month = plus_months(first, place);
        let change = changes.get(&month).copied().unwrap_or_default();
        sum.issued += change.issued;
        sum.ended += change.ended;
        sum.death_benefit += change.death_benefit;
        sum.annualized_premium += change.annualized_premium;
        let in_force = sum.issued - sum.ended;
        at_end.insert(month, in_force);
        if place < YEAR {
            continue;
        }
        let before = plus_months(month, -YEAR);
        let lost: i64 = changes
            .range(plus_months(before, 1)..=month)
            .map(|(_, change)| change.lost)
            .sum();
        let aged = plus_months(month, -PERSISTENCY_MONTHS);
        let (issued, kept) = cohorts
            .range(plus_months(aged, 1 - YEAR)..=aged)
            .fold((0, 0), |(issued, kept), (_, cohort)| {
                (issued + cohort.issued, kept + cohort.kept)
            });
        shown.push(TrendMonth {
            month,
            in_force,
            death_benefit: cents(sum.death_benefit),
            annualized_premium: cents(sum.annualized_premium),
            issued: change.issued,
            lost: change.lost,
            lapse_rate: percentage(lost, at_end.get(&before).copied().unwrap_or_default()),
            persistency: percentage(kept, issued),
        });
    }
    shown
}

/// Rescales an amount to two decimals, even if it is zero.
fn cents(mut amount: Decimal) -> Decimal {
    amount.rescale(2);
    amount
}

/// Returns a percentage with one decimal. `None` if the whole is not positive.
fn percentage(part: i64, whole: i64) -> Option<Decimal> {
    (whole > 0).then(|| (Decimal::from(part) * Decimal::ONE_HUNDRED / Decimal::from(whole)).round_dp(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    const TODAY: Date = date(2026, 11, 21);

    fn change(issued: i64, ended: i64, lost: i64, premium: i64) -> MonthChange {
        MonthChange {
            issued,
            ended,
            lost,
            annualized_premium: premium.into(),
            death_benefit: (premium * 100).into(),
        }
    }

    #[test]
    fn sums_changes_to_the_book_of_each_month() {
        let changes = BTreeMap::from([
            // Includes all changes before the first month.
            (date(2024, 12, 1), change(50, 10, 4, 900)),
            (date(2025, 12, 1), change(10, 0, 0, 200)),
            (date(2026, 11, 1), change(0, 6, 5, -100)),
        ]);
        let months = trend(TODAY, 12, &changes, &BTreeMap::new());
        assert_eq!(months.len(), 12);
        let (december, november) = (&months[0], &months[11]);
        assert_eq!(december.month, date(2025, 12, 1));
        assert_eq!((december.in_force, december.issued), (50, 10));
        assert_eq!(december.annualized_premium, Decimal::from(1100));
        assert_eq!(november.month, date(2026, 11, 1));
        assert_eq!((november.in_force, november.lost), (44, 5));
        assert_eq!(november.death_benefit, Decimal::from(100_000));
        // 5 of the 40 policies that were in force at the end of November 2025.
        assert_eq!(november.lapse_rate, Some(Decimal::new(125, 1)));
        assert_eq!(december.lapse_rate, Some(Decimal::new(0, 1)));
        assert_eq!(november.persistency, None);
    }

    #[test]
    fn persistency_covers_policies_that_reached_13_months_within_a_year() {
        let cohort = |issued, kept| Cohort { issued, kept };
        let cohorts = BTreeMap::from([
            (date(2024, 10, 1), cohort(100, 0)),
            (date(2024, 11, 1), cohort(10, 9)),
            (date(2025, 10, 1), cohort(10, 6)),
            (date(2025, 11, 1), cohort(100, 0)),
        ]);
        let months = trend(TODAY, 12, &BTreeMap::new(), &cohorts);
        assert_eq!(months[11].persistency, Some(Decimal::new(750, 1)));
        assert_eq!(months[11].lapse_rate, None);
    }

    proptest! {
        #[test]
        fn last_month_includes_all_changes(
            changes in proptest::collection::btree_map(0_i64..24, (0_i64..100, 0_i64..50), 0..24)
        ) {
            let first = first_month(TODAY, 12);
            let by_month: BTreeMap<Date, MonthChange> = changes
                .iter()
                .map(|(place, (issued, ended))| (plus_months(first, *place), change(*issued, *ended, 0, *issued)))
                .collect();
            let months = trend(TODAY, 12, &by_month, &BTreeMap::new());
            let sum: i64 = changes.values().map(|(issued, ended)| issued - ended).sum();
            prop_assert_eq!(months[11].in_force, sum);
            let premium: i64 = changes.values().map(|(issued, _)| issued).sum();
            prop_assert_eq!(months[11].annualized_premium, Decimal::from(premium));
            for pair in months.windows(2) {
                let change = by_month.get(&pair[1].month).copied().unwrap_or_default();
                prop_assert_eq!(pair[1].in_force - pair[0].in_force, change.issued - change.ended);
            }
        }
    }
}
