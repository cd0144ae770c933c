//! Lowers the scheduling priority of long-running work, so that page requests run first.

use rustix::process::{Pid, setpriority_process};

/// Nice value, from -20 (highest priority) to 19 (lowest). The default is 0.
const NICENESS: i32 = 10;

/// Lowers the priority of the current thread permanently.
pub fn lower_this_thread() {
    report(setpriority_process(None, NICENESS).map_err(std::io::Error::from));
}

/// Lowers the priority of a process of the same user permanently. On Linux with autogroup scheduling, also
/// lowers its autogroup, which the nice value alone would not affect.
pub fn lower(process_id: i32) {
    report(setpriority_process(Pid::from_raw(process_id), NICENESS).map_err(std::io::Error::from));
    // Autogroups do not exist on every system.
    _ = std::fs::write(format!("/proc/{process_id}/autogroup"), NICENESS.to_string());
}

fn report(done: std::io::Result<()>) {
    if let Err(error) = done {
        tracing::warn!(%error, "failed to lower the priority of background work");
    }
}
