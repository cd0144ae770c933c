//! The rules for the browser.

use anyhow::Result;

use crate::command::program;
use crate::project::Project;
use crate::stamp;

const SOURCES: [&str; 6] = [
    "shared/src",
    "shared/Cargo.toml",
    "wasm/src",
    "wasm/Cargo.toml",
    "Cargo.toml",
    "Cargo.lock",
];

/// Builds `webapp/pkg` unless it was made from the same sources by the same compiler.
pub fn build(project: &Project) -> Result<()> {
    let package = project.webapp().join("pkg");
    let compiler = program("rustc", ["--version"]).dir(&project.root).go()?;
    let stamp = stamp::of(&project.root, &SOURCES, &compiler)?;
    if stamp::is_fresh(&package, &stamp) && package.join("firmbook_wasm_bg.wasm").is_file() {
        return Ok(());
    }
    let bin = project.tools.join("bin");
    // With both directories on the path it finds everything, and downloads nothing.
    program(bin.join("wasm-pack"), ["build", "wasm"])
        .args(["--target", "bundler", "--profile", "wasm", "--mode", "no-install"])
        .args(["--out-dir", "../webapp/pkg", "--out-name", "firmbook_wasm"])
        .dir(&project.root)
        .path(&[&bin, &project.npm(".bin")])
        .with_cargo_progress()
        .loud()
        .go()?;
    stamp::mark(&package, &stamp)
}
