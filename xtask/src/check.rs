//! `cargo xtask check`: formatting, lints, types, generated files and the bundle size budget.

use std::thread::{self, ScopedJoinHandle};

use anyhow::{Result, anyhow};
use clap::Args;

use crate::command::{cargo, program};
use crate::project::Project;
use crate::steps::Steps;
use crate::{generated, tools, wasm, web};

const STEPS: usize = 10;
const WASM: &str = "wasm32-unknown-unknown";

/// Checks formatting, lints, types, generated files and the size budget of the first page.
#[derive(Args)]
pub struct Options {
    /// Formats the code, applies lint fixes and regenerates docs/openapi.json and the web app's API types.
    #[arg(long)]
    fix: bool,
}

pub fn check(options: &Options) -> Result<()> {
    all(&Project::locate()?, options.fix, true)
}

/// Runs all checks except the one for generated files, which the server tests repeat.
pub fn before_tests(project: &Project) -> Result<()> {
    all(project, false, false)
}

fn all(project: &Project, fix: bool, with_generated: bool) -> Result<()> {
    let mut steps = Steps::new(if with_generated { STEPS } else { STEPS - 1 });
    steps.loud("tools and npm packages", || {
        tools::expect_basics()?;
        tools::install(project)?;
        tools::npm_ci(project)
    })?;
    thread::scope(|scope| {
        // The wasm modules have their own target directories and mostly use a single processor, so they are
        // built in parallel with the checks. With `fix`, they are built later, because fixes change their
        // sources.
        let modules = (!fix).then(|| scope.spawn(|| wasm::build(project, false)));
        code(project, &mut steps, fix)?;
        if with_generated {
            steps.loud("generated files", || generated::check(project, fix))?;
        }
        web_app(project, &mut steps, modules)
    })
}

fn code(project: &Project, steps: &mut Steps, fix: bool) -> Result<()> {
    steps.quiet("rustfmt", || {
        let only_look: &[&str] = if fix { &[] } else { &["--check"] };
        cargo(["fmt", "--all"])
            .args(only_look)
            .dir(&project.root)
            .go()
            .map(drop)
    })?;
    steps.loud("clippy", || {
        clippy(
            project,
            &["--workspace", "--exclude", "firmbook-wasm", "--all-targets"],
            fix,
        )
    })?;
    steps.loud("clippy for the browser", || {
        clippy(project, &["-p", "firmbook-wasm", "--target", WASM], fix)
    })?;
    steps.quiet("rustdoc", || {
        cargo(["doc", "-p", "shared", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings")
            .dir(&project.root)
            .go()
            .map(drop)
    })?;
    steps.quiet("prettier", || {
        prettier(project, fix, &["."], "prettier")?;
        prettier(
            project,
            fix,
            &["dev", "--ignore-path", "../.gitignore"],
            "prettier-dev",
        )
    })?;
    steps.quiet("oxlint", || {
        let fix: &[&str] = if fix { &["--fix"] } else { &[] };
        program(project.npm(".bin/oxlint"), ["--deny-warnings"])
            .args(fix)
            .dir(project.webapp())
            .go()
            .map(drop)
    })
}

/// Checks or fixes the formatting of files that changed since the last run. The cache is in the target
/// directory, which fresh checkouts share.
fn prettier(project: &Project, fix: bool, files: &[&str], cache: &str) -> Result<()> {
    let mode = if fix { "--write" } else { "--check" };
    web::node(project, "prettier/bin/prettier.cjs", &[mode])
        .args(files)
        .args(["--cache", "--cache-strategy", "content", "--cache-location"])
        .arg(project.target.join(cache))
        .go()
        .map(drop)
}

fn web_app(
    project: &Project,
    steps: &mut Steps,
    modules: Option<ScopedJoinHandle<'_, Result<()>>>,
) -> Result<()> {
    steps.quiet("wasm and TypeScript", || {
        match modules {
            Some(thread) => thread
                .join()
                .map_err(|_| anyhow!("the thread that builds wasm panicked"))??,
            None => wasm::build(project, false)?,
        }
        web::node(project, "ts7/bin/tsc", &["--noEmit"]).go().map(drop)
    })?;
    steps.quiet("web app and its budget", || web::build(project))
}

fn clippy(project: &Project, what: &[&str], fix: bool) -> Result<()> {
    let fix: &[&str] = if fix {
        &["--fix", "--allow-dirty", "--allow-staged"]
    } else {
        &[]
    };
    cargo(["clippy"])
        .args(what)
        .args(fix)
        .args(["--", "-D", "warnings"])
        .dir(&project.root)
        .loud()
        .go()
        .map(drop)
}
