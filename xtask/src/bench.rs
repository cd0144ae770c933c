//! `cargo xtask bench NAME`.

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::apt::CHROMIUM;
use crate::command::cargo;
use crate::project::Project;
use crate::python;
use crate::run::{BUILD_STEPS, build};
use crate::steps::Steps;

/// Runs a benchmark and writes its results to bench/results.
#[derive(Args)]
pub struct Options {
    /// The benchmark to run.
    name: Benchmark,
}

#[derive(Clone, Copy, ValueEnum)]
enum Benchmark {
    /// List pages against the same SQL in pgbench.
    Lists,
    /// 10,000 connections and a push to all of them, against ws and socket.io.
    Hub,
    /// Report totals against their SQL, and exports against COPY.
    Reports,
    /// An import of 100,000 contacts against COPY.
    Import,
    /// Pages of one firm while a user of another firm runs heavy filters.
    Faults,
    /// Changes, creates and feeds against plain statements.
    Writes,
    /// The comparison of all contacts of a firm, against Splink, and merges against plain SQL.
    Resolution,
    /// A book of business as PDF, against Chromium, ReportLab and plain Typst.
    Documents,
    /// The first load of a list and the opening of its records in Chromium, against React-Admin.
    Pages,
    /// A widget on a partner's page in Chromium, against the portal's list.
    Widgets,
}

pub fn bench(options: &Options) -> Result<()> {
    let project = Project::locate()?;
    let chromium = CHROMIUM.find()?;
    build(&project, &mut Steps::new(BUILD_STEPS), true)?;
    let python = match options.name {
        Benchmark::Resolution => Some(python::install(&project, "bench/splink", "python")?),
        Benchmark::Documents => Some(python::install(&project, "bench/documents", "python")?),
        _ => None,
    };
    cargo(["run", "--release", "-p", "bench", "--"])
        .args(
            options
                .name
                .to_possible_value()
                .map(|name| name.get_name().to_owned()),
        )
        .env("FIRMBOOK_CHROMIUM", chromium)
        .env("FIRMBOOK_PYTHON", python.unwrap_or_default())
        .dir(&project.root)
        .loud()
        .go()
        .map(drop)
}
