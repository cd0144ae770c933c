//! Installs Python programs in virtual environments of their own.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::command::program;
use crate::project::Project;
use crate::{apt, stamp};

/// Creates a virtual environment with the packages of `requirements.txt` in `folder`, and returns the path of a program
/// in it. The environment is named like the folder.
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
    // Debian has the modules that create virtual environments in a package of their own.
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
