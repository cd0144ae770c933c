//! `server rotate-key`: seals all values and files with the current key.

use anyhow::{bail, ensure};
use clap::Args;
use server::clock::Clock;
use server::config::Config;
use server::db::{Db, Purpose, connect_raw};
use server::files::{Files, reseal_documents, reseal_uploads};
use server::sealing::{self, Tally, Which};
use server::start;
use server::store::Store;
use std::sync::Arc;
use std::time::Duration;

/// Seals everything with the first key of FIRMBOOK_SEALING_KEY, so that the others can be removed
/// (docs/OPERATIONS.md).
#[derive(Args)]
pub struct Options {}

/// Maximum number of passes over the values. A pass skips rows that a running server has locked, and the next
/// pass tries them again.
const PASSES: u32 = 30;
const REST: Duration = Duration::from_secs(1);

pub async fn run(_: &Options) -> anyhow::Result<()> {
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let sealer = Arc::new(start::sealer(&config, &database).await?);
    let current = sealer.keys().current_id();
    let db = Db::new(&database.app_url, Purpose::Command, 2, config.database_deadline)?;
    let client = connect_raw(&database.owner_url).await?;

    let files = Files {
        db: db.clone(),
        clock: Clock::System,
        store: Store::new(&config, sealer.clone())?,
    };
    let mut unreadable = values(&db, &sealer).await?.unreadable;
    let mut report = |tally| show("files", tally);
    unreadable += reseal_uploads(&files, &mut report).await?.unreadable;
    let mut report = |tally| show("documents", tally);
    unreadable += reseal_documents(&files, &mut report).await?.unreadable;
    ensure!(
        unreadable == 0,
        "{unreadable} values or files could not be decrypted. The log names them. Keep the old keys, and run the \
         command again after you restored those records from a backup."
    );
    let retired = sealing::retire_old_keys(&client, current).await?;
    // Nodes that still have the old settings may have sealed values and documents with an old key until now.
    let mut unreadable = values(&db, &sealer).await?.unreadable;
    unreadable += reseal_documents(&files, &mut report).await?.unreadable;
    ensure!(
        unreadable == 0,
        "{unreadable} values or files could not be decrypted. The log names them. Keep the old keys."
    );
    let retired: Vec<String> = retired.iter().map(ToString::to_string).collect();
    if retired.is_empty() {
        println!("everything is sealed with key {current}, the only one");
    } else {
        println!(
            "everything is sealed with key {current}; remove key {} from FIRMBOOK_SEALING_KEY and restart the servers",
            retired.join(", ")
        );
    }
    Ok(())
}

/// Seals values until none with another key are left.
async fn values(db: &Db, sealer: &server::crypto::Sealer) -> anyhow::Result<Tally> {
    for _ in 0..PASSES {
        let tally =
            sealing::reseal_values(db, sealer, Which::NotCurrent, &mut |tally| show("values", tally)).await?;
        if tally.skipped == 0 {
            return Ok(tally);
        }
        tokio::time::sleep(REST).await;
    }
    bail!("Some values are in use by a running import. Run the command again when it has ended.");
}

fn show(what: &str, tally: Tally) {
    eprintln!("{what}: {} sealed, {} unreadable", tally.sealed, tally.unreadable);
}
