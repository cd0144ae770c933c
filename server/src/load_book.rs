//! `server load-book`: loads a firm's book of business from CSV and XLSX files.

use clap::Args;
use server::book::{Order, Progress, Refusal, load};
use server::clock::Clock;
use server::config::Config;
use server::crypto::Place;
use server::db::connect_raw;
use server::ids::new_uuid;
use server::start;
use std::path::PathBuf;

/// Loads a firm's book of business from CSV and XLSX files (docs/BOOK.md).
#[derive(Args)]
pub struct Options {
    /// Directory of the files.
    directory: PathBuf,
    /// Name of the new firm.
    #[arg(long, value_name = "NAME")]
    firm: String,
    /// File that maps other file names and headers.
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Sign-in name of an existing user, who becomes an account administrator of the firm.
    #[arg(long, value_name = "LOGIN")]
    administrator: Option<String>,
    /// Marks a demo firm, which accepts tax numbers that are never issued and creates unknown carriers.
    #[arg(long)]
    demo: bool,
}

pub async fn run(options: &Options) -> anyhow::Result<()> {
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let sealer = start::sealer(&config, &database).await?;
    let mut client = connect_raw(&database.owner_url).await?;
    let seal = |place: Place, digits: &str| sealer.seal(place, digits);
    let order = Order {
        directory: &options.directory,
        mapping: options.mapping.as_deref(),
        firm_name: &options.firm,
        is_demo: options.demo,
        administrator: options.administrator.as_deref(),
        now: Clock::System.now(),
        today: Clock::System.today_in("UTC"),
    };
    let loaded = load(&mut client, &order, &seal, &new_uuid, &mut show).await;
    match loaded {
        Ok(report) => {
            for (table, rows) in &report.rows {
                println!("{rows} {table}");
            }
            eprintln!("{}", report.warnings);
            println!("loaded “{}” as firm {}", options.firm, report.firm_id);
            Ok(())
        }
        Err(error) if error.is::<Refusal>() => {
            eprintln!("{error}");
            std::process::exit(1);
        }
        Err(error) => Err(error),
    }
}

fn show(progress: Progress) {
    if progress.total > 0 {
        eprintln!("{}: {} of {}", progress.what, progress.done, progress.total);
    } else {
        eprintln!("{}: {}", progress.what, progress.done);
    }
}
