//! Runs external programs and returns their output.

use anyhow::{Context, ensure};
use serde::de::DeserializeOwned;
use std::path::Path;
use std::process::Command;

/// Runs a program to completion and returns its standard output. The error contains its standard error.
pub fn output(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("failed to start {name}"))?;
    ensure!(
        output.status.success(),
        "{name} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(output.stdout)
}

/// Runs the commands with psql in one session as the database owner. `socket` is the socket's directory.
pub fn psql(socket: &Path, commands: &[&str]) -> anyhow::Result<()> {
    output(
        Command::new("psql")
            .args([
                "-q",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                "postgres",
                "-d",
                "firmbook",
                "-o",
                "/dev/null",
                "-h",
            ])
            .arg(socket)
            .args(commands.iter().flat_map(|command| ["-c", command])),
    )?;
    Ok(())
}

/// Runs a script of `webapp/dev/bench` in Chromium and parses the JSON it prints.
pub fn in_browser<T: DeserializeOwned>(root: &Path, script: &str, words: &[&str]) -> anyhow::Result<T> {
    let chromium = std::env::var("FIRMBOOK_CHROMIUM")
        .context("FIRMBOOK_CHROMIUM is not set to the path of a browser")?;
    let mut node = Command::new("node");
    node.current_dir(root)
        .arg(format!("webapp/dev/bench/{script}.mjs"))
        .args(words)
        .arg(chromium);
    Ok(serde_json::from_slice(&output(&mut node)?)?)
}
