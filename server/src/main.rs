//! The server's command line.

mod check;
mod load_book;
mod notify_user;
mod rotate_key;
mod send_digest;
mod verify_audit;

use anyhow::bail;
use clap::{Parser, Subcommand};
use server::telemetry::traces::{self, Exporter};
use server::{clock::Clock, config::Config, deliverables, start, upload::workbook};
use std::process::ExitCode;
use tracing::Subscriber;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The Firmbook server. Settings are environment variables (docs/OPERATIONS.md).
#[derive(Parser)]
#[command(
    name = "server",
    after_help = "Without a command, the server serves the API and the web app."
)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the API and the web app.
    Serve,
    /// Prints the OpenAPI document.
    Openapi,
    /// Prints the column tables of docs/BOOK.md.
    BookColumns,
    Check(check::Options),
    LoadBook(load_book::Options),
    VerifyAudit(verify_audit::Options),
    RotateKey(rotate_key::Options),
    Notify(notify_user::Options),
    ReportDigest(send_digest::Options),
    /// Reads a workbook from standard input, for the server itself.
    #[command(name = workbook::COMMAND, hide = true)]
    ReadWorkbook {
        order: String,
    },
    /// Renders a document from standard input, for the server itself.
    #[command(name = deliverables::COMMAND, hide = true)]
    RenderDocument,
}

fn main() -> ExitCode {
    match run(CommandLine::parse().command.unwrap_or(Command::Serve)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve => block_on(serve())?,
        Command::Openapi => println!("{}", serde_json::to_string_pretty(&server::routes::document())?),
        Command::BookColumns => print!("{}", server::book::columns_markdown()),
        Command::Check(options) => block_on(check::run(&options))?,
        Command::LoadBook(options) => block_on(load_book::run(&options))?,
        Command::VerifyAudit(options) => block_on(verify_audit::run(&options))?,
        Command::RotateKey(options) => block_on(rotate_key::run(&options))?,
        Command::Notify(options) => block_on(notify_user::run(&options))?,
        Command::ReportDigest(options) => block_on(send_digest::run(&options))?,
        // Start nothing else, because the child process limits its memory.
        Command::ReadWorkbook { order } => return workbook::child::run(&order),
        Command::RenderDocument => return documents::run(),
    }
    Ok(ExitCode::SUCCESS)
}

fn block_on(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let exporter = observe()?;
        let done = work.await;
        if let Some(exporter) = exporter {
            exporter.shut_down().await;
        }
        done
    })
}

/// Sets up logging and, if enabled, tracing.
fn observe() -> anyhow::Result<Option<Exporter>> {
    let is_json = match std::env::var("FIRMBOOK_LOG_FORMAT").as_deref() {
        Err(_) | Ok("" | "text") => false,
        Ok("json") => true,
        Ok(other) => bail!("FIRMBOOK_LOG_FORMAT must be text or json, not “{other}”"),
    };
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info"))
        .add_directive(format!("{}=off", traces::TARGET).parse()?);
    let exporter = Exporter::from_env()?;
    match &exporter {
        // A global filter, so that disabled trace spans cost nothing.
        None => registry().with(filter).with(lines(is_json)).init(),
        Some(exporter) => registry()
            .with(exporter.layer())
            .with(lines(is_json).with_filter(filter))
            .init(),
    }
    Ok(exporter)
}

/// Writes the log to stderr, as text or as one JSON object per line.
fn lines<S>(is_json: bool) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let lines = fmt::layer().with_writer(std::io::stderr);
    if is_json {
        lines.json().flatten_event(true).with_span_list(false).boxed()
    } else {
        lines.boxed()
    }
}

async fn serve() -> anyhow::Result<()> {
    let mut config = Config::from_env()?;
    let database = start::database(&config).await?;
    config.database_read_url.clone_from(&database.read_url);
    let sealers = start::sealers(&config, &database).await?;
    start::demo(&config, &database, &sealers).await?;
    let app = start::app(config, &database.app_url, sealers, Clock::System)?;
    start::serve(app).await
}
