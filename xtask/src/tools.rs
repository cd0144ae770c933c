//! Checks for required tools and installs the wasm toolchain and npm packages.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::command::{cargo, program};
use crate::project::Project;
use crate::stamp;

const WASM_PACK: &str = "0.15.1";
const WASM: &str = "wasm32-unknown-unknown";
const NODE: (u32, u32) = (20, 19);

/// Returns the error message for a missing program.
pub fn missing(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    let advice = match name.as_ref() {
        "node" | "npm" => "install Node 20.19 or newer",
        "cargo" | "rustc" | "rustup" => "install Rust with rustup",
        "cc" => "install a C compiler (on Debian: apt-get install build-essential)",
        _ => "install it or check the PATH",
    };
    format!("`{name}` is not installed: {advice}")
}

/// Checks for the tools that xtask cannot install. Runs first because it is quick.
pub fn expect_basics() -> Result<()> {
    let version = program("node", ["--version"]).go()?;
    let mut numbers = version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .map_while(|number| number.parse::<u32>().ok());
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < NODE {
        bail!("Node {} is too old: install Node 20.19 or newer", version.trim());
    }
    for name in ["npm", "cc"] {
        if on_path(name).is_none() {
            bail!("{}", missing(name.as_ref()));
        }
    }
    Ok(())
}

pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
}

/// Installs the wasm target, wasm-pack, and wasm-bindgen in the version from `Cargo.lock`.
pub fn install(project: &Project) -> Result<()> {
    let sysroot = program("rustc", ["--print", "sysroot"]).dir(&project.root).go()?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(WASM).is_dir() {
        program("rustup", ["target", "add", WASM])
            .dir(&project.root)
            .go()?;
    }
    let wasm_bindgen = locked_version(project, "wasm-bindgen")?;
    // Built without --locked, because wasm-bindgen-cli's lock file pins outdated dependencies. wasm-pack
    // needs its own.
    cargo_install(project, "wasm-bindgen", "wasm-bindgen-cli", &wasm_bindgen, &[])?;
    cargo_install(project, "wasm-pack", "wasm-pack", WASM_PACK, &["--locked"])
}

fn cargo_install(project: &Project, name: &str, krate: &str, version: &str, more: &[&str]) -> Result<()> {
    let binary = project.tools.join("bin").join(name);
    if binary.is_file()
        && program(&binary, ["--version"])
            .go()
            .is_ok_and(|out| out.trim().ends_with(&format!(" {version}")))
    {
        return Ok(());
    }
    let build = project.tools.join("build");
    cargo([
        "install",
        krate,
        "--version",
        version,
        "--debug",
        "--force",
        "--root",
    ])
    .arg(&project.tools)
    .args(more)
    .env("CARGO_TARGET_DIR", &build)
    .env("CARGO_PROFILE_DEV_DEBUG", "0")
    .loud()
    .go()?;
    let _ = fs::remove_dir_all(build);
    Ok(())
}

/// Runs `npm ci` if `package-lock.json` changed since the last install.
pub fn npm_ci(project: &Project) -> Result<()> {
    let webapp = project.webapp();
    let modules = webapp.join("node_modules");
    let stamp = stamp::of(&webapp, &["package-lock.json"], "npm ci")?;
    if stamp::is_fresh(&modules, &stamp) {
        return Ok(());
    }
    if is_installed_by_hand(&webapp) {
        return stamp::mark(&modules, &stamp);
    }
    program("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .dir(&webapp)
        .go()?;
    stamp::mark(&modules, &stamp)
}

/// Returns true if npm was run by hand after `package-lock.json` last changed. Compares it with npm's own
/// `node_modules/.package-lock.json`.
fn is_installed_by_hand(webapp: &Path) -> bool {
    let changed = |file: &str| webapp.join(file).metadata().and_then(|meta| meta.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    let wanted = changed("package-lock.json");
    !webapp.join("node_modules/.made-from").exists() && installed.is_some() && installed > wanted
}

fn locked_version(project: &Project, krate: &str) -> Result<String> {
    let lock = fs::read_to_string(project.root.join("Cargo.lock")).context("failed to read Cargo.lock")?;
    version_in(&lock, krate).with_context(|| format!("{krate} is not in Cargo.lock"))
}

fn version_in(lock: &str, krate: &str) -> Option<String> {
    let (_, after) = lock.split_once(&format!("name = \"{krate}\"\nversion = \""))?;
    Some(after.split_once('"')?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_of_an_exact_package_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(version_in(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(version_in(lock, "serde"), None);
    }
}
