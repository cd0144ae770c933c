//! Child processes that end with the server.

use std::process::Command;

/// Makes the kernel stop the child when the **thread** that spawned it ends, so that even `kill -9` of the
/// server stops the database. The separate process group shields the child from Ctrl-C in the terminal, so
/// that the server ends first.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "the only way to set a parent-death signal is between fork and exec"
)]
pub(super) fn bind_to_this_thread(command: &mut Command) {
    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::signal::{SigSet, Signal};
    use nix::unistd::{getpid, getppid};
    use std::os::unix::process::CommandExt;

    let parent = getpid();
    command.process_group(0);
    // SAFETY: between fork and exec the closure only makes system calls and does not allocate.
    unsafe {
        command.pre_exec(move || {
            SigSet::empty().thread_set_mask()?;
            set_pdeathsig(Signal::SIGINT)?;
            if getppid() == parent {
                Ok(())
            } else {
                Err(nix::errno::Errno::ESRCH.into())
            }
        });
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn bind_to_this_thread(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}
