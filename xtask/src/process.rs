//! Child processes that run in their own process group and end together with xtask.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{SigSet, Signal, kill, killpg};
use nix::unistd::Pid;

use crate::signals;

const POLL: Duration = Duration::from_millis(10);

/// Puts the child in its own process group so that xtask controls the shutdown order, unblocks the signals
/// that xtask blocks for itself, and has the kernel send SIGTERM to the child when the parent dies.
///
/// Spawn the child from the main thread: the kernel's parent-death signal is tied to the spawning thread.
#[expect(
    unsafe_code,
    reason = "a child's signals can only be set up between fork and exec"
)]
pub fn bind_to_us(command: &mut Command) {
    let parent = nix::unistd::getpid();
    command.process_group(0);
    // SAFETY: the closure only makes async-signal-safe system calls and does not allocate between fork and
    // exec.
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

/// Sends SIGTERM to the child and waits. Kills its process group after `patience`, or at once on a second
/// signal.
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

/// Sends SIGTERM to the child's whole process group, then kills it after five seconds.
pub fn stop_group(child: &mut Child) {
    let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM);
    stop(child, Duration::from_secs(5));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn child_receives_signals_that_the_parent_blocks() {
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
