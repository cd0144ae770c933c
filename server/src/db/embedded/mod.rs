//! An embedded PostgreSQL cluster for installations without an external database.
//!
//! [`Embedded::start`] finds the binaries, creates the cluster on the first start and supervises it from one
//! thread. A database that crashes is restarted, and it stops if the server process dies. It listens only on
//! a Unix socket in a directory with mode 0700, so it needs no password.

mod account;
mod binaries;
mod cluster;
mod data_directory;
mod error;
mod lock_files;
mod process;
mod supervisor;
#[cfg(test)]
mod tests;

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

pub use error::EmbeddedError;

use account::Account;
use binaries::Binaries;
use cluster::Cluster;
use data_directory::DataDirectory;
use supervisor::Supervisor;

pub const SUPERUSER: &str = "postgres";

#[derive(Clone, Debug)]
pub struct Options {
    /// Directory for everything the cluster stores. Must not be used for anything else.
    pub data_dir: PathBuf,
    /// Directory of `initdb` and `postgres`. `None` searches the default locations.
    pub binaries: Option<PathBuf>,
    /// `false` disables fsync for speed. For tests only.
    pub durable: bool,
    /// Settings as in `postgresql.conf`. They override the defaults of this module.
    pub settings: Vec<(String, String)>,
}

/// A running cluster. Dropping it stops the cluster.
#[derive(Debug)]
pub struct Embedded {
    supervisor: Supervisor,
    data_directory: DataDirectory,
}

impl Embedded {
    /// Starts the cluster and blocks until it accepts connections: half a second on the first start, a tenth
    /// of a second later, longer after a crash.
    pub fn start(options: Options) -> Result<Self, EmbeddedError> {
        let account = Account::choose(&options.data_dir)?;
        let data_directory = DataDirectory::prepare(&options.data_dir, &account)?;
        let binaries = Binaries::find(options.binaries.as_deref(), data_directory.version()?.as_deref())?;
        let binaries = binaries.usable_by(&account, &data_directory)?;
        let cluster = Cluster {
            binaries,
            account,
            data_directory,
            durable: options.durable,
            settings: options.settings,
        };
        cluster.create_if_absent()?;
        let data_directory = cluster.data_directory.clone();
        Ok(Self {
            supervisor: Supervisor::start(cluster)?,
            data_directory,
        })
    }

    /// Returns the connection URL for clients on this machine.
    #[must_use]
    pub fn url(&self, user: &str, database: &str) -> String {
        socket_url(&self.data_directory.socket_dir(), user, database)
    }

    /// Returns `false` while the database is being restarted.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.supervisor.is_alive()
    }

    /// Returns the process id of the postmaster, or `None` while the database is down.
    #[must_use]
    pub fn process_id(&self) -> Option<i32> {
        self.supervisor.process_id()
    }

    /// Stops the cluster and waits until it is down, as dropping the value does.
    pub fn stop(self) {
        drop(self);
    }
}

/// Builds a connection URL with the socket directory in place of the host.
#[must_use]
pub fn socket_url(socket_dir: &str, user: &str, database: &str) -> String {
    format!(
        "postgres://{}@{}/{}",
        percent(user),
        percent(socket_dir),
        percent(database)
    )
}

/// Returns the socket directory of a cluster that another process runs, or `None` if none is running.
#[must_use]
pub fn running_socket_dir(data_dir: &Path) -> Option<String> {
    let data_dir = data_dir.canonicalize().ok()?;
    let lock_file = data_directory::existing_cluster(&data_dir)?.join("postmaster.pid");
    let socket_dir = std::fs::read_to_string(lock_file)
        .ok()?
        .lines()
        .nth(4)?
        .to_owned();
    UnixStream::connect(Path::new(&socket_dir).join(".s.PGSQL.5432")).ok()?;
    Some(socket_dir)
}

fn percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
