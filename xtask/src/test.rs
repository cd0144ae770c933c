//! `cargo xtask test`: runs all tests, fastest first.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::command::{Run, cargo, program};
use crate::project::Project;
use crate::{apt, check, journeys, python, schemathesis, signals, tools, wasm};

type Step = (&'static str, &'static str, Work);

#[derive(Clone, Copy)]
enum Work {
    /// A step that always runs completely.
    Whole(fn(&Project) -> Result<()>),
    /// A step that can be limited to the tests whose name or path contains the given text.
    Tests(fn(&Project, Option<&str>) -> Result<()>),
}

/// Time limit for the tests of one step, excluding the build. The slowest step, `e2e`, takes ten minutes.
const LIMIT: Duration = Duration::from_mins(25);

/// Packages that are built with one command, so that they and their dependencies are compiled only once, with one set
/// of features.
const BUILT_TOGETHER: [&str; 8] = [
    "-p",
    "shared",
    "-p",
    "workbook",
    "-p",
    "documents",
    "-p",
    "server",
];

/// Environment variable with the path of moto's S3 server.
const MOTO: &str = "FIRMBOOK_MOTO_SERVER";

const STEPS: [Step; 8] = [
    ("check", "formatting and lints", Work::Whole(check::before_tests)),
    (
        "shared",
        "unit tests of the shared rules, documents and the server",
        Work::Tests(units),
    ),
    ("server", "the server with a real PostgreSQL", Work::Tests(server)),
    ("wasm", "shared rules in wasm", Work::Tests(wasm_in_jest)),
    ("webapp", "the web app", Work::Tests(web_app)),
    (
        "tools",
        "xtask, the identity provider and the mail server",
        Work::Whole(own_tools),
    ),
    (
        "api",
        "generated requests against the API document",
        Work::Whole(schemathesis::run),
    ),
    (
        "e2e",
        "end-to-end tests in Chromium with the real server",
        Work::Tests(journeys::run),
    ),
];

/// Runs all checks and tests, fast ones first.
#[derive(Args)]
pub struct Options {
    /// Runs this step only.
    #[arg(long, value_name = "STEP", value_parser = step_names())]
    only: Option<String>,
    /// Runs only tests whose name, or path in the web app, contains this.
    #[arg(requires = "only")]
    tests: Option<String>,
}

impl Work {
    fn run(self, project: &Project, step: &str, tests: Option<&str>) -> Result<()> {
        match (self, tests) {
            (Self::Whole(work), None) => work(project),
            (Self::Whole(_), Some(_)) => bail!("step `{step}` only runs whole"),
            (Self::Tests(work), _) => work(project, tests),
        }
    }
}

fn step_names() -> PossibleValuesParser {
    PossibleValuesParser::new(STEPS.map(|(name, title, _)| PossibleValue::new(name).help(title)))
}

pub fn test(options: &Options) -> Result<()> {
    let project = Project::locate()?;
    let only = options.only.as_deref();
    let chosen: Vec<_> = STEPS
        .iter()
        .filter(|(name, ..)| only.is_none_or(|only| only == *name))
        .collect();
    let started = Instant::now();
    for (done, (name, title, work)) in chosen.iter().enumerate() {
        eprintln!("\n== {name}: {title} ({} of {})", done + 1, chosen.len());
        let begun = Instant::now();
        if let Err(error) = work.run(&project, name, options.tests.as_deref()) {
            if error.is::<signals::Stopped>() {
                return Err(error);
            }
            eprintln!("{error:#}");
            println!("\n{done} passed, 1 failed");
            bail!(
                "step `{name}` failed after {:.1} s: rerun it with `cargo xtask test --only {name}`",
                begun.elapsed().as_secs_f64()
            );
        }
        eprintln!("== {name}: passed in {:.1} s", begun.elapsed().as_secs_f64());
    }
    eprintln!("total: {:.0} s", started.elapsed().as_secs_f64());
    println!("\n{} passed, 0 failed", chosen.len());
    Ok(())
}

/// Runs the unit tests and the tests of rendered documents. Also builds the server tests, because each compilation
/// mostly uses one thread and a single cargo command compiles the server and its unit tests in parallel.
fn units(project: &Project, tests: Option<&str>) -> Result<()> {
    build_tests(project, &["--lib", "--test", "it", "--test", "rendering"])?;
    let targets = ["--lib", "--test", "rendering"];
    cargo_test(project, &BUILT_TOGETHER, &targets, &[], tests)?;
    if tests.is_some() {
        return Ok(());
    }
    cargo(["test", "--doc"])
        .args(BUILT_TOGETHER)
        .dir(&project.root)
        .loud()
        .limit(LIMIT)
        .go()
        .map(drop)
}

