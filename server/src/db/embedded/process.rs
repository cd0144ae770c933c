//! Child processes that do not outlive us.

use std::process::Command;

/// Has the kernel stop the child when the **thread** that starts it ends, so that even `kill -9` of the server
/// leaves no database behind. A group of its own keeps the terminal's Ctrl-C away from it: the server ends first.
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
    // SAFETY: the closure makes system calls and allocates nothing, as the time before exec demands.
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
