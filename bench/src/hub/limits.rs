//! How many sockets a process may have.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// As many open files as the system lets us have.
pub fn raise_open_files() -> anyhow::Result<u64> {
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, most, most)?;
    Ok(most)
}
