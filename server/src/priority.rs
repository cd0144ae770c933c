//! Work that gives way: whoever waits for a page has the processors first.

use rustix::process::{Pid, setpriority_process};

/// From -20, first, to 19, last; 0 is usual.
const NICENESS: i32 = 10;

/// The thread that calls this, for good.
pub fn lower_this_thread() {
    report(setpriority_process(None, NICENESS).map_err(std::io::Error::from));
}

/// A process of our own, for good. Where the system shares its processors among sessions, and a process of the database
/// is one, its session gives way.
pub fn lower(process_id: i32) {
    report(setpriority_process(Pid::from_raw(process_id), NICENESS).map_err(std::io::Error::from));
    // Not every system has such groups.
    _ = std::fs::write(format!("/proc/{process_id}/autogroup"), NICENESS.to_string());
}

fn report(done: std::io::Result<()>) {
    if let Err(error) = done {
        tracing::warn!(%error, "long work does not give way");
    }
}
