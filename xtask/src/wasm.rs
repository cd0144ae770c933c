//! Builds the wasm modules of the web app.

use anyhow::Result;

use crate::command::{Run, program};
use crate::project::Project;
use crate::stamp;

const SOURCES: [&str; 8] = [
    "shared/src",
    "shared/Cargo.toml",
    "workbook/src",
    "workbook/Cargo.toml",
    "wasm/src",
    "wasm/Cargo.toml",
    "Cargo.toml",
    "Cargo.lock",
];

/// Modules: cargo feature, directory in the web app, file name.
const MODULES: [(&str, &str, &str); 7] = [
    ("first", "pkg", "firmbook_wasm"),
    ("later", "pkg-later", "firmbook_later"),
    ("reading", "pkg-reading", "firmbook_reading"),
    ("workbook", "pkg-workbook", "firmbook_workbook"),
    ("embed", "pkg-embed", "firmbook_embed"),
    ("embed-live", "pkg-embed-live", "firmbook_embed_live"),
    ("embed-import", "pkg-embed-import", "firmbook_embed_import"),
];

/// Builds each module unless it is up to date with the sources and the compiler. `is_loud` shows the progress.
pub fn build(project: &Project, is_loud: bool) -> Result<()> {
    let compiler = program("rustc", ["--version"]).dir(&project.root).go()?;
    let stamp = stamp::of(&project.root, &SOURCES, &compiler)?;
    for (feature, directory, name) in MODULES {
        let package = project.webapp().join(directory);
        let made = package.join(format!("{name}_bg.wasm"));
        if !stamp::is_fresh(&package, &stamp) || !made.is_file() {
            let run = module(project, feature, directory, name);
            if is_loud {
                run.with_cargo_progress().loud()
            } else {
                run
            }
            .go()?;
            stamp::mark(&package, &stamp)?;
        }
    }
    Ok(())
}

fn module(project: &Project, feature: &str, directory: &str, name: &str) -> Run {
    let bin = project.tools.join("bin");
    // wasm-pack finds wasm-bindgen and wasm-opt on this `PATH` and downloads nothing.
    program(bin.join("wasm-pack"), ["build", "wasm"])
        .args(["--target", "bundler", "--profile", "wasm", "--mode", "no-install"])
        .args(["--out-dir", &format!("../webapp/{directory}"), "--out-name", name])
        .args(["--", "--no-default-features", "--features", feature])
        .dir(&project.root)
        .path(&[&bin, &project.npm(".bin")])
}
