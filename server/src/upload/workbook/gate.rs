//! Limits the number of workbooks that a node reads at once.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Each child may use memory up to its limit.
const AT_ONCE: usize = 3;
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<usize>, Condvar)>);

/// A slot, released on drop.
pub struct Place(Gate);

impl Gate {
    /// Waits for a free slot.
    ///
    /// # Errors
    /// Returns `TimedOut` if no slot becomes free in time.
    pub fn enter(&self) -> io::Result<Place> {
        let (taken, freed) = &*self.0;
        let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut taken, timeout) = freed
            .wait_timeout_while(taken, PATIENCE, |taken| *taken >= AT_ONCE)
            .unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "too many workbooks are being read",
            ));
        }
        *taken += 1;
        Ok(Place(self.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let (taken, freed) = &*self.0.0;
        *taken.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        freed.notify_one();
    }
}
