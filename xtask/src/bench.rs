//! `cargo xtask bench NAME`.

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::command::cargo;
use crate::project::Project;

pub fn bench(arguments: Arguments) -> Result<()> {
    let project = Project::locate()?;
    let words = arguments.rest();
    if words.is_empty() {
        bail!("say which benchmark: cargo xtask bench NAME");
    }
    cargo(["build", "--release", "-p", "server"])
        .dir(&project.root)
        .loud()
        .go()?;
    cargo(["run", "--release", "-p", "bench", "--"])
        .args(words)
        .dir(&project.root)
        .loud()
        .go()
        .map(drop)
}
