//! The cluster's directories: data, socket, log, and the lock that keeps a second supervisor out.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::fcntl::{Flock, FlockArg};

use super::account::Account;
use super::error::{At, EmbeddedError};

/// The full path of a Unix socket is limited to 107 bytes.
const LONGEST_SOCKET_DIR: usize = 107 - "/.s.PGSQL.5432.lock".len();
/// Parent of the data directory if the database user cannot reach the configured one.
const REACHABLE: &str = "/var/lib/firmbook";
/// Symlink in the configured data directory to the one under [`REACHABLE`].
const ELSEWHERE: &str = "elsewhere";
/// Time to wait for the lock of a server that is shutting down.
const LOCK_PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub(super) struct DataDirectory {
    dir: PathBuf,
    socket_dir: PathBuf,
    /// Held while any clone of this value is alive. The kernel releases it if the process is killed.
    _lock: Arc<Flock<File>>,
}

impl DataDirectory {
    pub fn prepare(data_dir: &Path, account: &Account) -> Result<Self, EmbeddedError> {
        fs::create_dir_all(data_dir).at("create", data_dir)?;
        let data_dir = data_dir.canonicalize().at("open", data_dir)?;
        let lock = lock(&data_dir)?;
        let dir = home(&data_dir, account)?;
        let socket_dir = socket_dir(&dir);
        private_dir(&socket_dir, account)?;
        Ok(Self {
            dir,
            socket_dir,
            _lock: Arc::new(lock),
        })
    }

    pub fn cluster(&self) -> PathBuf {
        self.dir.join("cluster")
    }

    pub fn log(&self) -> PathBuf {
        self.dir.join("postgres.log")
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    pub fn socket_dir(&self) -> String {
        self.socket_dir.to_string_lossy().into_owned()
    }

    /// Returns the major version that created the cluster, or `None` if there is no cluster yet.
    pub fn version(&self) -> Result<Option<String>, EmbeddedError> {
        let file = self.cluster().join("PG_VERSION");
        match fs::read_to_string(&file) {
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).at("read", &file),
        }
    }
}

/// Returns the cluster directory of an earlier start with this `data_dir`.
pub(super) fn existing_cluster(data_dir: &Path) -> Option<PathBuf> {
    [data_dir.join("cluster"), data_dir.join(ELSEWHERE).join("cluster")]
        .into_iter()
        .find(|dir| dir.exists())
}

fn lock(data_dir: &Path) -> Result<Flock<File>, EmbeddedError> {
    let path = data_dir.join("lock");
    let deadline = Instant::now() + LOCK_PATIENCE;
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .at("open", &path)?;
    loop {
        match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
            Ok(lock) => return Ok(lock),
            Err(_) if Instant::now() > deadline => return Err(EmbeddedError::InUse(data_dir.to_path_buf())),
            Err((back, _)) => file = back,
        }
        sleep(Duration::from_millis(50));
    }
}

/// Returns `data_dir` if the account can reach it. Otherwise creates a directory under [`REACHABLE`] and a
/// symlink to it.
fn home(data_dir: &Path, account: &Account) -> Result<PathBuf, EmbeddedError> {
    let link = data_dir.join(ELSEWHERE);
    if let Ok(dir) = link.canonicalize() {
        return Ok(dir);
    }
    account.own(data_dir)?;
    if account.reaches(data_dir) {
        return Ok(data_dir.to_path_buf());
    }
    let unreachable = || EmbeddedError::Unreachable {
        user: account.name().to_owned(),
        path: data_dir.to_path_buf(),
    };
    let inode = data_dir.metadata().at("open", data_dir)?;
    let name = format!("{:016x}", hash(&(data_dir, inode.ino(), inode.ctime_nsec())));
    let dir = Path::new(REACHABLE).join(name);
    fs::create_dir_all(&dir).map_err(|_| unreachable())?;
    account.own(&dir)?;
    if !account.reaches(&dir) {
        return Err(unreachable());
    }
    let _ = fs::remove_file(&link);
    symlink(&dir, &link).at("create", &link)?;
    tracing::info!(
        from = %data_dir.display(),
        to = %dir.display(),
        "moved the data to a directory that the database user can reach"
    );
    Ok(dir)
}

fn socket_dir(dir: &Path) -> PathBuf {
    let near = dir.join("run");
    if near.as_os_str().len() <= LONGEST_SOCKET_DIR {
        return near;
    }
    let name = format!("firmbook-{:016x}", hash(&dir));
    let short = std::env::temp_dir().join(&name);
    if short.as_os_str().len() <= LONGEST_SOCKET_DIR {
        short
    } else {
        Path::new("/tmp").join(name)
    }
}

/// Creates the socket directory with mode 0700. The socket has no password, so only the account may enter.
fn private_dir(dir: &Path, account: &Account) -> Result<(), EmbeddedError> {
    match DirBuilder::new().mode(0o700).create(dir) {
        Ok(()) => account.own(dir),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let meta = fs::symlink_metadata(dir).at("open", dir)?;
            if !meta.is_dir() || meta.uid() != account.uid() {
                return Err(EmbeddedError::ForeignOwner(dir.to_path_buf()));
            }
            fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).at("protect", dir)
        }
        Err(error) => Err(error).at("create", dir),
    }
}

pub(super) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
