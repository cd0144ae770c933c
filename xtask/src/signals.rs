//! Counts SIGINT, SIGTERM and SIGHUP so that waiting loops can poll for them.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use nix::sys::signal::{SigSet, Signal};

static ASKED: AtomicU32 = AtomicU32::new(0);

/// The user interrupted the task. Not reported as a failure.
#[derive(Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

/// Blocks the signals in this thread and starts a thread that counts them. Call it before starting any other
/// thread, so that all threads inherit the mask. Children inherit it too; [`crate::process::bind_to_us`]
/// unblocks it for them.
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

/// Returns true after a second signal, which means: stop without waiting any longer.
pub fn insisted() -> bool {
    ASKED.load(Ordering::Relaxed) > 1
}

pub fn check() -> Result<(), Stopped> {
    if stopped() { Err(Stopped) } else { Ok(()) }
}
