//! `cargo xtask build`: builds what a production node needs.

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
