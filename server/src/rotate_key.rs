//! `server rotate-key`: seals all values and files with the current key.

use anyhow::{bail, ensure};
use clap::Args;
use server::clock::Clock;
use server::config::Config;
use server::crypto::{KeySet, Sealer, Sealers};
use server::db::{Db, Purpose, connect_raw};
use server::files::{Files, reseal_documents, reseal_medical, reseal_uploads};
use server::sealing::{self, Tally, Which};
use server::start;
use server::store::Store;
use std::time::Duration;

/// Seals everything with the first keys of FIRMBOOK_SEALING_KEY and FIRMBOOK_MEDICAL_KEY, so that the others can be
/// removed (docs/OPERATIONS.md).
#[derive(Args)]
pub struct Options {}

/// Maximum number of passes over the values. A pass skips rows that a running server has locked, and the next
/// pass tries them again.
const PASSES: u32 = 30;
const REST: Duration = Duration::from_secs(1);

pub async fn run(_: &Options) -> anyhow::Result<()> {
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let Sealers { general, medical } = start::sealers(&config, &database).await?;
    let db = Db::new(&database.app_url, Purpose::Command, 2, config.database_deadline)?;
    let files = Files {
        db,
        clock: Clock::System,
        store: Store::new(&config, general.clone())?,
    };
    rotate(&database.owner_url, &files, &general).await?;
    let files = Files {
        store: files.store.sealed_with(medical.clone()),
        ..files
    };
    rotate(&database.owner_url, &files, &medical).await
}

/// Re-encrypts the data of a set of keys with its current key and retires the other keys.
async fn rotate(owner_url: &str, files: &Files, sealer: &Sealer) -> anyhow::Result<()> {
    let (set, current) = (sealer.keys().set(), sealer.keys().current_id());
    let client = connect_raw(owner_url).await?;
    let mut unreadable = values(&files.db, sealer).await?.unreadable;
    if set == KeySet::General {
        let mut report = |tally| show("files", tally);
        unreadable += reseal_uploads(files, &mut report).await?.unreadable;
    }
    unreadable += documents(set, files).await?.unreadable;
    ensure!(
        unreadable == 0,
        "{unreadable} values or files could not be decrypted. The log names them. Keep the old keys, and run the \
         command again after you restored those records from a backup."
    );
    let retired = sealing::retire_old_keys(&client, sealer.keys()).await?;
    // Nodes with the old settings may have sealed values and documents with an old key until now.
    let mut unreadable = values(&files.db, sealer).await?.unreadable;
    unreadable += documents(set, files).await?.unreadable;
    ensure!(
        unreadable == 0,
        "{unreadable} values or files could not be decrypted. The log names them. Keep the old keys."
    );
    let retired: Vec<String> = retired.iter().map(ToString::to_string).collect();
    let what = match set {
        KeySet::General => "everything",
        KeySet::Medical => "all medical data",
    };
    if retired.is_empty() {
        println!("{what} is sealed with key {current}, the only one");
    } else {
        println!(
            "{what} is sealed with key {current}; remove key {} from {} and restart the servers",
            retired.join(", "),
            set.setting()
        );
    }
    Ok(())
}

async fn documents(set: KeySet, files: &Files) -> anyhow::Result<Tally> {
    let mut report = |tally| show("documents", tally);
    Ok(match set {
        KeySet::General => reseal_documents(files, &mut report).await?,
        KeySet::Medical => reseal_medical(files, &mut report).await?,
    })
}

/// Seals values until none with an old key are left.
async fn values(db: &Db, sealer: &Sealer) -> anyhow::Result<Tally> {
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
