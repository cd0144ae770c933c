//! Generated files that are checked in, so that changes to them show up in review.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::{command, run, web};

/// Regenerates `docs/openapi.json`, and the TypeScript types of the API from it. Without `fix`, fails if a
/// checked-in copy is stale.
pub fn check(project: &Project, fix: bool) -> Result<()> {
    run::build_server(project, false)?;
    let description = command::program(project.server(false), ["openapi"])
        .dir(&project.root)
        .go()?;
    settle(&project.root.join("docs/openapi.json"), &description, fix)?;
    let types = web::node_script(project, "dev/api-types.mjs").go()?;
    settle(&project.webapp().join("src/lib/api-schema.d.ts"), &types, fix)
}

fn settle(file: &Path, made: &str, fix: bool) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|found| found == made) {
        return Ok(());
    }
    if !fix {
        bail!(
            "{} is stale: run `cargo xtask check --fix` to regenerate it",
            file.display()
        );
    }
    fs::write(file, made).with_context(|| format!("failed to write {}", file.display()))
}
