//! Rate limits by caller, in bounded memory.

use crate::config::Rate;
use crate::error::{ApiError, ApiResult};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{NotUntil, Quota, RateLimiter};
use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

/// Number of callers tracked individually. Further callers share one limit.
const MAX_KEYS: usize = 10_000;

/// A rate limit for each caller.
pub struct Limiter<K: Hash + Eq + Clone> {
    keyed: RateLimiter<K, HashMapStateStore<K>, DefaultClock>,
    beyond: RateLimiter<NotKeyed, InMemoryState, DefaultClock>,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    pub fn new(rate: Rate) -> Self {
        let quota = Quota::with_period(rate.period)
            .unwrap_or(Quota::per_second(NonZeroU32::MIN))
            .allow_burst(rate.burst);
        Self {
            keyed: RateLimiter::hashmap(quota),
            beyond: RateLimiter::direct(quota),
        }
    }

    /// Counts a call.
    ///
    /// # Errors
    /// Returns [`ApiError::TooMany`] with the time to wait if the limit of `key` is exceeded.
    pub fn take(&self, key: &K) -> ApiResult<()> {
        if self.keyed.len() >= MAX_KEYS {
            self.keyed.retain_recent();
        }
        let taken = if self.keyed.len() >= MAX_KEYS {
            self.beyond.check().map_err(|refused| wait(&refused))
        } else {
            self.keyed.check_key(key).map_err(|refused| wait(&refused))
        };
        taken.map_err(ApiError::TooMany)
    }
}

fn wait(refused: &NotUntil<<DefaultClock as Clock>::Instant>) -> Duration {
    refused.wait_time_from(DefaultClock::default().now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_the_number_of_tracked_callers() {
        let limiter = Limiter::new(Rate {
            burst: NonZeroU32::new(5).unwrap(),
            period: Duration::from_secs(3600),
        });
        for caller in 0..30_000_u32 {
            _ = limiter.take(&caller);
        }
        assert!(limiter.keyed.len() <= MAX_KEYS);
        assert!(limiter.take(&u32::MAX).is_err());
    }
}
