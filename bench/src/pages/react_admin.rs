//! The same list built with React-Admin on the same server's API.

use crate::program::output;
use crate::stack;
use anyhow::{Context, bail};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

pub const ORIGIN: &str = "http://localhost:4312";
const PORT: &str = "4312";
const SCRIPTS: &str = "webapp/dev/bench/react-admin";
const PATIENCE: Duration = Duration::from_secs(10);

/// The production build of the list.
pub struct ReactAdmin {
    pub version: String,
    directory: PathBuf,
}

/// The Node process that serves the list. Stopped when dropped.
pub struct Served(Child);

impl ReactAdmin {
    /// Installs React-Admin in `.data`, because the project does not depend on it, and builds the list.
    pub fn build(root: &Path) -> anyhow::Result<Self> {
        eprintln!("pages: building the list with React-Admin");
        let directory = root.join(".data/bench-react-admin");
        let built = output(
            Command::new("node")
                .current_dir(root)
                .arg(format!("{SCRIPTS}/build.mjs"))
                .arg(&directory),
        )?;
        let version = serde_json::from_slice(&built)?;
        Ok(Self { version, directory })
    }

    /// Serves the list, whose API calls use `token`.
    pub fn serve(&self, root: &Path, token: &str) -> anyhow::Result<Served> {
        let node = Command::new("node")
            .current_dir(root)
            .arg(format!("{SCRIPTS}/serve.mjs"))
            .arg(&self.directory)
            .args([PORT, stack::ORIGIN, token])
            .spawn()
            .context("failed to start node")?;
        let served = Served(node);
        let start = Instant::now();
        while TcpStream::connect(format!("localhost:{PORT}")).is_err() {
            if start.elapsed() > PATIENCE {
                bail!("the list was not served in time");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(served)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}
