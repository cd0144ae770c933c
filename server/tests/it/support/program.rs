//! Other servers that tests start: Redis, HAProxy, PgBouncer and the S3 server.

use std::process::{Child, Command, Stdio};

/// A program that a test starts.
pub struct Program {
    /// Environment variable with its path.
    pub setting: &'static str,
    /// Name on the `PATH` if the variable is not set.
    pub name: &'static str,
    /// How to install it without `cargo xtask test`.
    pub install: &'static str,
}

impl Program {
    pub fn command(&self) -> Command {
        Command::new(std::env::var(self.setting).unwrap_or_else(|_| self.name.into()))
    }

    /// Starts the program without input and output.
    pub fn spawn(&self, command: &mut Command) -> Child {
        let quiet = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        quiet.spawn().unwrap_or_else(|error| self.fail(&error))
    }

    pub fn fail(&self, error: &std::io::Error) -> ! {
        let Self {
            setting,
            name,
            install,
        } = self;
        panic!(
            "failed to start {name} ({error}): `cargo xtask test --only server` installs it; otherwise {install}, or \
             set {setting} to its path"
        )
    }
}
