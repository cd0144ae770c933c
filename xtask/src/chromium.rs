//! A browser for the journeys.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::command::program;
use crate::tools::on_path;

/// Chromium's program: the one named, the one found, or the one that the system's package manager installs for root.
pub fn find() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("FIRMBOOK_CHROMIUM").map(PathBuf::from) {
        if named.is_file() {
            return Ok(named);
        }
        bail!(
            "FIRMBOOK_CHROMIUM names {}, which is not there: correct it or unset it",
            named.display()
        );
    }
    if let Some(found) = on_this_machine() {
        return Ok(found);
    }
    if !nix::unistd::geteuid().is_root() || on_path("apt-get").is_none() {
        bail!(
            "no Chromium found for the browser journeys: install it (on Debian: apt-get install chromium) or set FIRMBOOK_CHROMIUM"
        );
    }
    eprintln!("installing Chromium with apt-get");
    program("apt-get", ["update"])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .go()?;
    program(
        "apt-get",
        ["install", "-y", "--no-install-recommends", "chromium"],
    )
    .env("DEBIAN_FRONTEND", "noninteractive")
    .go()?;
    match on_this_machine() {
        Some(found) => Ok(found),
        None => bail!("apt-get installed Chromium, but it is not on the PATH: set FIRMBOOK_CHROMIUM"),
    }
}

fn on_this_machine() -> Option<PathBuf> {
    [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ]
    .into_iter()
    .find_map(on_path)
}
