//! The operating system user that runs PostgreSQL: the current user, or another one if the server runs as
//! root, because PostgreSQL refuses to run as root.

use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::unistd::{Uid, User, geteuid};

use super::data_directory;
use super::error::{At, EmbeddedError};

/// The user that owns the database's processes and files.
#[derive(Clone, Debug)]
pub(super) struct Account {
    name: String,
    uid: u32,
    gid: u32,
    /// Whether commands switch from root to this user. `false` if it is the current user.
    steps_down: bool,
}

impl Account {
    /// Picks the owner of an existing cluster, so that the server can run alternately as root and as that
    /// user. For a new cluster, root picks `postgres` or `nobody`.
    pub fn choose(data_dir: &Path) -> Result<Self, EmbeddedError> {
        let me = geteuid();
        let owner = data_directory::existing_cluster(data_dir)
            .and_then(|dir| dir.metadata().ok())
            .map(|meta| meta.uid());
        if !me.is_root() {
            return match owner {
                Some(uid) if uid != me.as_raw() => Err(EmbeddedError::ForeignOwner(data_dir.to_path_buf())),
                _ => Ok(Self {
                    name: me.to_string(),
                    uid: me.as_raw(),
                    gid: nix::unistd::getegid().as_raw(),
                    steps_down: false,
                }),
            };
        }
        owner
            .filter(|uid| *uid != 0)
            .and_then(|uid| User::from_uid(Uid::from_raw(uid)).ok().flatten())
            .or_else(|| User::from_name("postgres").ok().flatten())
            .or_else(|| User::from_name("nobody").ok().flatten())
            .filter(|user| !user.uid.is_root())
            .map(|user| Self {
                name: user.name,
                uid: user.uid.as_raw(),
                gid: user.gid.as_raw(),
                steps_down: true,
            })
            .ok_or(EmbeddedError::NoAccount)
    }

    pub fn uid(&self) -> u32 {
        self.uid
    }

    /// Builds a command that runs as this user with a fixed environment.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("LC_ALL", "C")
            .env("PATH", "/usr/bin:/bin")
            .stdin(Stdio::null());
        if self.steps_down {
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Changes the owner of `path` to this user.
    pub fn own(&self, path: &Path) -> Result<(), EmbeddedError> {
        if self.steps_down {
            chown(path, Some(self.uid), Some(self.gid)).at("change the owner of", path)?;
        }
        Ok(())
    }

    /// Returns whether this user can enter `dir`. Runs a shell as that user, because mode bits alone do not
    /// show effective access (ACLs, mount options).
    pub fn reaches(&self, dir: &Path) -> bool {
        let mut command = self.command(Path::new("/bin/sh"));
        command
            .args(["-c", "cd \"$1\" 2>/dev/null", "sh"])
            .arg(dir)
            .current_dir("/");
        !self.steps_down || command.status().is_ok_and(|status| status.success())
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}
