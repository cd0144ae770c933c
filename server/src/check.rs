//! `server check`: verifies the settings and the services that the server depends on. Changes nothing.

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use jiff::{SignedDuration, Timestamp};
use server::clock::Clock;
use server::config::Config;
use server::crypto::{KeySet, Keyring};
use server::db::connect_raw;
use server::mail::Mailer;
use server::{ids, sealing, start, store};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use tokio_postgres::Client;

/// Verifies settings, database rights, storage, mail server, clock and encryption keys (docs/OPERATIONS.md).
#[derive(Args)]
pub struct Options {}

const OLDEST_POSTGRES: i32 = 150_000;
/// Largest difference between the clocks of the server and the database.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(5);
const EXTENSIONS: [&str; 2] = ["pg_trgm", "btree_gin"];
const ROLE: &str = "firmbook_app";
/// Content of the test file written to storage.
const PROBE: &[u8] = b"firmbook";

/// The sentence to print if a check passes.
type Outcome = anyhow::Result<String>;

/// Prints one line per check.
pub async fn run(_: &Options) -> anyhow::Result<()> {
    let mut failed = 0;
    let mut show = |name: &str, outcome: &Outcome| match outcome {
        Ok(sentence) => println!("ok      {name}: {sentence}"),
        Err(error) => {
            failed += 1;
            println!("failed  {name}: {error:#}");
        }
    };
    match Config::from_env() {
        Err(error) => show("settings", &Err(error)),
        Ok(config) => {
            show("settings", &Ok("All settings are valid.".into()));
            match client(&config).await {
                Err(error) => show("database", &Err(error)),
                Ok(client) => {
                    show("database", &version(&client).await);
                    show("role", &role(&config).await);
                    show("row security", &row_security(&client).await);
                    show("extensions", &extensions(&client).await);
                    show("clock", &clock(&client).await);
                    show("encryption keys", &keys(&config, &client, KeySet::General).await);
                    show(
                        "medical encryption keys",
                        &keys(&config, &client, KeySet::Medical).await,
                    );
                }
            }
            show("storage", &storage(&config).await);
            show("mail", &mail(&config).await);
        }
    }
    ensure!(failed == 0, "{failed} checks failed");
    Ok(())
}

async fn client(config: &Config) -> anyhow::Result<Client> {
    config.expect_database()?;
    let database = start::running_database(config)
        .context("The embedded database is not running. Start the server first, or set DATABASE_URL.")?;
    connect_raw(&database.owner_url)
        .await
        .context("Cannot connect to DATABASE_URL")
}

async fn version(client: &Client) -> Outcome {
    let row = client
        .query_one("SELECT current_setting('server_version_num')::integer", &[])
        .await?;
    let version: i32 = row.get(0);
    ensure!(
        version >= OLDEST_POSTGRES,
        "PostgreSQL {} is too old. Install version 15 or newer.",
        version / 10_000
    );
    Ok(format!("Connected to PostgreSQL {}.", version / 10_000))
}

/// Checks the database login and the role that requests use.
async fn role(config: &Config) -> Outcome {
    let database = start::running_database(config).context("The database is not running.")?;
    let client = connect_raw(&database.app_url)
        .await
        .context("Cannot connect to DATABASE_APP_URL")?;
    let found = client
        .query_opt(
            "SELECT rolsuper OR rolbypassrls, pg_has_role(current_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = $1",
            &[&ROLE],
        )
        .await?;
    let Some(found) = found else {
        return Ok(format!("The server creates the role {ROLE} when it starts."));
    };
    ensure!(
        !found.get::<_, bool>(0),
        "The role {ROLE} bypasses row-level security. Run ALTER ROLE {ROLE} NOSUPERUSER NOBYPASSRLS."
    );
    ensure!(
        found.get::<_, bool>(1),
        "The user of DATABASE_APP_URL is not a member of {ROLE}. Run GRANT {ROLE} TO that user."
    );
    Ok(format!(
        "Requests run as {ROLE}, which is subject to row-level security."
    ))
}

