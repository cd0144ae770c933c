//! `server load-book`: loads a firm's book of business from CSV files.

use anyhow::{Context, bail};
use server::book::{Order, Progress, Refusal, load};
use server::clock::Clock;
use server::config::Config;
use server::db::connect_raw;
use server::ids::new_uuid;
use server::start;
use std::path::PathBuf;

struct Arguments {
    directory: PathBuf,
    firm: String,
    mapping: Option<PathBuf>,
    administrator: Option<String>,
    is_demo: bool,
}

pub async fn run(words: &[String]) -> anyhow::Result<()> {
    let arguments = read(words)?;
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let sealer = start::sealer(&config)?;
    let mut client = connect_raw(&database.owner_url).await?;
    let seal = |firm_id: i32, digits: &str| sealer.seal(firm_id, digits);
    let order = Order {
        directory: &arguments.directory,
        mapping: arguments.mapping.as_deref(),
        firm_name: &arguments.firm,
        is_demo: arguments.is_demo,
        administrator: arguments.administrator.as_deref(),
        now: Clock::System.now(),
        today: Clock::System.today_in("UTC"),
    };
    let loaded = load(&mut client, &order, &seal, &new_uuid, &mut show).await;
    match loaded {
        Ok(report) => {
            for (table, rows) in &report.rows {
                println!("{rows} {table}");
            }
            println!(
                "loaded “{}” as firm {} with {} warnings",
                arguments.firm, report.firm_id, report.warnings
            );
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

fn read(words: &[String]) -> anyhow::Result<Arguments> {
    let mut directory = None;
    let (mut firm, mut mapping, mut administrator, mut is_demo) = (None, None, None, false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .cloned()
                .with_context(|| format!("{word} needs a value"))
        };
        match word.as_str() {
            "--firm" => firm = Some(value()?),
            "--mapping" => mapping = Some(value()?.into()),
            "--administrator" => administrator = Some(value()?),
            "--demo" => is_demo = true,
            other if other.starts_with("--") => bail!("unknown option {other}"),
            other if directory.is_none() => directory = Some(other.into()),
            other => bail!("only one directory can be loaded, remove {other}"),
        }
    }
    Ok(Arguments {
        directory: directory.context("the directory is missing: server load-book DIRECTORY --firm NAME")?,
        firm: firm.context("the name of the firm is missing: --firm NAME")?,
        mapping,
        administrator,
        is_demo,
    })
}
