//! Exact addition of counts and amounts.

use rust_decimal::Decimal;

/// The sum is too large to be represented exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The total is too large.")]
pub struct TotalsOverflow;

/// 10^26. Sums of two-place decimals below this limit are exact.
const LIMIT: Decimal = Decimal::from_parts(0xE400_0000, 0xDCC8_0CD2, 0x0052_B7D2, false, 0);

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sum(cents: impl IntoIterator<Item = i64>) -> Result<Decimal, TotalsOverflow> {
        cents.into_iter().try_fold(Decimal::ZERO, |sum, cents| {
            add_amounts(sum, Decimal::new(cents, 2))
        })
    }

    #[test]
    fn limit_is_ten_to_the_26th() {
        assert_eq!(LIMIT.to_string(), format!("1{}", "0".repeat(26)));
    }

    #[test]
    fn rejects_sums_that_cannot_be_exact() {
        let cent = Decimal::new(1, 2);
        let almost = LIMIT - cent;
        for (a, b) in [
            (almost, cent),
            (Decimal::MAX, Decimal::ONE),
            (Decimal::new(1, 3), Decimal::ZERO),
        ] {
            assert_eq!(add_amounts(a, b), Err(TotalsOverflow), "{a} + {b}");
            assert_eq!(add_amounts(b, a), Err(TotalsOverflow), "{b} + {a}");
        }
        assert_eq!(add_amounts(almost, Decimal::ZERO), Ok(almost));
        assert_eq!(add_counts(i64::MAX, 1), Err(TotalsOverflow));
        assert_eq!(add_counts(2, 3), Ok(5));
    }

    proptest! {
        #[test]
        fn sum_is_exact_in_any_order(cents in prop::collection::vec(0i64..1_000_000_000_000, 0..20)) {
            prop_assert_eq!(sum(cents.clone()), Ok(Decimal::new(cents.iter().sum(), 2)));
            prop_assert_eq!(sum(cents.iter().copied()), sum(cents.iter().rev().copied()));
        }
    }
}
