//! A background process that runs until it is stopped or dropped.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::{http, process, signals};

const POLL: Duration = Duration::from_millis(25);
/// Number of log lines shown when a service ends unexpectedly.
const LAST_LINES: usize = 40;

pub struct Service {
    name: &'static str,
    child: Child,
    log: Option<PathBuf>,
}

impl Service {
    /// Starts the process. Without `log`, its output goes to standard error.
    pub fn start(name: &'static str, mut command: Command, log: Option<PathBuf>) -> Result<Self> {
        process::bind_to_us(&mut command);
        command.stdin(Stdio::null());
        if let Some(log) = &log {
            let file = File::create(log).with_context(|| format!("failed to write {}", log.display()))?;
            command.stdout(file.try_clone()?).stderr(file);
        } else {
            command.stdout(std::io::stderr());
        }
        let child = command
            .spawn()
            .with_context(|| format!("failed to start the {name}"))?;
        Ok(Self { name, child, log })
    }

    /// Waits without a time limit until `GET path` returns 200. Fails if the process ends.
    pub fn wait_for(&mut self, port: u16, path: &str) -> Result<()> {
        while http::status(port, path) != Some(200) {
            self.expect_alive()?;
            sleep(POLL);
        }
        Ok(())
    }

    pub fn expect_alive(&mut self) -> Result<()> {
        signals::check()?;
        let Some(status) = self.child.try_wait()? else {
            return Ok(());
        };
        match &self.log {
            Some(log) => bail!(
                "the {} ended ({status}); last lines of its log:\n{}",
                self.name,
                last_lines(log)
            ),
            None => bail!("the {} ended ({status}); see its output above", self.name),
        }
    }

    pub fn last_words(&self) -> String {
        self.log.as_deref().map(last_lines).unwrap_or_default()
    }

    pub fn stop(&mut self) {
        process::stop(&mut self.child, Duration::from_secs(40));
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.stop();
    }
}

fn last_lines(log: &Path) -> String {
    let text = std::fs::read(log)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
}
