//! Numbers that look random and are the same in every run: a demo book is a function of its seeds.

use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

/// A splitmix64 stream.
#[derive(Debug, Clone)]
pub struct Random(u64);

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The stream that belongs to these numbers: a firm, what is made, its index.
    pub fn of(seeds: [u64; 3]) -> Self {
        Self(seeds.into_iter().fold(0x5851_f42d_4c95_7f2d, |state, seed| {
            mix(state.wrapping_add(seed).wrapping_add(0x9e37_79b9_7f4a_7c15))
        }))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `limit`, which is above zero.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included; `low` when `high` lies below it.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low).max(0) as u64 + 1) as i64
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }

    /// A value by its weight.
    pub fn weighted<T: Copy>(&mut self, list: &[(u64, T)]) -> T {
        let mut left = self.below(list.iter().map(|(weight, _)| weight).sum());
        for (weight, value) in list {
            if left < *weight {
                return *value;
            }
            left -= weight;
        }
        list[0].1
    }

    /// An index below `count`; low ones come far more often, as a few agents sell most contracts.
    pub fn skewed(&mut self, count: u64) -> u64 {
        let (a, b) = (self.below(1 << 20), self.below(1 << 20));
        ((u128::from(count) * u128::from(a) * u128::from(b)) >> 40) as u64
    }

    /// A day from `first` to `last`, both included.
    pub fn day(&mut self, first: Date, last: Date) -> Date {
        let days = (last - first).get_days();
        let step = self.between(0, i64::from(days));
        add_days(first, step)
    }

    /// A version 7 identifier of this moment.
    pub fn uuid(&mut self, at: Timestamp) -> Uuid {
        let millis = at.as_millisecond() as u64 & 0xffff_ffff_ffff;
        let high = millis << 16 | 0x7000 | self.next() & 0x0fff;
        let low = 0x8000_0000_0000_0000 | self.next() >> 2;
        Uuid::from_u64_pair(high, low)
    }
}

pub fn add_days(date: Date, days: i64) -> Date {
    date.saturating_add(jiff::Span::new().days(days))
}

pub fn add_months(date: Date, months: i64) -> Date {
    date.saturating_add(jiff::Span::new().months(months))
}

pub fn add_years(date: Date, years: i64) -> Date {
    date.saturating_add(jiff::Span::new().years(years))
}

/// The `index`th value of a walk through all numbers below `modulus`, a prime, that meets each once.
pub fn scattered(index: u64, start: u64, modulus: u64) -> u64 {
    (start + index.wrapping_mul(7_368_787)) % modulus
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_stream_repeats_and_its_neighbour_differs() {
        let first: Vec<u64> = (0..3).map(|_| Random::of([1, 2, 3]).next()).collect();
        assert_eq!(first[0], first[2]);
        assert_ne!(Random::of([1, 2, 3]).next(), Random::of([1, 2, 4]).next());
        assert_ne!(Random::of([1, 2, 3]).next(), Random::of([2, 1, 3]).next());
    }

    #[test]
    fn bounds_hold() {
        let mut random = Random::of([0, 0, 0]);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((-2..=2).contains(&random.between(-2, 2)));
            assert_eq!(random.between(5, 1), 5);
            assert!(random.skewed(10) < 10);
        }
    }

    #[test]
    fn a_walk_meets_each_number_once() {
        let met: BTreeSet<u64> = (0..1009).map(|i| scattered(i, 17, 1009)).collect();
        assert_eq!(met.len(), 1009);
    }

    #[test]
    fn identifiers_are_of_version_seven_in_the_order_of_time() {
        let mut random = Random::of([1, 1, 1]);
        let early = random.uuid(Timestamp::constant(1_700_000_000, 0));
        let late = random.uuid(Timestamp::constant(1_700_000_001, 0));
        assert!(early < late);
        assert_eq!(
            (early.get_version_num(), early.get_variant()),
            (7, uuid::Variant::RFC4122)
        );
    }
}
