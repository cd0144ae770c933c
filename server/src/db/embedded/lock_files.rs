//! Cleanup after a killed postmaster.
//!
//! PostgreSQL refuses to start if the process id in its lock file is alive. After `kill -9`, that id may soon belong to
//! another process, especially in a container. The lock files may be removed only when no process uses the data
//! directory. Meanwhile our own lock (see `data_directory`) keeps other supervisors out.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Orphaned backends exit on their own once they notice that the postmaster is gone.
const NOTICE: Duration = Duration::from_secs(3);
const QUIT: Duration = Duration::from_secs(6);
const GIVE_UP: Duration = Duration::from_secs(9);

/// Waits for leftover processes of `cluster`, then removes stale lock files and the socket.
pub(super) fn clean_up(cluster: &Path, socket_dir: &Path) {
    let started = Instant::now();
    loop {
        let left = processes_in(cluster);
        if left.is_empty() {
            break;
        }
        let waited = started.elapsed();
        if waited > GIVE_UP {
            return; // PostgreSQL reports the process in its own error.
        }
        for pid in left {
            if waited > QUIT {
                let _ = kill(pid, Signal::SIGKILL);
            } else if waited > NOTICE {
                let _ = kill(pid, Signal::SIGQUIT);
            }
        }
        sleep(Duration::from_millis(50));
    }
    for file in [
        cluster.join("postmaster.pid"),
        socket_dir.join(".s.PGSQL.5432.lock"),
        socket_dir.join(".s.PGSQL.5432"),
    ] {
        if fs::remove_file(&file).is_ok() {
            tracing::debug!(file = %file.display(), "removed stale lock file");
        }
    }
}

/// Finds the processes whose working directory is the data directory, as it is for all processes of a
/// cluster.
fn processes_in(cluster: &Path) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|dir| dir == cluster))
        .map(Pid::from_raw)
        .collect()
}
