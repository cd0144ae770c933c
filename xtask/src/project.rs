//! Paths of the repository, its tools and its build output.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub struct Project {
    pub root: PathBuf,
    /// Directory of tools shared by all checkouts.
    pub tools: PathBuf,
    /// Cargo's target directory, derived from the path of this executable.
    pub target: PathBuf,
}

impl Project {
    pub fn locate() -> Result<Self> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let root = manifest
            .parent()
            .context("xtask is not inside the repository")?
            .to_path_buf();
        let cache = std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|dir| dir.is_absolute());
        let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
        let tools = cache
            .context("HOME is not set: tools are installed in its .cache")?
            .join("firmbook/tools");
        let own = std::env::current_exe()?;
        let target = own
            .ancestors()
            .nth(2)
            .context("xtask was not built by cargo")?
            .to_path_buf();
        Ok(Self { root, tools, target })
    }

    pub fn webapp(&self) -> PathBuf {
        self.root.join("webapp")
    }

    pub fn server(&self, release: bool) -> PathBuf {
        self.target
            .join(if release { "release/server" } else { "debug/server" })
    }

    /// Returns the path of a file under `webapp/node_modules`.
    pub fn npm(&self, path: &str) -> PathBuf {
        self.webapp().join("node_modules").join(path)
    }

    pub fn users(&self) -> PathBuf {
        self.webapp().join("dev/users.json")
    }

    pub fn data(&self) -> PathBuf {
        match std::env::var_os("FIRMBOOK_DATA_DIR") {
            Some(dir) => self.root.join(dir),
            None => self.root.join(".data"),
        }
    }

    pub fn is_default_data(&self, dir: &Path) -> bool {
        dir == self.root.join(".data")
    }
}
