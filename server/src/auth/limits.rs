//! Rate limits: session calls per user, refused tokens per client address, widget sessions per partner key, and audit
//! entries for denied requests per user.

use crate::config::Rate;
use crate::error::ApiResult;
use crate::limiter::Limiter;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;
use uuid::Uuid;

pub struct Limits {
    sessions: Limiter<String>,
    refusals: Limiter<IpAddr>,
    embed_sessions: Limiter<Uuid>,
    denials: Limiter<String>,
}

impl Limits {
    pub fn new(sessions: Rate, refusals: Rate, embed_sessions: Rate) -> Self {
        let denials = Rate {
            burst: NonZeroU32::MIN.saturating_add(59),
            period: Duration::from_secs(1),
        };
        Self {
            sessions: Limiter::new(sessions),
            refusals: Limiter::new(refusals),
            embed_sessions: Limiter::new(embed_sessions),
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

    /// Counts a widget session created with this partner key.
    ///
    /// # Errors
    /// Returns [`ApiError::TooMany`] if the limit is exceeded.
    pub fn embed_session(&self, key_uuid: Uuid) -> ApiResult<()> {
        self.embed_sessions.take(&key_uuid)
    }

    /// Counts a denied request by this user. Returns `false` if the user has reached the limit for audit entries.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ApiError;

    fn rate(burst: u32) -> Rate {
        Rate {
            burst: NonZeroU32::new(burst).unwrap(),
            period: Duration::from_secs(3600),
        }
    }

    #[test]
    fn limits_each_caller_and_reports_the_wait() {
        let limits = Limits::new(rate(2), rate(3), rate(1));
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
        let limits = Limits::new(rate(1), rate(2), rate(1));
        let refuse = |address: &str| limits.refused_token(Some(address.parse().unwrap())).is_ok();
        assert!(refuse("2001:db8::1") && refuse("2001:db8::ffff:1"));
        assert!(!refuse("2001:db8::2"));
        assert!(refuse("2001:db8:0:1::2"));
        assert!(refuse("198.51.100.1") && refuse("198.51.100.2"));
    }
}
