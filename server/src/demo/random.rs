//! A reproducible random number generator, so that a demo book depends only on its seeds.

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
    /// Returns the stream for these seeds: firm, purpose and index.
    pub fn of(seeds: [u64; 3]) -> Self {
        Self(seeds.into_iter().fold(0x5851_f42d_4c95_7f2d, |state, seed| {
            mix(state.wrapping_add(seed).wrapping_add(0x9e37_79b9_7f4a_7c15))
        }))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// Returns a number from `low` to `high`, both inclusive. Returns `low` if `high` is lower.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low).max(0) as u64 + 1) as i64
    }

    /// Returns `true` with a probability of `percent` percent.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }

    /// Picks a value by weight.
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

    /// Returns an index below `count` that is usually low, because a few agents sell most contracts.
    pub fn skewed(&mut self, count: u64) -> u64 {
        let (a, b) = (self.below(1 << 20), self.below(1 << 20));
        ((u128::from(count) * u128::from(a) * u128::from(b)) >> 40) as u64
    }

    /// Returns a date from `first` to `last`, both inclusive.
    pub fn day(&mut self, first: Date, last: Date) -> Date {
        let days = (last - first).get_days();
        let step = self.between(0, i64::from(days));
        add_days(first, step)
    }

    /// Returns a version 7 UUID for a timestamp.
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

/// Returns the anniversary `years` later, or earlier if negative.
pub fn add_years(date: Date, years: i64) -> Date {
    let years = i16::try_from(years).unwrap_or_default();
    shared::date::anniversary(date, years).unwrap_or(date)
}

/// Returns the `index`th number of a sequence that visits every number below `modulus`, a prime, exactly
/// once.
pub fn scattered(index: u64, start: u64, modulus: u64) -> u64 {
    (start + index.wrapping_mul(7_368_787)) % modulus
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn streams_are_reproducible_and_distinct() {
        let first: Vec<u64> = (0..3).map(|_| Random::of([1, 2, 3]).next()).collect();
        assert_eq!(first[0], first[2]);
        assert_ne!(Random::of([1, 2, 3]).next(), Random::of([1, 2, 4]).next());
        assert_ne!(Random::of([1, 2, 3]).next(), Random::of([2, 1, 3]).next());
    }

    #[test]
    fn stays_within_bounds() {
        let mut random = Random::of([0, 0, 0]);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((-2..=2).contains(&random.between(-2, 2)));
            assert_eq!(random.between(5, 1), 5);
            assert!(random.skewed(10) < 10);
        }
    }

    #[test]
    fn scattered_visits_each_number_once() {
        let met: BTreeSet<u64> = (0..1009).map(|i| scattered(i, 17, 1009)).collect();
        assert_eq!(met.len(), 1009);
    }

    #[test]
    fn generates_time_ordered_version_7_uuids() {
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
