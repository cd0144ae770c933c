//! Programs that tests need beside ours: found, or installed where that is ours to do.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::command::program;
use crate::tools::on_path;

pub struct Wanted {
    /// As people call it.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// Where it may be told to lie.
    pub setting: &'static str,
    /// Its programs, the usual one first.
    pub programs: &'static [&'static str],
    pub package: &'static str,
}

impl Wanted {
    /// The program named, the one found, or the one that the system's package manager installs for root.
    pub fn find(&self) -> Result<PathBuf> {
        let Self {
            name,
            setting,
            package,
            ..
        } = self;
        if let Some(named) = std::env::var_os(setting).map(PathBuf::from) {
            if named.is_file() {
                return Ok(named);
            }
            bail!(
                "{setting} names {}, which is not there: correct it or unset it",
                named.display()
            );
        }
        if let Some(found) = self.on_this_machine() {
            return Ok(found);
        }
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
                // Services are not started: we start what we need.
                .env("RUNLEVEL", "1")
                .go()?;
        }
        match self.on_this_machine() {
            Some(found) => Ok(found),
            None => bail!("apt-get installed {name}, but it is not on the PATH: set {setting}"),
        }
    }

    fn on_this_machine(&self) -> Option<PathBuf> {
        self.programs.iter().copied().find_map(on_path)
    }
}

/// A browser for journeys and benches.
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

/// What carries pushes between nodes where it is configured.
pub const REDIS: Wanted = Wanted {
    name: "Redis",
    purpose: "for the tests with more than one node",
    setting: "FIRMBOOK_REDIS_SERVER",
    programs: &["redis-server", "valkey-server"],
    package: "redis-server",
};
