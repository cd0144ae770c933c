//! How much of the hub one user may take.

use std::collections::HashMap;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// At once, of one user.
    pub connections: usize,
    /// New ones that a user may open in one go.
    pub burst: f64,
    /// New ones that a user may open in a second for long.
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

/// Connections of one user that may still be opened.
struct Allowance {
    left: f64,
    at_ms: u64,
}

/// What users have left of their allowances; whoever has it all is forgotten.
#[derive(Default)]
pub struct Allowances(HashMap<String, Allowance>);

impl Allowances {
    /// Takes one; the seconds to wait when there is none.
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
    fn a_burst_is_allowed_and_then_a_steady_rate() {
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
