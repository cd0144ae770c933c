//! Programs that benches run: what they say, or why they failed.

use anyhow::{Context, ensure};
use serde::de::DeserializeOwned;
use std::path::Path;
use std::process::Command;

/// Runs a program to its end and gives what it wrote.
pub fn output(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("{name} does not start"))?;
    ensure!(
        output.status.success(),
        "{name} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(output.stdout)
}

/// Runs a script of `webapp/dev/bench` in a browser, and gives the JSON that it writes.
pub fn in_browser<T: DeserializeOwned>(root: &Path, script: &str, words: &[&str]) -> anyhow::Result<T> {
    let chromium = std::env::var("FIRMBOOK_CHROMIUM").context("FIRMBOOK_CHROMIUM names no browser")?;
    let mut node = Command::new("node");
    node.current_dir(root)
        .arg(format!("webapp/dev/bench/{script}.mjs"))
        .args(words)
        .arg(chromium);
    Ok(serde_json::from_slice(&output(&mut node)?)?)
}
