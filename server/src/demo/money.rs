//! Prices and interest in whole cents. Integer arithmetic keeps demo books identical on all processors.

use crate::db::copy::{Cents, Rate};
use std::sync::LazyLock;

/// Approximate yearly deaths per billion people, by age.
static DEATHS: LazyLock<Vec<i64>> = LazyLock::new(|| growing(60_000, 1_086));
/// Yearly whole life premium per billion of face amount, by issue age.
static WHOLE_LIFE: LazyLock<Vec<i64>> = LazyLock::new(|| growing(5_400_000, 1_036));

/// Returns values for the ages 0 to 120, each `per_mille` of the one before.
fn growing(first: i64, per_mille: i64) -> Vec<i64> {
    let mut value = first;
    (0..=120)
        .map(|_| {
            let this = value;
            value = value * per_mille / 1000;
            this
        })
        .collect()
}

fn at_age(table: &[i64], age: i64) -> i64 {
    table[age.clamp(0, 120) as usize]
}

/// Returns the yearly cost of insurance for `face` at an age, scaled by `per_cent`.
pub fn risk_price(face: Cents, age: i64, per_cent: i64) -> Cents {
    let per_billion = i128::from(at_age(&DEATHS, age));
    Cents((i128::from(face.0) * per_billion / 1_000_000_000 * i128::from(per_cent) / 100) as i64)
}

/// Returns the level yearly premium for permanent cover, as `per_cent` of the whole life price.
pub fn level_price(face: Cents, age: i64, per_cent: i64) -> Cents {
    let price = i128::from(at_age(&WHOLE_LIFE, age));
    Cents((i128::from(face.0) * price / 1_000_000_000 * i128::from(per_cent) / 100) as i64)
}

/// Returns `percent` percent of an amount.
pub fn percent(amount: Cents, percent: i64) -> Cents {
    Cents(amount.0 * percent / 100)
}

/// Adds a year's interest to an amount.
pub fn with_interest(amount: Cents, rate: Rate) -> Cents {
    Cents(amount.0 + (i128::from(amount.0) * i128::from(rate.0) / 1_000_000) as i64)
}

/// Rounds an amount down to a multiple of `dollars`.
pub fn rounded(amount: Cents, dollars: i64) -> Cents {
    Cents(amount.0 / (dollars * 100) * dollars * 100)
}

impl Cents {
    pub const fn dollars(dollars: i64) -> Self {
        Self(dollars * 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_rise_with_age_and_stay_in_realistic_ranges() {
        let million = Cents::dollars(1_000_000);
        let whole_life: Vec<i64> = [25, 45, 65]
            .map(|age| level_price(million, age, 100).0 / 100)
            .into();
        assert!((8_000..16_000).contains(&whole_life[0]), "{whole_life:?}");
        assert!((20_000..36_000).contains(&whole_life[1]), "{whole_life:?}");
        assert!((45_000..75_000).contains(&whole_life[2]), "{whole_life:?}");
        let risk: Vec<i64> = [30, 50, 70]
            .map(|age| risk_price(million, age, 100).0 / 100)
            .into();
        assert!(risk.is_sorted(), "{risk:?}");
    }

    #[test]
    fn computes_interest_to_the_cent() {
        assert_eq!(with_interest(Cents::dollars(100), Rate(42_500)), Cents(10_425));
        assert_eq!(rounded(Cents(123_456), 100), Cents::dollars(1_200));
    }
}
