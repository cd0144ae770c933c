//! Runs a program to completion. Its output is shown as it arrives (loud) or only after a failure (quiet).

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::{process, signals, tools};

const POLL: Duration = Duration::from_millis(10);
/// Number of output lines shown when a quiet command fails.
const LAST_LINES: usize = 60;

pub struct Run {
    command: Command,
    title: String,
    loud: bool,
    plain: bool,
    limit: Option<Duration>,
}

/// Builds a [`Run`] for a program name or path and its arguments.
pub fn program<S: AsRef<OsStr>>(name: impl AsRef<OsStr>, words: impl IntoIterator<Item = S>) -> Run {
    let mut command = Command::new(name.as_ref());
    command.args(words).stdin(Stdio::null());
    let mut title = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    for word in command.get_args().take(4) {
        title = format!("{title} {}", word.to_string_lossy());
    }
    Run {
        command,
        title,
        loud: false,
        plain: false,
        limit: None,
    }
}

/// Builds a [`Run`] for cargo, without the package variables that the outer cargo set for xtask.
pub fn cargo<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>) -> Run {
    let mut run = program("cargo", words);
    let ours = [
        "CARGO_PKG_",
        "CARGO_MANIFEST_",
        "CARGO_BIN_",
        "CARGO_CRATE_",
        "CARGO_PRIMARY_",
    ];
    for (name, _) in std::env::vars_os() {
        if ours
            .iter()
            .any(|prefix| name.to_string_lossy().starts_with(prefix))
        {
            run.command.env_remove(name);
        }
    }
    if crate::steps::on_terminal() {
        run = run
            .env("CARGO_TERM_COLOR", "always")
            .env("CARGO_TERM_PROGRESS_WHEN", "always");
        run = run.env("CARGO_TERM_PROGRESS_WIDTH", "80");
    }
    run
}

impl Run {
    pub fn dir(mut self, dir: impl AsRef<Path>) -> Self {
        self.command.current_dir(dir);
        self
    }

    pub fn arg(mut self, word: impl AsRef<OsStr>) -> Self {
        self.command.arg(word);
        self
    }

    pub fn args<S: AsRef<OsStr>>(mut self, words: impl IntoIterator<Item = S>) -> Self {
        self.command.args(words);
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Prepends directories to the `PATH`.
    pub fn path(self, dirs: &[&Path]) -> Self {
        let old = std::env::var_os("PATH").unwrap_or_default();
        let all = dirs
            .iter()
            .map(|dir| dir.to_path_buf())
            .chain(std::env::split_paths(&old));
        let joined = std::env::join_paths(all).unwrap_or(old.clone());
        self.env("PATH", joined)
    }

    /// Enables cargo's progress bar, which cargo turns off when its output is a pipe.
    pub fn with_cargo_progress(self) -> Self {
        if !crate::steps::on_terminal() {
            return self;
        }
        self.env("CARGO_TERM_COLOR", "always")
            .env("CARGO_TERM_PROGRESS_WHEN", "always")
            .env("CARGO_TERM_PROGRESS_WIDTH", "80")
    }

    /// Shows the program's output as it arrives.
    pub fn loud(mut self) -> Self {
        self.loud = true;
        self
    }

    /// Sets the name used in error messages. The default is the program and its first four arguments.
    pub fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// Uses the program's output as the whole error message if it fails.
    pub fn plain(mut self) -> Self {
        self.plain = true;
        self
    }

    /// Ends the program with an error after `limit`, so that a hang is reported before CI times out.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Runs the program and returns its standard output.
    pub fn go(mut self) -> Result<String> {
        let (status, out, everything) = self.finish()?;
        if status.success() {
            return Ok(out);
        }
        if self.plain {
            bail!("{}", everything.trim());
        }
        if !self.loud {
            let lines: Vec<_> = everything.lines().collect();
            eprintln!("{}", lines[lines.len().saturating_sub(LAST_LINES)..].join("\n"));
        }
        if ["No space left on device", "ENOSPC", "os error 28"]
            .iter()
            .any(|words| everything.contains(words))
        {
            bail!(
                "the disk is full (in `{}`): free some space and try again",
                self.title
            );
        }
        bail!("`{}` failed ({status}); see its output above", self.title)
    }

    fn finish(&mut self) -> Result<(ExitStatus, String, String)> {
        signals::check()?;
        process::bind_to_us(&mut self.command);
        let child = self.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                bail!("{}", tools::missing(self.command.get_program()))
            }
            Err(error) => bail!("failed to start `{}`: {error}", self.title),
        };
        let everything = Arc::new(Mutex::new(Vec::new()));
        let out = Arc::new(Mutex::new(Vec::new()));
        let readers = [
            child
                .stdout
                .take()
                .map(|pipe| reader(pipe, vec![out.clone(), everything.clone()], self.loud)),
            child
                .stderr
                .take()
                .map(|pipe| reader(pipe, vec![everything.clone()], self.loud)),
        ];
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if let Some(limit) = self.limit
                && started.elapsed() > limit
            {
                process::stop_group(&mut child);
                bail!(
                    "`{}` was stopped after {} minutes because it hangs; see its output above",
                    self.title,
                    limit.as_secs() / 60
                );
            }
            if signals::stopped() {
                process::stop_group(&mut child);
                return Err(signals::Stopped.into());
            }
            sleep(POLL);
        };
        // A grandchild can keep the pipe open, so the readers get only two seconds to finish.
        let deadline = Instant::now() + Duration::from_secs(2);
        while readers.iter().flatten().any(|reader| !reader.is_finished()) && Instant::now() < deadline {
            sleep(POLL);
        }
        Ok((status, text(&out), text(&everything)))
    }
}

type Shared = Arc<Mutex<Vec<u8>>>;

fn reader(mut pipe: impl Read + Send + 'static, into: Vec<Shared>, show: bool) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(length @ 1..) = pipe.read(&mut buffer) {
            if show {
                let _ = io::stderr().write_all(&buffer[..length]);
            }
            for sink in &into {
                sink.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .extend_from_slice(&buffer[..length]);
            }
        }
    })
}

fn text(bytes: &Shared) -> String {
    String::from_utf8_lossy(&bytes.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_and_names_a_program_that_exceeds_its_time_limit() {
        let started = Instant::now();
        let error = program("sleep", ["60"])
            .limit(Duration::from_millis(50))
            .go()
            .unwrap_err();
        assert!(started.elapsed() < Duration::from_secs(30));
        assert!(error.to_string().contains("`sleep 60` was stopped"), "{error}");
    }
}
