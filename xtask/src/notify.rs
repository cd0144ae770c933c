//! `cargo xtask notify USER`: pushes notifications to a demo user, for scripts and demos.

use anyhow::{Result, ensure};
use clap::Args;

use crate::command::program;
use crate::project::Project;
use crate::{http, run};

/// Pushes notifications to a demo user.
#[derive(Args)]
pub struct Options {
    /// Port of the running server.
    #[arg(long, value_name = "PORT", default_value_t = 4000)]
    port: u16,
    /// Uses the release build of the server.
    #[arg(long)]
    release: bool,
    #[command(flatten)]
    message: Message,
}

/// The arguments of `server notify`, which checks their limits.
#[derive(Args)]
struct Message {
    /// Login of the demo user, such as dana.whitfield.
    user: String,
    /// Number of notifications [default: 1].
    #[arg(long, value_name = "N")]
    count: Option<u32>,
    /// Minimum length of each text in characters.
    #[arg(long, value_name = "CHARACTERS")]
    size: Option<u32>,
    /// Start of each text.
    #[arg(long, value_name = "TEXT")]
    mark: Option<String>,
    /// Stores the notifications and pushes the updated list too.
    #[arg(long)]
    list: bool,
}

impl Message {
    fn words(&self) -> Vec<String> {
        let values = [
            ("--count", self.count.map(|count| count.to_string())),
            ("--size", self.size.map(|size| size.to_string())),
            ("--mark", self.mark.clone()),
        ];
        let mut words: Vec<_> = values
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}={}", value?)))
            .collect();
        words.extend(self.list.then(|| "--list".to_owned()));
        words.extend(["--".to_owned(), self.user.clone()]);
        words
    }
}

pub fn notify(options: &Options) -> Result<()> {
    let project = Project::locate()?;
    ensure!(
        http::status(options.port, "/readyz") == Some(200),
        "no server is running at http://localhost:{0}: start it with `cargo xtask run`, or set its port with --port",
        options.port
    );
    run::build_server(&project, options.release)?;
    let said = program(project.server(options.release), ["notify"])
        .args(options.message.words())
        .dir(&project.root)
        .env("RUST_LIB_BACKTRACE", "0")
        .env("RUST_LOG", "warn")
        .env("FIRMBOOK_DATABASE", "embedded")
        .env("FIRMBOOK_DATA_DIR", project.data())
        .env(
            "FIRMBOOK_OIDC_ISSUER",
            format!("http://localhost:{}", u32::from(options.port) + 1),
        )
        .plain()
        .go()?;
    print!("{said}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        options: Options,
    }

    fn read(line: &str) -> Result<Options, clap::Error> {
        let words = std::iter::once("notify").chain(line.split_whitespace());
        CommandLine::try_parse_from(words).map(|line| line.options)
    }

    #[test]
    fn takes_the_port_and_passes_other_arguments_to_the_server() {
        let options = read("dana.whitfield --count 3 --port 4100 --mark hello --list").unwrap();
        assert_eq!((options.port, options.release), (4100, false));
        assert_eq!(
            options.message.words(),
            ["--count=3", "--mark=hello", "--list", "--", "dana.whitfield"]
        );
        let usual = read("dana.whitfield").unwrap();
        assert_eq!(usual.port, 4000);
        assert_eq!(usual.message.words(), ["--", "dana.whitfield"]);
    }

    #[test]
    fn rejects_a_missing_user_or_an_invalid_port() {
        let said = read("--port 4100").map(drop).unwrap_err().to_string();
        assert!(said.contains("<USER>"), "{said}");
        assert!(read("dana --port high").is_err());
    }
}
