//! Ctrl-C, SIGTERM and the closed terminal become a question that every wait asks.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use nix::sys::signal::{SigSet, Signal};

static ASKED: AtomicU32 = AtomicU32::new(0);

/// The person wants it to end: not a failure to explain.
#[derive(Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

/// Call first, before any other thread exists: they inherit that these signals are left to this one. So do children,
/// until [`crate::process::bind_to_us`] gives the signals back to them.
pub fn watch() {
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]
        .into_iter()
        .collect();
    if signals.thread_block().is_err() {
        return;
    }
    thread::spawn(move || {
        while signals.wait().is_ok() {
            ASKED.fetch_add(1, Ordering::Relaxed);
        }
    });
}

pub fn stopped() -> bool {
    ASKED.load(Ordering::Relaxed) > 0
}

/// Asked twice: no more patience.
pub fn insisted() -> bool {
    ASKED.load(Ordering::Relaxed) > 1
}

pub fn check() -> Result<(), Stopped> {
    if stopped() { Err(Stopped) } else { Ok(()) }
}
