//! Exact addition and formatting of totals.

use crate::contact::Totals;
use rust_decimal::Decimal;

/// The sum is too large to be represented exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The total is too large.")]
pub struct TotalsOverflow;

/// 10^26. Sums of two-place decimals below this limit are exact.
const LIMIT: Decimal = Decimal::from_parts(0xE400_0000, 0xDCC8_0CD2, 0x0052_B7D2, false, 0);

impl Totals {
    /// Adds field by field. The two totals must not include the same contract.
    pub fn add(&self, other: &Self) -> Result<Self, TotalsOverflow> {
        let Self {
            policy_count,
            death_benefit,
            annualized_premium,
            policy_cash_value,
            policy_surrender_value,
            annuity_count,
            contract_value,
            premiums_paid,
            annuity_cash_value,
            annuity_surrender_value,
        } = other;
        Ok(Self {
            policy_count: add_counts(self.policy_count, *policy_count)?,
            death_benefit: add_amounts(self.death_benefit, *death_benefit)?,
            annualized_premium: add_amounts(self.annualized_premium, *annualized_premium)?,
            policy_cash_value: add_amounts(self.policy_cash_value, *policy_cash_value)?,
            policy_surrender_value: add_amounts(self.policy_surrender_value, *policy_surrender_value)?,
            annuity_count: add_counts(self.annuity_count, *annuity_count)?,
            contract_value: add_amounts(self.contract_value, *contract_value)?,
            premiums_paid: add_amounts(self.premiums_paid, *premiums_paid)?,
            annuity_cash_value: add_amounts(self.annuity_cash_value, *annuity_cash_value)?,
            annuity_surrender_value: add_amounts(self.annuity_surrender_value, *annuity_surrender_value)?,
        })
    }

    /// Adds any number of totals. Returns zeros for an empty iterator.
    pub fn sum<'a>(all: impl IntoIterator<Item = &'a Self>) -> Result<Self, TotalsOverflow> {
        all.into_iter()
            .try_fold(Self::default(), |sum, totals| sum.add(totals))
    }
}

pub(crate) fn add_counts(a: i64, b: i64) -> Result<i64, TotalsOverflow> {
    a.checked_add(b).ok_or(TotalsOverflow)
}

/// Adds two amounts exactly.
///
/// # Errors
/// Returns `TotalsOverflow` if the sum is too large, and for amounts with more than two decimals, which would be rounded
/// near the limit.
pub(crate) fn add_amounts(a: Decimal, b: Decimal) -> Result<Decimal, TotalsOverflow> {
    let is_exact = |amount: &Decimal| amount.abs() < LIMIT && amount.scale() <= 2;
    if !is_exact(&a) || !is_exact(&b) {
        return Err(TotalsOverflow);
    }
    a.checked_add(b).filter(is_exact).ok_or(TotalsOverflow)
}

/// Formats a count for display: `1,234`, or `-` for `None`.
pub fn format_count(count: Option<i64>) -> String {
    let Some(count) = count else {
        return "-".into();
    };
    let sign = if count < 0 { "-" } else { "" };
    format!(
        "{sign}{}",
        crate::money::group_thousands(&count.unsigned_abs().to_string())
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(count: i64, cents: i64) -> Totals {
        let amount = Decimal::new(cents, 2);
        Totals {
            policy_count: count,
            death_benefit: amount,
            annualized_premium: amount,
            policy_cash_value: amount,
            policy_surrender_value: amount,
            annuity_count: count,
            contract_value: amount,
            premiums_paid: amount,
            annuity_cash_value: amount,
            annuity_surrender_value: amount,
        }
    }

    #[test]
    fn limit_is_ten_to_the_26th() {
        assert_eq!(LIMIT.to_string(), format!("1{}", "0".repeat(26)));
    }

    #[test]
    fn adds_field_by_field() {
        let one = Totals {
            contract_value: Decimal::new(150, 2),
            policy_count: 2,
            ..Totals::default()
        };
        let other = Totals {
            contract_value: Decimal::new(25, 2),
            annuity_count: 3,
            ..Totals::default()
        };
        let expected = Totals {
            contract_value: Decimal::new(175, 2),
            policy_count: 2,
            annuity_count: 3,
            ..Totals::default()
        };
        assert_eq!(one.add(&other), Ok(expected));
    }

    #[test]
    fn rejects_sums_that_cannot_be_exact() {
        let almost = LIMIT - Decimal::new(1, 2);
        for (amount, other) in [
            (almost, Decimal::new(1, 2)),
            (Decimal::MAX, Decimal::ONE),
            (Decimal::new(1, 3), Decimal::ZERO),
        ] {
            let totals = Totals {
                death_benefit: amount,
                ..Totals::default()
            };
            let more = Totals {
                death_benefit: other,
                ..Totals::default()
            };
            assert_eq!(totals.add(&more), Err(TotalsOverflow));
        }
        assert_eq!(of(i64::MAX, 0).add(&of(1, 0)), Err(TotalsOverflow));
        let kept = Totals {
            death_benefit: almost,
            ..Totals::default()
        };
        assert_eq!(kept.add(&Totals::default()), Ok(kept));
    }

    #[test]
    fn formats_none_as_dash_and_zero_as_zero() {
        assert_eq!(
            [None, Some(0), Some(1_234)].map(format_count),
            ["-", "0", "1,234"]
        );
    }

    proptest! {
        #[test]
        fn sum_is_exact_in_any_order(cents in prop::collection::vec(0i64..1_000_000_000_000, 0..20)) {
            let totals: Vec<_> = cents.iter().map(|cents| of(1, *cents)).collect();
            let sum = Totals::sum(&totals);
            prop_assert_eq!(&sum, &Ok(of(cents.len() as i64, cents.iter().sum())));
            prop_assert_eq!(sum, Totals::sum(totals.iter().rev()));
        }
    }
}
