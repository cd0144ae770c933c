//! Connection limits per user.

use std::collections::HashMap;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum number of simultaneous connections.
    pub connections: usize,
    /// Number of connections that can be opened in a burst.
    pub burst: f64,
    /// Sustained rate of new connections per second.
    pub a_second: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 50,
            burst: 100.0,
            a_second: 5.0,
        }
    }
}

/// Token bucket of one user.
struct Allowance {
    left: f64,
    at_ms: u64,
}

/// Token buckets by user. Full buckets are evicted when there are many.
#[derive(Default)]
pub struct Allowances(HashMap<String, Allowance>);

impl Allowances {
    /// Takes one token. Returns the seconds to wait if there is none.
    pub fn take(&mut self, user: &str, limits: &Limits, now_ms: u64) -> Result<(), u64> {
        let refilled = |allowance: &Allowance| {
            let seconds = now_ms.saturating_sub(allowance.at_ms) as f64 / 1_000.0;
            (allowance.left + seconds * limits.a_second).min(limits.burst)
        };
        if self.0.len() > 10_000 {
            self.0.retain(|_, allowance| refilled(allowance) < limits.burst);
        }
        let left = self.0.get(user).map_or(limits.burst, refilled);
        if left < 1.0 {
            return Err(((1.0 - left) / limits.a_second).ceil() as u64);
        }
        let allowance = Allowance {
            left: left - 1.0,
            at_ms: now_ms,
        };
        self.0.insert(user.to_owned(), allowance);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allows_a_burst_then_a_steady_rate() {
        let limits = Limits {
            connections: 1,
            burst: 3.0,
            a_second: 0.5,
        };
        let mut allowances = Allowances::default();
        for _ in 0..3 {
            assert_eq!(allowances.take("a", &limits, 0), Ok(()));
        }
        assert_eq!(allowances.take("a", &limits, 0), Err(2));
        assert_eq!(allowances.take("b", &limits, 0), Ok(()));
        assert_eq!(allowances.take("a", &limits, 2_000), Ok(()));
        assert_eq!(allowances.take("a", &limits, 2_000), Err(2));
    }
}
