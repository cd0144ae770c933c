//! `cargo xtask …`: builds, runs, tests, checks and benchmarks the project.

#[cfg(unix)]
mod apt;
#[cfg(unix)]
mod bench;
#[cfg(unix)]
mod build;
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
mod python;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod schemathesis;
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

/// Builds, runs, tests, checks and benchmarks Firmbook.
#[cfg(unix)]
#[derive(clap::Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    Run(run::Options),
    Build(build::Options),
    Test(test::Options),
    Check(check::Options),
    Bench(bench::Options),
    Token(token::Options),
    Notify(notify::Options),
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    use clap::Parser;
    use std::process::ExitCode;

    let task = Task::parse();
    if !cfg!(target_os = "linux") {
        eprintln!(
            "note: only Linux is fully supported; on other systems a killed command may leave processes behind"
        );
    }
    signals::watch();
    match perform(&task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<signals::Stopped>() => ExitCode::from(130),
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(unix)]
fn perform(task: &Task) -> anyhow::Result<()> {
    match task {
        Task::Run(options) => run::run(options),
        Task::Build(options) => build::build(options),
        Task::Test(options) => test::test(options),
        Task::Check(options) => check::check(options),
        Task::Bench(options) => bench::bench(options),
        Task::Token(options) => token::token(options),
        Task::Notify(options) => notify::notify(options),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn command_line_is_consistent_and_describes_every_task() {
        let command = super::Task::command();
        command.clone().debug_assert();
        for task in command.get_subcommands() {
            assert!(task.get_about().is_some(), "{}", task.get_name());
            for argument in task.get_arguments() {
                assert!(
                    argument.get_help().is_some(),
                    "{} {}",
                    task.get_name(),
                    argument.get_id()
                );
            }
        }
    }
}
