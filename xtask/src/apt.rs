//! Locates the external programs that tests and benchmarks use, and installs missing ones with apt-get.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::command::program;
use crate::tools::on_path;

pub struct Wanted {
    /// Name used in messages.
    pub name: &'static str,
    /// Completes "no {name} found …" in the error message.
    pub purpose: &'static str,
    /// Environment variable that overrides the program's path.
    pub setting: &'static str,
    /// Executable names to look for, in order of preference.
    pub programs: &'static [&'static str],
    pub package: &'static str,
}

impl Wanted {
    /// Returns the path from the environment variable, else the first match on the `PATH`. If neither exists
    /// and the user is root, installs the package with apt-get.
    pub fn find(&self) -> Result<PathBuf> {
        let Self { name, setting, .. } = self;
        if let Some(named) = std::env::var_os(setting).map(PathBuf::from) {
            if named.is_file() {
                return Ok(named);
            }
            bail!(
                "{setting} is set to {}, which does not exist: correct it or unset it",
                named.display()
            );
        }
        if let Some(found) = self.on_this_machine() {
            return Ok(found);
        }
        self.install()?;
        match self.on_this_machine() {
            Some(found) => Ok(found),
            None => bail!("apt-get installed {name}, but it is not on the PATH: set {setting}"),
        }
    }

    /// Installs the package with apt-get. Fails with advice if the user is not root.
    pub fn install(&self) -> Result<()> {
        let Self {
            name,
            setting,
            package,
            ..
        } = self;
        if !nix::unistd::geteuid().is_root() || on_path("apt-get").is_none() {
            bail!(
                "no {name} found {}: install it (on Debian: apt-get install {package}) or set {setting}",
                self.purpose
            );
        }
        eprintln!("installing {name} with apt-get");
        for words in [
            &["update"][..],
            &["install", "-y", "--no-install-recommends", package],
        ] {
            program("apt-get", words)
                .env("DEBIAN_FRONTEND", "noninteractive")
                // Keeps the package from starting its service.
                .env("RUNLEVEL", "1")
                .go()?;
        }
        Ok(())
    }

    fn on_this_machine(&self) -> Option<PathBuf> {
        self.programs.iter().copied().find_map(on_path)
    }
}

/// Chromium without a user interface. Opens a page in half the time of the full browser.
pub const HEADLESS_SHELL: Wanted = Wanted {
    name: "headless Chromium",
    purpose: "for the end-to-end tests",
    setting: "FIRMBOOK_CHROMIUM",
    programs: &["chromium-headless-shell"],
    package: "chromium-headless-shell",
};

/// Browser for benchmarks, and for end-to-end tests without a [`HEADLESS_SHELL`].
pub const CHROMIUM: Wanted = Wanted {
    name: "Chromium",
    purpose: "for the browser journeys and benches",
    setting: "FIRMBOOK_CHROMIUM",
    programs: &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ],
    package: "chromium",
};

/// Pub/sub broker between nodes.
pub const REDIS: Wanted = Wanted {
    name: "Redis",
    purpose: "for the tests with more than one node",
    setting: "FIRMBOOK_REDIS_SERVER",
    programs: &["redis-server", "valkey-server"],
    package: "redis-server",
};

/// Reverse proxy that shares connections between clients.
pub const HAPROXY: Wanted = Wanted {
    name: "HAProxy",
    purpose: "for the tests behind a proxy",
    setting: "FIRMBOOK_HAPROXY",
    programs: &["haproxy"],
    package: "haproxy",
};

/// Connection pooler between the server and PostgreSQL.
pub const PGBOUNCER: Wanted = Wanted {
    name: "PgBouncer",
    purpose: "for the tests through a connection pooler",
    setting: "FIRMBOOK_PGBOUNCER",
    programs: &["pgbouncer"],
    package: "pgbouncer",
};

/// PostgreSQL with the command-line tools that the embedded server lacks. Debian puts wrapper programs on the `PATH`
/// even if no server is installed, so tests look for the programs of a specific version.
const POSTGRES: Wanted = Wanted {
    name: "PostgreSQL with its tools",
    purpose: "for the tests of backups and replicas",
    setting: "FIRMBOOK_POSTGRES_TOOLS",
    programs: &[],
    package: "postgresql",
};

/// Installs PostgreSQL with its tools, unless it is already installed.
pub fn install_postgres() -> Result<()> {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut programs = versions.map(|version| version.path().join("bin"));
    let is_here = programs.any(|dir| dir.join("initdb").is_file() && dir.join("pg_basebackup").is_file());
    if is_here || std::env::var_os(POSTGRES.setting).is_some() {
        return Ok(());
    }
    POSTGRES.install()
}

/// Python interpreter for schemathesis and moto, including the `venv` module.
pub const PYTHON: Wanted = Wanted {
    name: "Python with venv",
    purpose: "for the tests of the API document and of S3",
    setting: "FIRMBOOK_PYTHON",
    programs: &["python3"],
    package: "python3-venv",
};
