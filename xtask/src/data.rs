//! The directory in which a development machine keeps its book.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::fcntl::{Flock, FlockArg};

use crate::project::Project;

/// Less than this on the disk, and nothing goes well.
const LEAST_BYTES: u64 = 500 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(2);

/// A predecessor that is just stopping gets the time for it.
pub fn expect_free_port(port: u16) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match TcpListener::bind(("127.0.0.1", port)) {
            Ok(_) => return Ok(()),
            Err(error) if error.kind() != ErrorKind::AddrInUse => {
                bail!("port {port} cannot be used ({error}): choose another with --port")
            }
            Err(_) if Instant::now() > deadline => {
                bail!("port {port} is taken: stop the program that holds it, or choose another with --port")
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
            "the disk of {} is nearly full ({} MB left): free some space and start again",
            dir.display(),
            free >> 20
        );
    }
    Ok(())
}

/// Removes everything, and what the database put elsewhere; refuses while somebody uses it.
pub fn reset(project: &Project) -> Result<()> {
    let dir = project.data();
    if !dir.exists() {
        return Ok(());
    }
    if !project.is_default_data(&dir) && !dir.join("idp-keys.json").exists() {
        bail!(
            "{} does not look like Firmbook's data: remove it yourself if you mean it",
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
            "the data in {} is in use by another Firmbook: stop that one first",
            dir.display()
        );
    }
    for far in databases.iter().filter_map(|database| elsewhere(database)) {
        fs::remove_dir_all(&far).with_context(|| format!("{} cannot be removed", far.display()))?;
    }
    fs::remove_dir_all(&dir).with_context(|| format!("{} cannot be removed", dir.display()))
}

fn is_locked(file: &Path) -> bool {
    OpenOptions::new()
        .write(true)
        .open(file)
        .is_ok_and(|file| Flock::lock(file, FlockArg::LockExclusiveNonblock).is_err())
}

/// Where the database of `dir` really lies, when its user could not reach `dir`.
fn elsewhere(dir: &Path) -> Option<PathBuf> {
    dir.join("elsewhere")
        .canonicalize()
        .ok()
        .filter(|far| far.starts_with("/var/lib/firmbook"))
}
