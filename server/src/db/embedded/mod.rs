//! A private PostgreSQL cluster, for whoever has none of their own.
//!
//! [`Embedded::start`] finds the binaries, makes the cluster on the first start and supervises it from one
//! thread: a database that dies is started again, a database whose owner dies stops by itself. It listens on
//! a unix socket in a directory of mode 0700 and nowhere else, which is why it asks for no password.

mod account;
mod binaries;
mod cluster;
mod error;
mod lock_files;
mod place;
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
use place::Place;
use supervisor::Supervisor;

/// The name of the cluster's superuser.
pub const SUPERUSER: &str = "postgres";

#[derive(Clone, Debug)]
pub struct Options {
    /// Everything the cluster keeps lies below this directory; it belongs to the cluster alone.
    pub data_dir: PathBuf,
    /// The directory of `initdb` and `postgres`; looked for when absent.
    pub binaries: Option<PathBuf>,
    /// `false` trades safety against a power cut for speed: for tests only.
    pub durable: bool,
    /// Settings as in `postgresql.conf`; they win over ours.
    pub settings: Vec<(String, String)>,
}

/// A running cluster. It stops when this value is dropped.
#[derive(Debug)]
pub struct Embedded {
    supervisor: Supervisor,
    place: Place,
}

impl Embedded {
    /// Starts the cluster and returns when it accepts connections. Blocks: half a second on the first start,
    /// a tenth later, longer after a crash.
    pub fn start(options: Options) -> Result<Self, EmbeddedError> {
        let account = Account::choose(&options.data_dir)?;
        let place = Place::prepare(&options.data_dir, &account)?;
        let binaries = Binaries::find(options.binaries.as_deref(), place.version()?.as_deref())?;
        let binaries = binaries.usable_by(&account, &place)?;
        let cluster = Cluster {
            binaries,
            account,
            place,
            durable: options.durable,
            settings: options.settings,
        };
        cluster.create_if_absent()?;
        let place = cluster.place.clone();
        Ok(Self {
            supervisor: Supervisor::start(cluster)?,
            place,
        })
    }

    /// The address for a client on this machine.
    #[must_use]
    pub fn url(&self, user: &str, database: &str) -> String {
        socket_url(&self.place.socket_dir(), user, database)
    }

    /// `false` while the database is down and being started again.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.supervisor.is_alive()
    }

    /// The process id of the postmaster while it lives.
    #[must_use]
    pub fn process_id(&self) -> Option<i32> {
        self.supervisor.process_id()
    }

    /// Stops the cluster and returns when it is down. Dropping the value does the same.
    pub fn stop(self) {
        drop(self);
    }
}

/// The name of the socket's directory stands where a host would.
#[must_use]
pub fn socket_url(socket_dir: &str, user: &str, database: &str) -> String {
    format!(
        "postgres://{}@{}/{}",
        percent(user),
        percent(socket_dir),
        percent(database)
    )
}

/// The directory of the socket at which the cluster of another process answers; none when it does not run.
#[must_use]
pub fn running_socket_dir(data_dir: &Path) -> Option<String> {
    let data_dir = data_dir.canonicalize().ok()?;
    let lock_file = place::existing_cluster(&data_dir)?.join("postmaster.pid");
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
