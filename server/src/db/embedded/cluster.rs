//! The cluster on disk: creates it with `initdb` and builds the command that runs it.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::Command;

use super::account::Account;
use super::binaries::Binaries;
use super::data_directory::DataDirectory;
use super::error::{At, EmbeddedError};
use super::{SUPERUSER, process};

/// A log larger than this is renamed to `postgres.log.old` at the next start.
const LOG_BYTES: u64 = 8 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Cluster {
    pub binaries: Binaries,
    pub account: Account,
    pub data_directory: DataDirectory,
    pub durable: bool,
    pub settings: Vec<(String, String)>,
}

impl Cluster {
    /// Runs `initdb` in a temporary directory and renames it, so that an interrupted run leaves no half-made
    /// cluster.
    pub fn create_if_absent(&self) -> Result<(), EmbeddedError> {
        let cluster = self.data_directory.cluster();
        let half = self.data_directory.dir().join("cluster.new");
        if half.exists() {
            fs::remove_dir_all(&half).at("remove", &half)?;
        }
        if cluster.join("PG_VERSION").exists() {
            return Ok(());
        }
        fs::create_dir(&half).at("create", &half)?;
        self.account.own(&half)?;
        let mut command = self.account.command(&self.binaries.program("initdb"));
        command
            .arg("-D")
            .arg(&half)
            .args(["-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-locale"]);
        if !self.durable {
            command.arg("--no-sync");
        }
        process::bind_to_this_thread(&mut command);
        let output = command
            .current_dir(self.data_directory.dir())
            .output()
            .at("run", &self.binaries.program("initdb"))?;
        if !output.status.success() {
            let _ = fs::write(self.data_directory.log(), &output.stderr);
            return Err(self.refusal("create the database", &String::from_utf8_lossy(&output.stderr)));
        }
        fs::rename(&half, &cluster).at("create", &cluster)?;
        File::open(self.data_directory.dir())
            .and_then(|dir| dir.sync_all())
            .at("write", self.data_directory.dir())
    }

    /// Builds the postmaster's command, with its output appended to the log.
    pub fn command(&self) -> Result<Command, EmbeddedError> {
        let log = self.data_directory.log();
        if log.metadata().is_ok_and(|meta| meta.len() > LOG_BYTES) {
            let _ = fs::rename(&log, log.with_extension("log.old"));
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&log)
            .at("open", &log)?;
        let mut command = self.account.command(&self.binaries.program("postgres"));
        command
            .arg("-D")
            .arg(self.data_directory.cluster())
            .current_dir(self.data_directory.dir());
        let socket_dir = self.data_directory.socket_dir();
        let ours = [
            ("listen_addresses", ""),
            ("port", "5432"),
            ("unix_socket_directories", socket_dir.as_str()),
            ("unix_socket_permissions", "0700"),
            ("logging_collector", "off"),
            ("log_destination", "stderr"),
            ("log_timezone", "UTC"),
            ("timezone", "UTC"),
            ("jit", "off"),
        ];
        let careless = [
            ("fsync", "off"),
            ("synchronous_commit", "off"),
            ("full_page_writes", "off"),
        ];
        let careless = if self.durable {
            &careless[..0]
        } else {
            &careless[..]
        };
        let theirs = self
            .settings
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in ours.into_iter().chain(careless.iter().copied()).chain(theirs) {
            command.arg("-c").arg(format!("{name}={value}"));
        }
        let twin = file.try_clone().at("open", &log)?;
        command.stdout(twin).stderr(file);
        process::bind_to_this_thread(&mut command);
        Ok(command)
    }

    /// Returns whether the postmaster `pid` accepts connections, according to its lock file.
    pub fn is_ready(&self, pid: u32) -> bool {
        let Ok(text) = fs::read_to_string(self.data_directory.cluster().join("postmaster.pid")) else {
            return false;
        };
        let mut lines = text.lines();
        lines.next() == Some(&pid.to_string()) && lines.nth(6).is_some_and(|status| status.trim() == "ready")
    }

    pub fn log_length(&self) -> u64 {
        self.data_directory.log().metadata().map_or(0, |meta| meta.len())
    }

    /// Reads up to 64 KB of the log, starting at byte `from`.
    pub fn log_since(&self, from: u64) -> String {
        read_from(&self.data_directory.log(), from).unwrap_or_default()
    }

    /// Builds an error from PostgreSQL's output: its last message of the highest severity, or its last line.
    pub fn refusal(&self, doing: &'static str, said: &str) -> EmbeddedError {
        if said.contains("No space left on device") {
            return EmbeddedError::DiskFull(self.data_directory.dir().to_path_buf());
        }
        let worst = ["PANIC:", "FATAL:", "error:", "ERROR:"].iter().find_map(|mark| {
            said.lines()
                .filter_map(|line| Some(line.split_once(mark)?.1.trim()))
                .next_back()
        });
        let detail = worst
            .or_else(|| said.lines().last())
            .unwrap_or("it exited without an error message")
            .to_owned();
        EmbeddedError::Refused {
            doing,
            detail,
            log: self.data_directory.log(),
        }
    }
}

fn read_from(path: &Path, from: u64) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(64 * 1024).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
