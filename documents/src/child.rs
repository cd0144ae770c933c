//! The child process that renders one document. It first sets resource limits for itself.

use crate::{RenderError, render};
use anyhow::Context as _;
use nix::sys::resource::{Resource, setrlimit};
use shared::deliverable::layout::RenderOrder;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

/// Address space for the binary, the threads, and a document with thousands of contracts.
const MEMORY_BYTES: u64 = 2 * 1024 * 1024 * 1024;
const CPU_SECONDS: u64 = 60;
const OPEN_FILES: u64 = 16;
/// Exit code if the document cannot be rendered. The message is written to stderr.
const NOT_RENDERED: u8 = 3;

/// Reads a `RenderOrder` as JSON from stdin and writes the rendered document to stdout. The message of a
/// `RenderError` is written to stderr.
///
/// # Errors
/// Returns an error if the limits cannot be set, the order cannot be parsed, or the output cannot be written.
pub fn run() -> anyhow::Result<ExitCode> {
    set_limits()?;
    let mut json = Vec::new();
    std::io::stdin().lock().read_to_end(&mut json)?;
    let order: RenderOrder = serde_json::from_slice(&json).context("cannot parse the order")?;
    drop(json);
    match render(&order) {
        Ok(bytes) => write(&bytes).map(|()| ExitCode::SUCCESS),
        Err(error) => refuse(&error),
    }
}

fn set_limits() -> nix::Result<()> {
    for (resource, limit) in [
        (Resource::RLIMIT_AS, MEMORY_BYTES),
        (Resource::RLIMIT_CPU, CPU_SECONDS),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_FSIZE, 0),
        (Resource::RLIMIT_CORE, 0),
    ] {
        setrlimit(resource, limit, limit)?;
    }
    Ok(())
}

fn write(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

fn refuse(error: &RenderError) -> anyhow::Result<ExitCode> {
    write!(std::io::stderr(), "{error}")?;
    Ok(ExitCode::from(NOT_RENDERED))
}
