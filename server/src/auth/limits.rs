//! Rate limits: session calls by user, refused tokens by client address, audit entries of denied requests by
//! user.

use crate::config::Rate;
use crate::error::{ApiError, ApiResult};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{NotUntil, Quota, RateLimiter};
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

/// Number of callers tracked individually. Further callers share one limit.
const MAX_KEYS: usize = 10_000;

pub struct Limits {
    sessions: Limiter<String>,
    refusals: Limiter<IpAddr>,
    denials: Limiter<String>,
}

impl Limits {
    pub fn new(sessions: Rate, refusals: Rate) -> Self {
        let denials = Rate {
            burst: NonZeroU32::MIN.saturating_add(59),
            period: Duration::from_secs(1),
        };
        Self {
            sessions: Limiter::new(sessions),
            refusals: Limiter::new(refusals),
            denials: Limiter::new(denials),
        }
    }

    /// Counts an account choice, impersonation or sign-out of this user.
    ///
    /// # Errors
    /// Returns [`ApiError::TooMany`] if the limit is exceeded.
    pub fn session_call(&self, user: &String) -> ApiResult<()> {
        self.sessions.take(user)
    }

    /// Counts a refused token from this address.
    ///
    /// # Errors
    /// Returns [`ApiError::TooMany`] if the limit is exceeded.
    pub fn refused_token(&self, address: Option<IpAddr>) -> ApiResult<()> {
        self.refusals
            .take(&network(address.unwrap_or(Ipv6Addr::UNSPECIFIED.into())))
    }

    /// Counts a denied request of this user. Returns `false` if too many were already recorded in the audit
    /// log.
    pub fn notes_denial(&self, user: &str) -> bool {
        self.denials.take(&user.to_owned()).is_ok()
    }
}

/// Truncates an IPv6 address to its /64 network, the usual allocation of one client.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

struct Limiter<K: Hash + Eq + Clone> {
    keyed: RateLimiter<K, HashMapStateStore<K>, DefaultClock>,
    beyond: RateLimiter<NotKeyed, InMemoryState, DefaultClock>,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    fn new(rate: Rate) -> Self {
        let quota = Quota::with_period(rate.period)
            .unwrap_or(Quota::per_second(NonZeroU32::MIN))
            .allow_burst(rate.burst);
        Self {
            keyed: RateLimiter::hashmap(quota),
            beyond: RateLimiter::direct(quota),
        }
    }

    fn take(&self, key: &K) -> ApiResult<()> {
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

    fn rate(burst: u32) -> Rate {
        Rate {
            burst: NonZeroU32::new(burst).unwrap(),
            period: Duration::from_secs(3600),
        }
    }

    #[test]
    fn limits_each_caller_and_reports_the_wait() {
        let limits = Limits::new(rate(2), rate(3));
        for user in ["a", "b"] {
            assert!(limits.session_call(&user.into()).is_ok());
            assert!(limits.session_call(&user.into()).is_ok());
            let Err(ApiError::TooMany(wait)) = limits.session_call(&user.into()) else {
                panic!("the third call was allowed")
            };
            assert!(
                wait > Duration::from_secs(3500) && wait <= Duration::from_secs(3600),
                "{wait:?}"
            );
        }
    }

    #[test]
    fn counts_an_ipv6_network_as_one_caller() {
        let limits = Limits::new(rate(1), rate(2));
        let refuse = |address: &str| limits.refused_token(Some(address.parse().unwrap())).is_ok();
        assert!(refuse("2001:db8::1") && refuse("2001:db8::ffff:1"));
        assert!(!refuse("2001:db8::2"));
        assert!(refuse("2001:db8:0:1::2"));
        assert!(refuse("198.51.100.1") && refuse("198.51.100.2"));
    }

    #[test]
    fn bounds_the_number_of_tracked_callers() {
        let limits = Limits::new(rate(1), rate(5));
        for i in 0..30_000_u32 {
            _ = limits.refused_token(Some(IpAddr::V4(i.into())));
        }
        assert!(limits.refusals.keyed.len() <= MAX_KEYS);
        assert!(limits.refused_token(Some(IpAddr::V4(u32::MAX.into()))).is_err());
    }
}
