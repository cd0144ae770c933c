//! The server's command line.

mod load_book;
mod notify_user;
mod send_digest;
mod verify_audit;

use anyhow::bail;
use server::{clock::Clock, config::Config, start, upload::workbook};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const HELP: &str = "\
server                      runs the server (settings: docs/OPERATIONS.md)
server openapi              prints the OpenAPI document
server load-book DIRECTORY --firm NAME [--mapping FILE] [--administrator LOGIN] [--demo]
                            loads a firm's book of business from CSV files (docs/BOOK.md)
server verify-audit [--against FILE]
                            verifies the hash chains of the audit log (docs/OPERATIONS.md)
server notify USER [--count N] [--size CHARS] [--mark TEXT] [--list]
                            sends pushes (with --list, stored notifications) to a user by login
server report-digest USER   sends a user's report digest now instead of in the morning";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.as_slice() {
        // Runs first, because the child process limits its memory.
        [command, order] if command == workbook::COMMAND => workbook::child::run(order),
        _ => run(&arguments).map(|()| ExitCode::SUCCESS),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info")))
        .with_writer(std::io::stderr)
        .init();
    _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    match arguments.first().map(String::as_str) {
        Some("openapi") => {
            println!("{}", serde_json::to_string_pretty(&server::routes::document())?);
            Ok(())
        }
        Some("help" | "--help") => {
            println!("{HELP}");
            Ok(())
        }
        Some("load-book") => runtime()?.block_on(load_book::run(&arguments[1..])),
        Some("verify-audit") => runtime()?.block_on(verify_audit::run(&arguments[1..])),
        Some("report-digest") => runtime()?.block_on(send_digest::run(&arguments[1..])),
        Some("notify") => runtime()?.block_on(notify_user::run(&arguments[1..])),
        None | Some("serve") => runtime()?.block_on(serve(Config::from_env()?)),
        Some(other) => bail!("unknown command “{other}”\n\n{HELP}"),
    }
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let database = start::database(&config).await?;
    let sealer = start::sealer(&config)?;
    start::demo(&config, &database, &sealer).await?;
    let app = start::app(config, &database.app_url, sealer, Clock::System)?;
    start::serve(app).await
}
