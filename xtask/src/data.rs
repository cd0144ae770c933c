//! Checks and resets the development data directory.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::fcntl::{Flock, FlockArg};

use crate::project::Project;

/// Free disk space required to start.
const LEAST_BYTES: u64 = 500 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits briefly for a port that an instance still holds while it stops.
pub fn expect_free_port(port: u16) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match TcpListener::bind(("127.0.0.1", port)) {
            Ok(_) => return Ok(()),
            Err(error) if error.kind() != ErrorKind::AddrInUse => {
                bail!("cannot use port {port} ({error}): choose another one with --port")
            }
            Err(_) if Instant::now() > deadline => {
                bail!(
                    "port {port} is in use: stop the program that uses it, or choose another one with --port"
                )
            }
            Err(_) => sleep(Duration::from_millis(50)),
        }
    }
}

pub fn expect_room(dir: &Path) -> Result<()> {
    let Ok(disk) = nix::sys::statvfs::statvfs(dir) else {
        return Ok(());
    };
    let free = disk.blocks_available() * disk.fragment_size();
    if free < LEAST_BYTES {
        bail!(
            "the disk of {} is nearly full ({} MB left): free some space and try again",
            dir.display(),
            free >> 20
        );
    }
    Ok(())
}

/// Removes the data directory and any database files stored outside it. Fails while another instance holds a
/// lock.
pub fn reset(project: &Project) -> Result<()> {
    let dir = project.data();
    if !dir.exists() {
        return Ok(());
    }
    if !project.is_default_data(&dir) && !dir.join("idp-keys.json").exists() {
        bail!(
            "{} does not look like a Firmbook data directory: remove it by hand if you are sure",
            dir.display()
        );
    }
    let databases: Vec<_> = fs::read_dir(&dir)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    if databases.iter().any(|database| is_locked(&database.join("lock"))) {
        bail!(
            "the data in {} is in use by another Firmbook instance: stop that one first",
            dir.display()
        );
    }
    for far in databases.iter().filter_map(|database| elsewhere(database)) {
        fs::remove_dir_all(&far).with_context(|| format!("failed to remove {}", far.display()))?;
    }
    fs::remove_dir_all(&dir).with_context(|| format!("failed to remove {}", dir.display()))
}

fn is_locked(file: &Path) -> bool {
    OpenOptions::new()
        .write(true)
        .open(file)
        .is_ok_and(|file| Flock::lock(file, FlockArg::LockExclusiveNonblock).is_err())
}

/// Returns the directory outside `dir` that holds the database if the database user cannot access `dir`.
fn elsewhere(dir: &Path) -> Option<PathBuf> {
    dir.join("elsewhere")
        .canonicalize()
        .ok()
        .filter(|far| far.starts_with("/var/lib/firmbook"))
}
