//! Children in groups of their own that end when we do.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use crate::signals;

const POLL: Duration = Duration::from_millis(10);

/// A group of its own, so that we decide in which order things stop; and the kernel's promise to stop it when we
/// are killed. Start it from the main thread: the promise is about the thread.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "the only way to set a parent-death signal is between fork and exec"
)]
pub fn bind_to_us(command: &mut Command) {
    let parent = nix::unistd::getpid();
    command.process_group(0);
    // SAFETY: the closure makes two system calls and allocates nothing, as the time before exec demands.
    unsafe {
        command.pre_exec(move || {
            nix::sys::prctl::set_pdeathsig(Signal::SIGTERM)?;
            if nix::unistd::getppid() == parent {
                Ok(())
            } else {
                Err(nix::errno::Errno::ESRCH.into())
            }
        });
    }
}

#[cfg(not(target_os = "linux"))]
pub fn bind_to_us(command: &mut Command) {
    command.process_group(0);
}

/// Asks the child to end, waits, and ends its whole group after `patience` or when asked to twice.
pub fn stop(child: &mut Child, patience: Duration) {
    let pid = Pid::from_raw(child.id().cast_signed());
    if matches!(child.try_wait(), Ok(None)) {
        let _ = kill(pid, Signal::SIGTERM);
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline && !signals::insisted() {
            if !matches!(child.try_wait(), Ok(None)) {
                break;
            }
            sleep(POLL);
        }
    }
    let _ = killpg(pid, Signal::SIGKILL);
    let _ = child.wait();
}

/// Ends the whole group of a child that has nothing to tidy.
pub fn stop_group(child: &mut Child) {
    let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM);
    stop(child, Duration::from_secs(5));
}
