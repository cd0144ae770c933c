//! `server load-book`: loads a firm's book of business from CSV and XLSX files.

use crate::notify_user::active_assignments;
use anyhow::{Context, bail};
use clap::Args;
use server::auth::Viewer;
use server::book::{Order, Progress, Refusal, find_inputs, load};
use server::clock::Clock;
use server::config::Config;
use server::crypto::Place;
use server::db::{Db, Purpose, connect_raw};
use server::ids::new_uuid;
use server::request::RequestInfo;
use server::start;
use server::store::Store;
use server::upload::book::{self, ImportedFile};
use server::upload::{Uploads, worker};
use shared::text::clean;
use std::path::PathBuf;
use std::sync::Arc;

/// Connection pool size for an update. The command and its import worker share the pool.
const CONNECTIONS: usize = 4;

/// Loads a firm's book of business from CSV and XLSX files (docs/BOOK.md).
#[derive(Args)]
pub struct Options {
    /// Directory of the files.
    directory: PathBuf,
    /// Name of the firm.
    #[arg(long, value_name = "NAME")]
    firm: String,
    /// File that maps other file names and headers.
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Sign-in name of an existing user, who becomes an account administrator of the new firm.
    #[arg(long, value_name = "LOGIN")]
    administrator: Option<String>,
    /// Marks a demo firm, which accepts tax numbers that are never issued and creates unknown carriers.
    #[arg(long)]
    demo: bool,
    /// Updates an existing firm instead of creating one. Sign-in name of its user who imports the files.
    #[arg(long, value_name = "LOGIN", conflicts_with_all = ["administrator", "demo"])]
    update_as: Option<String>,
}

pub async fn run(options: &Options) -> anyhow::Result<()> {
    let done = match &options.update_as {
        Some(login) => update(options, login).await,
        None => create(options).await,
    };
    match done {
        Err(error) if error.is::<Refusal>() => {
            eprintln!("{error}");
            std::process::exit(1);
        }
        done => done,
    }
}

async fn create(options: &Options) -> anyhow::Result<()> {
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
    let report = load(&mut client, &order, &seal, &new_uuid, &mut show).await?;
    for (table, rows) in &report.rows {
        println!("{rows} {table}");
    }
    eprintln!("{}", report.warnings);
    println!("loaded “{}” as firm {}", options.firm, report.firm_id);
    Ok(())
}

/// Imports the files into the firm, as uploads of the user.
async fn update(options: &Options, login: &str) -> anyhow::Result<()> {
    let inputs = find_inputs(&options.directory, options.mapping.as_deref())?;
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let sealer = Arc::new(start::sealer(&config, &database).await?);
    let app_url = &database.app_url;
    let db = Db::new(app_url, Purpose::Command, CONNECTIONS, config.database_deadline)?;
    let viewer = viewer(&db, &config, login, &options.firm).await?;
    let store = Store::new(&config, sealer.clone())?;
    let uploads = Uploads::new(db, Clock::System, &config, sealer, store, app_url.clone())?;
    // The import worker, in case no server is running.
    let worker = tokio::spawn(worker::run(uploads.clone()));
    let result = book::import(&uploads, &viewer, &inputs).await;
    worker.abort();
    let result = result?;
    for ImportedFile {
        name,
        counts,
        warnings,
    } in &result.imported
    {
        for warning in warnings {
            eprintln!("{name}: {warning}");
        }
        println!(
            "{name}: {} new, {} updated, {} unchanged",
            counts.new, counts.update, counts.unchanged
        );
    }
    if let Some(stopped) = &result.stopped {
        eprintln!("{stopped}");
        bail!(
            "review the draft {} in the portal under Uploads, or correct the file and run the command again",
            stopped.name
        );
    }
    println!("updated “{}”", viewer.firm.name);
    Ok(())
}

async fn viewer(db: &Db, config: &Config, login: &str, firm: &str) -> anyhow::Result<Viewer> {
    let name = clean(firm);
    for assignment in active_assignments(db, &config.oidc.issuer, login).await? {
        let mut transaction = db.begin(assignment.firm_id).await?;
        let user = (assignment.firm_id, assignment.user_key.as_str());
        let viewer = Viewer::of_firm_user(&mut transaction, user, None, RequestInfo::default()).await?;
        transaction.finish();
        if let Some(viewer) = viewer.filter(|viewer| viewer.firm.name == name) {
            return Ok(viewer);
        }
    }
    None.with_context(|| format!("user “{login}” does not work in a firm named “{name}”"))
}

fn show(progress: Progress) {
    if progress.total > 0 {
        eprintln!("{}: {} of {}", progress.what, progress.done, progress.total);
    } else {
        eprintln!("{}: {}", progress.what, progress.done);
    }
}
