//! Children in groups of their own that end when we do.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{SigSet, Signal, kill, killpg};
use nix::unistd::Pid;

use crate::signals;

const POLL: Duration = Duration::from_millis(10);

/// A group of its own, so that we decide in which order things stop; none of the signals blocked that we keep for
/// ourselves; and the kernel's promise to stop it when we are killed. Start it from the main thread: the promise is
/// about the thread.
#[expect(
    unsafe_code,
    reason = "a child's signals can only be arranged between fork and exec"
)]
pub fn bind_to_us(command: &mut Command) {
    let parent = nix::unistd::getpid();
    command.process_group(0);
    // SAFETY: the closure makes system calls and allocates nothing, as the time before exec demands.
    unsafe {
        command.pre_exec(move || {
            SigSet::empty().thread_set_mask()?;
            die_with_parent()?;
            if nix::unistd::getppid() == parent {
                Ok(())
            } else {
                Err(nix::errno::Errno::ESRCH.into())
            }
        });
    }
}

#[cfg(target_os = "linux")]
fn die_with_parent() -> nix::Result<()> {
    nix::sys::prctl::set_pdeathsig(Signal::SIGTERM)
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() -> nix::Result<()> {
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_hears_the_signals_that_we_keep_for_ourselves() {
        SigSet::from(Signal::SIGTERM).thread_block().unwrap();
        let mut command = Command::new("sleep");
        command.arg("60");
        bind_to_us(&mut command);
        let mut child = command.spawn().unwrap();
        let started = Instant::now();
        stop(&mut child, Duration::from_secs(20));
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}
