//! Installs Python programs in separate virtual environments.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::command::program;
use crate::project::Project;
use crate::{apt, stamp};

/// Installs the packages of `folder/requirements.txt` in a virtual environment with the folder's name. Returns the path
/// of a program in it.
pub fn install(project: &Project, folder: &str, name: &str) -> Result<PathBuf> {
    let python = apt::PYTHON.find()?;
    let version = program(&python, ["--version"]).go()?;
    let venv = project
        .tools
        .join(Path::new(folder).file_name().unwrap_or_default());
    let requirements = format!("{folder}/requirements.txt");
    let stamp = stamp::of(&project.root, &[&requirements], &version)?;
    let installed = venv.join("bin").join(name);
    if stamp::is_fresh(&venv, &stamp) && installed.is_file() {
        return Ok(installed);
    }
    // On Debian, the modules for virtual environments are in a separate package.
    if program(&python, ["-c", "import ensurepip, venv"]).go().is_err() {
        apt::PYTHON.install()?;
    }
    program(&python, ["-m", "venv", "--clear"]).arg(&venv).go()?;
    program(
        venv.join("bin/pip"),
        ["install", "--disable-pip-version-check", "--requirement"],
    )
    .arg(project.root.join(requirements))
    .go()?;
    stamp::mark(&venv, &stamp)?;
    Ok(installed)
}
