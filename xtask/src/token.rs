//! `cargo xtask token USER`: prints an access token for scripts.

use anyhow::Result;
use clap::Args;

use crate::command::program;
use crate::project::Project;

/// Prints an access token of a demo user, for scripts.
#[derive(Args)]
pub struct Options {
    /// Login of the demo user, such as dana.whitfield.
    user: String,
    /// ID of the firm to open, for users of several firms.
    #[arg(long, value_name = "ID")]
    firm: Option<u32>,
    /// Port of the running server.
    #[arg(long, value_name = "PORT", default_value_t = 4000)]
    port: u16,
}

pub fn token(options: &Options) -> Result<()> {
    let project = Project::locate()?;
    let port = options.port;
    let web_origin = format!("http://localhost:{port}");
    let issuer = format!("http://localhost:{}", u32::from(port) + 1);
    let (notes, token) = sign_in(&project, &issuer, &web_origin, &options.user, options.firm)?;
    for note in notes {
        eprintln!("{note}");
    }
    println!("{token}");
    Ok(())
}

/// Signs in a demo user. Returns notes for the user and the access token.
pub fn sign_in(
    project: &Project,
    issuer: &str,
    web_origin: &str,
    login: &str,
    firm: Option<u32>,
) -> Result<(Vec<String>, String)> {
    let mut run = program("node", [project.webapp().join("dev/token.mjs")])
        .args(["--login", login])
        .args(["--issuer", issuer])
        .args(["--web-origin", web_origin]);
    if let Some(firm) = firm {
        run = run.args(["--firm", &firm.to_string()]);
    }
    let said = run.plain().go()?;
    let mut lines: Vec<_> = said.lines().map(str::to_owned).collect();
    let token = lines.pop().unwrap_or_default();
    Ok((lines, token))
}
