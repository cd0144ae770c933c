//! What a killed postmaster leaves behind.
//!
//! PostgreSQL refuses to start over a lock file whose process id lives, and after `kill -9`, above all in a
//! container, that id soon belongs to somebody else. The files may go only when no process works in the data
//! directory any more; our own lock on the place keeps other supervisors away meanwhile.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Orphaned backends end by themselves when they notice that the postmaster is gone.
const NOTICE: Duration = Duration::from_secs(3);
const QUIT: Duration = Duration::from_secs(6);
const GIVE_UP: Duration = Duration::from_secs(9);

/// Waits for leftover processes of `cluster`, then removes its stale lock files and socket.
pub(super) fn clean_up(cluster: &Path, socket_dir: &Path) {
    let started = Instant::now();
    loop {
        let left = processes_in(cluster);
        if left.is_empty() {
            break;
        }
        let waited = started.elapsed();
        if waited > GIVE_UP {
            return; // PostgreSQL's own complaint names the process.
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
            tracing::debug!("removed the stale {}", file.display());
        }
    }
}

/// Every process of a cluster has its data directory as its working directory.
fn processes_in(cluster: &Path) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|dir| dir == cluster))
        .map(Pid::from_raw)
        .collect()
}