async fn row_security(client: &Client) -> Outcome {
    let tables = client
        .query(
            "SELECT c.relname::text, c.relrowsecurity AND c.relforcerowsecurity FROM pg_class c
             WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
             AND EXISTS (SELECT FROM pg_attribute a
                         WHERE a.attrelid = c.oid AND a.attname = 'firm_id' AND NOT a.attisdropped)
             ORDER BY 1",
            &[],
        )
        .await?;
    if tables.is_empty() {
        return Ok("The database is empty. The server creates the tables when it starts.".into());
    }
    let open: Vec<&str> = tables
        .iter()
        .filter(|table| !table.get::<_, bool>(1))
        .map(|table| table.get(0))
        .collect();
    ensure!(
        open.is_empty(),
        "Row-level security is not forced on {}. Run ALTER TABLE … ENABLE ROW LEVEL SECURITY and FORCE ROW LEVEL SECURITY.",
        open.join(", ")
    );
    Ok(format!(
        "Row-level security is forced on all {} tables of firms.",
        tables.len()
    ))
}

async fn extensions(client: &Client) -> Outcome {
    for name in EXTENSIONS {
        let found = client
            .query_opt("SELECT FROM pg_available_extensions WHERE name = $1", &[&name])
            .await?;
        ensure!(
            found.is_some(),
            "PostgreSQL lacks the extension {name}. Install its contrib package."
        );
    }
    Ok(format!("{} are available.", EXTENSIONS.join(" and ")))
}

async fn clock(client: &Client) -> Outcome {
    let before = Clock::System.now();
    let row = client
        .query_one(
            "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
            &[],
        )
        .await?;
    let after = Clock::System.now();
    let at_database = Timestamp::from_millisecond(row.get(0))?;
    // The database read its clock at some point between the two local times.
    let difference = before
        .duration_since(at_database)
        .max(at_database.duration_since(after))
        .max(SignedDuration::ZERO);
    ensure!(
        difference <= CLOCK_TOLERANCE,
        "The clocks of this machine and of the database differ by {} s. Synchronize them with NTP.",
        difference.as_secs()
    );
    Ok("The clock agrees with the database's.".into())
}

async fn keys(config: &Config, client: &Client, set: KeySet) -> Outcome {
    let file = config.data_dir.join(set.file_name());
    let keys = match config.keys(set) {
        Some(keys) => Keyring::parse(set, keys)?,
        None if file.exists() => Keyring::from_file(set, &file)?,
        None if sealing::has_keys(client, set).await? => bail!(
            "{} is not set and {} does not exist. Restore the key from its backup.",
            set.setting(),
            file.display()
        ),
        None => {
            return Ok(format!(
                "The server creates a key in {} when it starts.",
                file.display()
            ));
        }
    };
    sealing::check(client, &keys).await?;
    Ok(format!("The key {} opens the database.", keys.current_id()))
}

async fn storage(config: &Config) -> Outcome {
    let Some(bucket) = &config.bucket else {
        return folder(&config.data_dir.join("files"));
    };
    store::probe(bucket).await?;
    Ok(format!("The bucket {} is readable and writable.", bucket.name))
}

/// Writes a file into the folder, or into the closest folder above it if it does not exist yet, and reads it.
fn folder(files: &Path) -> Outcome {
    let folder = files
        .ancestors()
        .map(|folder| {
            if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            }
        })
        .find(|folder| folder.is_dir())
        .context("FIRMBOOK_DATA_DIR is no folder.")?;
    let shown = folder.display();
    let probe = folder.join(format!("check-{}", ids::new_uuid().simple()));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&probe);
    let mut written = written.with_context(|| {
        format!("Cannot write to {shown}. Make the server's user its owner, or change FIRMBOOK_DATA_DIR")
    })?;
    let read = written.write_all(PROBE).and_then(|()| fs::read(&probe));
    fs::remove_file(&probe)?;
    let read = read.with_context(|| format!("Cannot use {shown}. Check its disk"))?;
    ensure!(
        read == PROBE,
        "{shown} returned another content than was written. Check its disk."
    );
    if folder == files {
        let mode = fs::metadata(folder)?.permissions().mode() & 0o777;
        ensure!(
            mode == 0o700,
            "The mode of {shown} is {mode:03o}, so that other users can open it. Run chmod 700 {shown}."
        );
    }
    Ok(format!("{shown} is writable."))
}

async fn mail(config: &Config) -> Outcome {
    let Some(mailer) = Mailer::of(config)? else {
        return Ok("FIRMBOOK_SMTP_URL is not set. No mail is sent.".into());
    };
    mailer
        .check()
        .await
        .map_err(|words| anyhow!("Cannot connect to the server of FIRMBOOK_SMTP_URL: {words}"))?;
    Ok("The mail server accepts connections.".into())
}
