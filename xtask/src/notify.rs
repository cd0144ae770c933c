//! `cargo xtask notify USER`: pushes notifications to a demo user, for scripts and demos.

use anyhow::{Result, bail, ensure};

use crate::arguments::Arguments;
use crate::command::program;
use crate::project::Project;
use crate::{http, run};

/// Parsed command line. `words` are passed on to `server notify`.
#[derive(Debug, PartialEq, Eq)]
struct Order {
    port: u16,
    is_release: bool,
    words: Vec<String>,
}

pub fn notify(arguments: Arguments) -> Result<()> {
    let order = read(arguments)?;
    let project = Project::locate()?;
    ensure!(
        http::status(order.port, "/readyz") == Some(200),
        "no server is running at http://localhost:{0}: start it with `cargo xtask run`, or set its port with --port",
        order.port
    );
    run::build_server(&project, order.is_release)?;
    let said = program(project.server(order.is_release), ["notify"])
        .args(order.words)
        .dir(&project.root)
        .env("RUST_LIB_BACKTRACE", "0")
        .env("RUST_LOG", "warn")
        .env("FIRMBOOK_DATA_DIR", project.data())
        .env(
            "FIRMBOOK_OIDC_ISSUER",
            format!("http://localhost:{}", u32::from(order.port) + 1),
        )
        .plain()
        .go()?;
    print!("{said}");
    Ok(())
}

fn read(mut arguments: Arguments) -> Result<Order> {
    let port = arguments.value("--port")?.unwrap_or(4000);
    let is_release = arguments.flag("--release");
    let words = arguments.rest();
    if words.is_empty() {
        bail!("missing user: cargo xtask notify USER [--count N] [--size CHARS] [--mark TEXT] [--list]");
    }
    Ok(Order {
        port,
        is_release,
        words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_port_and_passes_other_arguments_to_the_server() {
        let order = read(Arguments::of(
            "dana.whitfield --count 3 --port 4100 --mark hello --list",
        ))
        .unwrap();
        assert_eq!((order.port, order.is_release), (4100, false));
        assert_eq!(
            order.words,
            ["dana.whitfield", "--count", "3", "--mark", "hello", "--list"]
        );
        let usual = read(Arguments::of("dana.whitfield")).unwrap();
        assert_eq!(usual.port, 4000);
    }

    #[test]
    fn rejects_a_missing_user_or_an_invalid_port() {
        let said = read(Arguments::of("--port 4100")).unwrap_err().to_string();
        assert!(said.contains("notify USER"), "{said}");
        assert!(read(Arguments::of("dana --port high")).is_err());
    }
}
