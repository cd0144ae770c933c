//! `cargo xtask token USER`: prints an access token for scripts.

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::command::program;
use crate::project::Project;

pub fn token(mut arguments: Arguments) -> Result<()> {
    let project = Project::locate()?;
    let port = arguments.value("--port")?.unwrap_or(4000_u16);
    let firm = arguments.value::<u32>("--firm")?;
    let Some(login) = arguments.word().filter(|word| !word.starts_with('-')) else {
        bail!("missing user: cargo xtask token USER [--firm N]");
    };
    arguments.end()?;
    let mut run = program("node", [project.webapp().join("dev/token.mjs")])
        .args(["--login", &login])
        .args(["--issuer", &format!("http://localhost:{}", u32::from(port) + 1)])
        .args(["--web-origin", &format!("http://localhost:{port}")]);
    if let Some(firm) = firm {
        run = run.args(["--firm", &firm.to_string()]);
    }
    let said = run.plain().go()?;
    let mut lines: Vec<_> = said.lines().collect();
    let token = lines.pop().unwrap_or_default();
    for note in lines {
        eprintln!("{note}");
    }
    println!("{token}");
    Ok(())
}
