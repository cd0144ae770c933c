//! Differences between two states of a report, and text that describes them.

use super::totals::{ReportTotals, Total};
use crate::list::ListName;
use crate::money::format_cents;
use jiff::Timestamp;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A changed total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TotalChange {
    /// Key of one of the ten totals, for example `deathBenefit`.
    pub key: String,
    /// Decimal text as in [`ReportTotals`], also for counts.
    pub before: Option<String>,
    pub after: Option<String>,
}

/// A row that was added to the report or left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangedRow {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Name or number of the record. Null if the viewer can no longer see it.
    pub label: Option<String>,
}

/// Changes to a report since the subscriber was last notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportChanges {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub since: Timestamp,
    pub rows_in: i64,
    pub rows_out: i64,
    /// Up to 50 rows each, sorted by name.
    pub came: Vec<ChangedRow>,
    pub went: Vec<ChangedRow>,
    /// The changed totals only.
    pub totals: Vec<TotalChange>,
}

impl ReportChanges {
    pub fn is_empty(&self) -> bool {
        self.rows_in == 0 && self.rows_out == 0 && self.totals.is_empty()
    }
}

/// Returns the totals that differ.
pub fn total_changes(before: &ReportTotals, after: &ReportTotals) -> Vec<TotalChange> {
    let text = |total: Option<Total>| match total? {
        Total::Count(count) => Some(count.to_string()),
        Total::Money(amount) => Some(amount.to_string()),
    };
    let pairs = before.entries().into_iter().zip(after.entries());
    pairs
        .filter(|((_, before), (_, after))| before != after)
        .map(|((key, before), (_, after))| TotalChange {
            key: key.to_owned(),
            before: text(before),
            after: text(after),
        })
        .collect()
}

/// Returns a short summary: rows added and removed, and the amount with the largest change, for example `+3
/// −1, death benefit +2.1M`.
pub fn summary(rows_in: i64, rows_out: i64, before: &ReportTotals, after: &ReportTotals) -> String {
    let mut words = Vec::new();
    if rows_in > 0 {
        words.push(format!("+{rows_in}"));
    }
    if rows_out > 0 {
        words.push(format!("\u{2212}{rows_out}"));
    }
    let mut parts = vec![words.join(" ")];
    let moved = before.entries().into_iter().zip(after.entries());
    let largest = moved
        .filter_map(|((key, before), (_, after))| match (before, after) {
            (Some(Total::Money(before)), Some(Total::Money(after))) if before != after => {
                Some((key, after - before))
            }
            _ => None,
        })
        .max_by_key(|(_, difference)| difference.abs());
    if let Some((key, difference)) = largest {
        parts.push(format!("{} {}", key_to_words(key), format_short(difference)));
    }
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        "other changes".into()
    } else {
        parts.join(", ")
    }
}

/// Returns all changes as lines of text: rows added, rows removed, and each changed total.
pub fn lines(rows_in: i64, rows_out: i64, before: &ReportTotals, after: &ReportTotals) -> Vec<String> {
    let mut lines = vec![
        format!("Rows added: {rows_in}"),
        format!("Rows removed: {rows_out}"),
    ];
    let moved = before.entries().into_iter().zip(after.entries());
    lines.extend(moved.filter(|((_, before), (_, after))| before != after).map(
        |((key, before), (_, after))| {
            let change = match (before, after) {
                (Some(Total::Count(before)), Some(Total::Count(after))) => {
                    format!(
                        " ({})",
                        signed(after < before, &(after - before).abs().to_string())
                    )
                }
                (Some(Total::Money(before)), Some(Total::Money(after))) => {
                    let amount = format_cents(Some((after - before).abs()));
                    format!(" ({})", signed(after < before, &amount))
                }
                _ => String::new(),
            };
            let label = ListName::Agents.column(key).map_or(key, |column| column.label);
            format!("{label}: {} to {}{change}", shown(before), shown(after))
        },
    ));
    lines
}

fn shown(total: Option<Total>) -> String {
    match total {
        Some(Total::Count(count)) => count.to_string(),
        Some(Total::Money(amount)) => format_cents(Some(amount)),
        None => format_cents(None),
    }
}

fn signed(is_less: bool, amount: &str) -> String {
    format!("{}{amount}", if is_less { '\u{2212}' } else { '+' })
}

/// Turns `deathBenefit` into `death benefit`.
fn key_to_words(key: &str) -> String {
    let mut words = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

/// Formats a difference with its sign and unit, for example `+2.1M` or `−850`.
fn format_short(amount: Decimal) -> String {
    let sign = if amount.is_sign_negative() {
        '\u{2212}'
    } else {
        '+'
    };
    let amount = amount.abs();
    for (power, letter) in [(12, "T"), (9, "B"), (6, "M"), (3, "K"), (0, "")] {
        let unit = Decimal::from(10_i64.pow(power));
        if amount >= unit || power == 0 {
            let places = if power == 0 { 2 } else { 1 };
            let shown =
                (amount / unit).round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
            return format!("{sign}{}{letter}", shown.normalize());
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(count: i64, death: &str, cash: &str) -> ReportTotals {
        ReportTotals {
            policy_count: Some(count),
            death_benefit: death.parse().ok(),
            policy_cash_value: cash.parse().ok(),
            ..ReportTotals::default()
        }
    }

    #[test]
    fn summary_names_row_counts_and_the_largest_change() {
        let before = totals(10, "5000000.00", "100.00");
        for (rows_in, rows_out, after, words) in [
            (
                3,
                1,
                totals(12, "7100000.00", "99.00"),
                "+3 \u{2212}1, death benefit +2.1M",
            ),
            (
                0,
                0,
                totals(10, "5000000.00", "99.50"),
                "policy cash value \u{2212}0.5",
            ),
            (1, 0, totals(11, "5000000.00", "100.00"), "+1"),
            (
                0,
                2,
                totals(8, "4998765.43", "100.00"),
                "\u{2212}2, death benefit \u{2212}1.2K",
            ),
            (
                2,
                2,
                totals(10, "5000000.00", "850.00"),
                "+2 \u{2212}2, policy cash value +750",
            ),
        ] {
            assert_eq!(summary(rows_in, rows_out, &before, &after), words);
        }
    }

    #[test]
    fn lines_list_every_changed_total() {
        let before = totals(1_200, "9007199254740993.01", "100.00");
        let after = ReportTotals {
            policy_cash_value: None,
            ..totals(1_199, "9007199254740993.02", "")
        };
        assert_eq!(
            lines(1, 2, &before, &after),
            [
                "Rows added: 1",
                "Rows removed: 2",
                "# Policies: 1200 to 1199 (\u{2212}1)",
                "Death Benefit: $9,007,199,254,740,993.01 to $9,007,199,254,740,993.02 (+$0.01)",
                "Cash Value: $100.00 to -",
            ]
        );
        assert_eq!(lines(0, 0, &before, &before).len(), 2);
    }

    #[test]
    fn total_changes_lists_only_differences_exactly() {
        let (before, after) = (
            totals(1, "9007199254740993.01", "1.00"),
            totals(2, "9007199254740993.02", "1.00"),
        );
        let seen: Vec<_> = total_changes(&before, &after)
            .into_iter()
            .map(|change| (change.key, change.before, change.after))
            .collect();
        let text = |value: &str| Some(value.to_owned());
        assert_eq!(
            seen,
            [
                ("policyCount".into(), text("1"), text("2")),
                (
                    "deathBenefit".into(),
                    text("9007199254740993.01"),
                    text("9007199254740993.02")
                ),
            ]
        );
        assert_eq!(total_changes(&before, &before), []);
    }
}
