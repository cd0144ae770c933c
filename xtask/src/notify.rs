//! `cargo xtask notify USER`: pushes to a demo user, for scripts and demos.

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::command::program;
use crate::project::Project;
use crate::run;

pub fn notify(mut arguments: Arguments) -> Result<()> {
    let project = Project::locate()?;
    let port = arguments.value("--port")?.unwrap_or(4000_u16);
    let is_release = arguments.flag("--release");
    let words = arguments.rest();
    if words.is_empty() {
        bail!(
            "say whom to notify: cargo xtask notify USER [--count N] [--size CHARS] [--mark TEXT] [--list]"
        );
    }
    run::build_server(&project, is_release)?;
    let said = program(project.server(is_release), ["notify"])
        .args(words)
        .dir(&project.root)
        .env("RUST_LIB_BACKTRACE", "0")
        .env("RUST_LOG", "warn")
        .env("FIRMBOOK_DATA_DIR", project.data())
        .env(
            "FIRMBOOK_OIDC_ISSUER",
            format!("http://localhost:{}", u32::from(port) + 1),
        )
        .plain()
        .go()?;
    print!("{said}");
    Ok(())
}
