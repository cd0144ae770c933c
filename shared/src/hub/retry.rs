//! Retry policies for lost connections.

use serde::{Deserialize, Serialize};

/// Delays before the reconnect attempts after a loss.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetryPolicy {
    delays_ms: Vec<u64>,
}

impl RetryPolicy {
    /// Retries at once, then after 2, 10 and 30 seconds.
    pub fn usual() -> Self {
        Self::after([0, 2_000, 10_000, 30_000])
    }

    pub fn never() -> Self {
        Self::after([])
    }

    pub fn after(delays_ms: impl Into<Vec<u64>>) -> Self {
        Self {
            delays_ms: delays_ms.into(),
        }
    }

    /// Returns the delay before the next attempt, or `None` to give up.
    pub fn delay_ms(&self, failed_tries: usize) -> Option<u64> {
        self.delays_ms.get(failed_tries).copied()
    }
}

/// The portal's own retries on top of [`RetryPolicy`]: connects again 15 s after a close or a failed start,
/// at most five times in a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PortalRetry {
    failed: u32,
}

impl PortalRetry {
    pub const DELAY_MS: u64 = 15_000;
    pub const MAX_RETRIES: u32 = 5;

    pub fn connected(&mut self) {
        self.failed = 0;
    }

    /// Returns the delay before the next connection attempt.
    ///
    /// # Errors
    /// Returns the message to log if the limit is reached.
    pub fn lost(&mut self) -> Result<u64, &'static str> {
        if self.failed == Self::MAX_RETRIES {
            return Err("Max number of retries reached.");
        }
        self.failed += 1;
        Ok(Self::DELAY_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_policy_gives_up_after_four_attempts() {
        let delays: Vec<_> = (0..6).map(|tries| RetryPolicy::usual().delay_ms(tries)).collect();
        assert_eq!(
            delays,
            [Some(0), Some(2_000), Some(10_000), Some(30_000), None, None]
        );
        assert_eq!(RetryPolicy::never().delay_ms(0), None);
    }

    #[test]
    fn portal_retries_five_times_and_resets_after_a_success() {
        let mut retry = PortalRetry::default();
        for _ in 0..3 {
            for _ in 0..5 {
                assert_eq!(retry.lost(), Ok(15_000));
            }
            assert_eq!(retry.lost(), Err("Max number of retries reached."));
            assert_eq!(retry.lost(), Err("Max number of retries reached."));
            retry.connected();
        }
    }
}
