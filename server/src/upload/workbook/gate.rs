//! A node reads so many workbooks at once, and the others wait.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Each of them may take as much memory as a child is given.
const AT_ONCE: usize = 3;
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<usize>, Condvar)>);

/// A place; free again when it is dropped.
pub struct Place(Gate);

impl Gate {
    /// # Errors
    /// When no place became free in time.
    pub fn enter(&self) -> io::Result<Place> {
        let (taken, freed) = &*self.0;
        let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut taken, timeout) = freed
            .wait_timeout_while(taken, PATIENCE, |taken| *taken >= AT_ONCE)
            .unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "too many workbooks are read at once",
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
