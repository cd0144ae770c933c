//! `cargo xtask bench NAME`.

use anyhow::{Result, bail};

use crate::apt::CHROMIUM;
use crate::arguments::Arguments;
use crate::command::cargo;
use crate::project::Project;
use crate::run::{BUILD_STEPS, build};
use crate::steps::Steps;

pub fn bench(arguments: Arguments) -> Result<()> {
    let project = Project::locate()?;
    let words = arguments.rest();
    if words.is_empty() {
        bail!("missing benchmark name: cargo xtask bench NAME");
    }
    let chromium = CHROMIUM.find()?;
    build(&project, &mut Steps::new(BUILD_STEPS), true)?;
    cargo(["run", "--release", "-p", "bench", "--"])
        .args(words)
        .env("FIRMBOOK_CHROMIUM", chromium)
        .dir(&project.root)
        .loud()
        .go()
        .map(drop)
}
