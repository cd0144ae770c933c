//! A program that runs beside us until we stop it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::{http, process, signals};

const POLL: Duration = Duration::from_millis(25);
/// How many last lines of a log explain an end.
const LAST_LINES: usize = 40;

pub struct Service {
    name: &'static str,
    child: Child,
    log: Option<PathBuf>,
}

impl Service {
    /// Without a log, what it says goes where our own words go.
    pub fn start(name: &'static str, mut command: Command, log: Option<PathBuf>) -> Result<Self> {
        process::bind_to_us(&mut command);
        command.stdin(Stdio::null());
        if let Some(log) = &log {
            let file = File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
            command.stdout(file.try_clone()?).stderr(file);
        } else {
            command.stdout(std::io::stderr());
        }
        let child = command
            .spawn()
            .with_context(|| format!("the {name} does not start"))?;
        Ok(Self { name, child, log })
    }

    /// Waits until `GET path` answers 200, however long its work takes.
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
                "the {} ended ({status}); its last words:\n{}",
                self.name,
                last_lines(log)
            ),
            None => bail!("the {} ended ({status}); its last words are above", self.name),
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
