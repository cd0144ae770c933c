//! The sealing keys of a database: checks that a node has them, and re-encrypts stored values.
//!
//! Each row of `sealing_key` contains the database's matching key, sealed with one of the sealing keys. A
//! node with a wrong key cannot open it and does not start. The table `medical_key` does the same for the keys of
//! medical data.

mod values;
pub mod worker;

pub(crate) use values::firms;
pub use values::{Tally, Which, reseal_values};

use crate::crypto::{KeySet, Keyring, Place, Sealer, Secret};
use crate::db::{advisory_lock, connect_raw};
use anyhow::{bail, ensure};
use tokio_postgres::{Client, GenericClient, Transaction};

/// Checks the keys against the database and loads its matching key. Registers new keys: on the first start
/// with a database, and at a rotation.
///
/// # Errors
/// Returns an error if a key is not the one that encrypted the database, is missing, or was replaced.
pub async fn unlock(owner_url: &str, keys: Keyring) -> anyhow::Result<Sealer> {
    let mut client = connect_raw(owner_url).await?;
    let transaction = client.transaction().await?;
    transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&advisory_lock::SEALING])
        .await?;
    let set = keys.set();
    let known = known(&transaction, set).await?;
    let matching = verify(&known, &keys)?;
    let is_first = matching.is_none();
    let matching = matching.unwrap_or_else(|| keys.first_matching_key());
    for id in keys.ids().filter(|id| known.iter().all(|key| key.id != *id)) {
        let wrapped = keys.wrap(id, &matching)?;
        transaction
            .execute(
                &format!(
                    "INSERT INTO {} (key_id, matching_key) VALUES ($1, $2)",
                    set.table()
                ),
                &[&id, &wrapped],
            )
            .await?;
    }
    let current = keys.current_id();
    let sealer = Sealer::with_matching_key(keys, &matching)?;
    if set == KeySet::Medical {
        sealer.refuse_headless();
        transaction.commit().await?;
        return Ok(sealer);
    }
    if is_first && !opens_stored_value(&transaction, &sealer).await? {
        bail!(wrong_key(set, current));
    }
    let has_headless = transaction
        .query_opt("SELECT FROM sealing_format WHERE reads_ended_at IS NULL", &[])
        .await?;
    if has_headless.is_none() {
        sealer.refuse_headless();
    }
    transaction.commit().await?;
    Ok(sealer)
}

/// Checks the keys against the database without registering new ones.
///
/// # Errors
/// Returns an error if a key is not the one that encrypted the database, is missing, or was replaced.
pub async fn check(client: &Client, keys: &Keyring) -> anyhow::Result<()> {
    let set = keys.set();
    if has_keys(client, set).await? {
        verify(&known(client, set).await?, keys)?;
    }
    Ok(())
}

/// Returns whether a server has started with this database.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn has_keys(client: &Client, set: KeySet) -> anyhow::Result<bool> {
    let exists = client
        .query_one("SELECT to_regclass($1) IS NOT NULL", &[&set.table()])
        .await?;
    Ok(exists.get::<_, bool>(0) && !known(client, set).await?.is_empty())
}

/// Checks the keys against the rows of their table. Returns the matching key, or `None` if the table is empty.
fn verify(known: &[KnownKey], keys: &Keyring) -> anyhow::Result<Option<Secret>> {
    let setting = keys.set().setting();
    for key in known {
        if key.is_retired {
            ensure!(
                key.id != keys.current_id(),
                "The sealing key with the id {} was replaced by `server rotate-key`. Put its successor first in \
                 {setting}.",
                key.id
            );
        } else {
            ensure!(
                keys.ids().any(|id| id == key.id),
                "{setting} lacks the key with the id {0}, which encrypts stored values. Add it as \
                 `{0}:…` after the current key, or run `server rotate-key` with both keys first.",
                key.id
            );
        }
    }
    let mut matching: Option<Secret> = None;
    for key in known.iter().filter(|key| keys.ids().any(|id| id == key.id)) {
        match keys.unwrap_matching_key(key.id, &key.matching) {
            Ok(opened) => matching = Some(opened),
            Err(_) => bail!(wrong_key(keys.set(), key.id)),
        }
    }
    Ok(matching)
}

/// Marks all keys of a set except the current one as retired. Returns their ids.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn retire_old_keys(client: &Client, keys: &Keyring) -> anyhow::Result<Vec<i16>> {
    let sql = format!(
        "UPDATE {} SET retired_at = coalesce(retired_at, now()) WHERE key_id <> $1 RETURNING key_id",
        keys.set().table()
    );
    let retired = client.query(&sql, &[&keys.current_id()]).await?;
    Ok(retired.iter().map(|row| row.get(0)).collect())
}

fn wrong_key(set: KeySet, id: i16) -> String {
    format!(
        "The sealing key with the id {id} is not the one that encrypted this database. Set {} to the original key. If \
         it is lost, restore it from the backup of the key.",
        set.setting()
    )
}

/// A row of `sealing_key` or `medical_key`.
struct KnownKey {
    id: i16,
    matching: Vec<u8>,
    is_retired: bool,
}

async fn known(client: &impl GenericClient, set: KeySet) -> anyhow::Result<Vec<KnownKey>> {
    let sql = format!(
        "SELECT key_id, matching_key, retired_at IS NOT NULL FROM {} ORDER BY key_id",
        set.table()
    );
    let rows = client.query(&sql, &[]).await?;
    let known = |row: &tokio_postgres::Row| KnownKey {
        id: row.get(0),
        matching: row.get(1),
        is_retired: row.get(2),
    };
    Ok(rows.iter().map(known).collect())
}

/// Opens one value that a version without `sealing_key` stored. Returns `true` if there is none.
async fn opens_stored_value(transaction: &Transaction<'_>, sealer: &Sealer) -> anyhow::Result<bool> {
    // The owner may be subject to row-level security.
    transaction
        .batch_execute("SELECT set_config('firmbook.rules', 'on', true)")
        .await?;
    let firms = transaction
        .query("SELECT firm_id FROM firm ORDER BY firm_id", &[])
        .await?;
    for firm in &firms {
        let firm_id: i32 = firm.get(0);
        transaction
            .execute(
                "SELECT set_config('firmbook.firm', $1, true)",
                &[&firm_id.to_string()],
            )
            .await?;
        let value = transaction
            .query_opt(
                "SELECT uuid::text, tax_id_cipher FROM contact WHERE firm_id = $1 AND tax_id_hash IS NOT NULL LIMIT 1",
                &[&firm_id],
            )
            .await?;
        if let Some(value) = value {
            let place = Place::tax_id(firm_id, value.get::<_, &str>(0).parse()?);
            return Ok(sealer.open(place, value.get(1)).is_ok());
        }
    }
    Ok(true)
}
