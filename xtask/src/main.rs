//! `cargo xtask …`: builds, runs, tests, checks and benchmarks the project.

#[cfg(unix)]
mod apt;
#[cfg(unix)]
mod arguments;
#[cfg(unix)]
mod bench;
#[cfg(unix)]
mod check;
#[cfg(unix)]
mod command;
#[cfg(unix)]
mod data;
#[cfg(unix)]
mod generated;
#[cfg(unix)]
mod http;
#[cfg(unix)]
mod journeys;
#[cfg(unix)]
mod notify;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod project;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod service;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod stack;
#[cfg(unix)]
mod stamp;
#[cfg(unix)]
mod steps;
#[cfg(unix)]
mod test;
#[cfg(unix)]
mod token;
#[cfg(unix)]
mod tools;
#[cfg(unix)]
mod wasm;
#[cfg(unix)]
mod web;

#[cfg(not(unix))]
fn main() {
    eprintln!("Firmbook's tasks require Linux: use Linux, a container, or WSL");
    std::process::exit(1);
}

#[cfg(unix)]
const USAGE: &str = "\
cargo xtask run [--port N] [--demo-size small|large] [--reset] [--release]
    builds what changed, starts everything, and prints the address and the demo users
cargo xtask test [--only check|shared|server|wasm|webapp|tools|e2e]
    runs all tests
cargo xtask check [--fix]
    checks formatting, lints, types and generated files
cargo xtask bench NAME
    runs a benchmark: lists, hub, reports or import
cargo xtask token USER [--firm N] [--port N]
    signs in a demo user at the running identity provider and prints an access token
cargo xtask notify USER [--count N] [--size CHARS] [--mark TEXT] [--list] [--port N]
    pushes transient notifications to a demo user; with --list, stores them and pushes the updated list too";

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    if !cfg!(target_os = "linux") {
        eprintln!(
            "note: only Linux is fully supported; on other systems a killed command may leave processes behind"
        );
    }
    signals::watch();
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<signals::Stopped>() => ExitCode::from(130),
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(unix)]
fn dispatch() -> anyhow::Result<()> {
    let mut arguments = arguments::Arguments::of_process();
    match arguments.word().as_deref() {
        Some("run") => run::run(arguments),
        Some("test") => test::test(arguments),
        Some("check") => check::check(arguments),
        Some("bench") => bench::bench(arguments),
        Some("token") => token::token(arguments),
        Some("notify") => notify::notify(arguments),
        Some("help" | "--help" | "-h") | None => {
            println!("{USAGE}");
            Ok(())
        }
        Some(other) => anyhow::bail!("unknown task `{other}`: see `cargo xtask help`"),
    }
}
