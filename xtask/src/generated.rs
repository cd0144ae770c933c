//! Files that are made from code and checked in, so that a review sees them change.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::{command, run};

/// Makes them again; writes them with `fix`, else refuses a stale copy.
pub fn check(project: &Project, fix: bool) -> Result<()> {
    run::build_server(project, false)?;
    let description = command::program(project.server(false), ["openapi"])
        .dir(&project.root)
        .go()?;
    settle(&project.root.join("docs/openapi.json"), &description, fix)
}

fn settle(file: &Path, made: &str, fix: bool) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|found| found == made) {
        return Ok(());
    }
    if !fix {
        bail!(
            "{} is stale: `cargo xtask check --fix` makes it again",
            file.display()
        );
    }
    fs::write(file, made).with_context(|| format!("{} cannot be written", file.display()))
}