fn build_tests(project: &Project, targets: &[&str]) -> Result<()> {
    cargo(["test", "--no-run"])
        .args(BUILT_TOGETHER)
        .args(targets)
        .dir(&project.root)
        .loud()
        .go()
        .map(drop)
}

/// Builds the targets without a time limit and runs their tests with additional environment variables.
fn cargo_test(
    project: &Project,
    packages: &[&str],
    targets: &[&str],
    settings: &[(&str, &OsStr)],
    only: Option<&str>,
) -> Result<()> {
    let cargo_test = || {
        cargo(["test"])
            .args(packages)
            .args(targets)
            .dir(&project.root)
            // Otherwise, a test built in another checkout would compare with that checkout's snapshots.
            .env("INSTA_WORKSPACE_ROOT", &project.root)
            .loud()
    };
    cargo_test().arg("--no-run").go()?;
    let mut tests = cargo_test();
    for (name, value) in settings {
        tests = tests.env(name, value);
    }
    if let Some(words) = only {
        tests = tests.args(["--", words]);
    }
    tests.limit(LIMIT).go().map(drop)
}

/// Builds `debug/server` as the server tests do. `cargo build -p server` would recompile it with different
/// features.
pub fn build_server(project: &Project) -> Result<()> {
    build_tests(project, &["--test", "it"])
}

fn server(project: &Project, tests: Option<&str>) -> Result<()> {
    tools::npm_ci(project)?; // Installs the database that the tests start.
    let redis = apt::REDIS.find()?;
    let haproxy = apt::HAPROXY.find()?;
    let pgbouncer = apt::PGBOUNCER.find()?;
    let moto = moto(project)?;
    apt::install_postgres()?;
    // Tests spend two thirds of their time waiting for timers, other processes and the database.
    let threads = (3 * available_parallelism()?.get()).to_string();
    let settings = [
        (apt::REDIS.setting, redis.as_os_str()),
        (apt::HAPROXY.setting, haproxy.as_os_str()),
        (apt::PGBOUNCER.setting, pgbouncer.as_os_str()),
        (MOTO, moto.as_os_str()),
        ("RUST_TEST_THREADS", threads.as_ref()),
    ];
    cargo_test(project, &BUILT_TOGETHER, &["--test", "it"], &settings, tests)
}

/// Returns the path of the S3 server for tests, from its environment variable or a virtual environment.
fn moto(project: &Project) -> Result<PathBuf> {
    match std::env::var_os(MOTO) {
        Some(named) => Ok(named.into()),
        None => python::install(project, "xtask/moto", "moto_server"),
    }
}

fn wasm_in_jest(project: &Project, tests: Option<&str>) -> Result<()> {
    ready_for_jest(project)?;
    jest(project, "wasm", tests).go().map(drop)
}

fn web_app(project: &Project, tests: Option<&str>) -> Result<()> {
    ready_for_jest(project)?;
    jest(project, "webapp", tests)
        .arg("--maxWorkers=100%")
        .go()
        .map(drop)
}

fn ready_for_jest(project: &Project) -> Result<()> {
    tools::install(project)?;
    tools::npm_ci(project)?;
    wasm::build(project, true)
}

fn own_tools(project: &Project) -> Result<()> {
    tools::npm_ci(project)?;
    cargo_test(project, &["-p", "xtask"], &[], &[], None)?;
    program("node", ["--test", "dev/idp/", "dev/mail/"])
        .dir(project.webapp())
        .loud()
        .limit(LIMIT)
        .go()
        .map(drop)
}

/// Prepares a Jest run of a project in `jest.config.js`, optionally limited to tests whose path contains a text.
pub fn jest(project: &Project, which: &str, tests: Option<&str>) -> Run {
    let run = program(
        "node",
        ["--experimental-vm-modules", "--no-warnings=ExperimentalWarning"],
    )
    .arg(project.npm("jest/bin/jest.js"))
    .args(["--selectProjects", which])
    .dir(project.webapp())
    .titled(&format!("jest --selectProjects {which}"))
    .loud()
    .limit(LIMIT);
    match tests {
        Some(words) => run.args(["--testPathPatterns", words]),
        None => run,
    }
}
