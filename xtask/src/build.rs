//! `cargo xtask build`: builds the files for a production node.

use anyhow::Result;
use clap::Args;

use crate::project::Project;
use crate::run::{self, BUILD_STEPS};
use crate::steps::Steps;

/// Builds the web app (webapp/dist) and the server with optimizations (target/release/server).
#[derive(Args)]
pub struct Options {}

pub fn build(_: &Options) -> Result<()> {
    let project = Project::locate()?;
    run::build(&project, &mut Steps::new(BUILD_STEPS), true)
}
