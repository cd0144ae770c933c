//! `cargo xtask check`: formatting, lints, types, generated files and the bundle size budget.

use anyhow::Result;

use crate::arguments::Arguments;
use crate::command::{cargo, program};
use crate::project::Project;
use crate::steps::Steps;
use crate::{generated, tools, wasm, web};

const STEPS: usize = 10;
const WASM: &str = "wasm32-unknown-unknown";

pub fn check(mut arguments: Arguments) -> Result<()> {
    let fix = arguments.flag("--fix");
    arguments.end()?;
    all(&Project::locate()?, fix)
}

pub fn all(project: &Project, fix: bool) -> Result<()> {
    let mut steps = Steps::new(STEPS);
    steps.loud("tools and npm packages", || {
        tools::expect_basics()?;
        tools::install(project)?;
        tools::npm_ci(project)
    })?;
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
        let mode = if fix { "--write" } else { "--check" };
        web::node(project, "prettier/bin/prettier.cjs", &[mode, "."]).go()?;
        web::node(
            project,
            "prettier/bin/prettier.cjs",
            &[mode, "dev", "--ignore-path", "../.gitignore"],
        )
        .go()
        .map(drop)
    })?;
    steps.quiet("oxlint", || {
        let fix: &[&str] = if fix { &["--fix"] } else { &[] };
        program(project.npm(".bin/oxlint"), ["--deny-warnings"])
            .args(fix)
            .dir(project.webapp())
            .go()
            .map(drop)
    })?;
    steps.loud("generated files", || generated::check(project, fix))?;
    steps.loud("TypeScript", || {
        wasm::build(project)?;
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
