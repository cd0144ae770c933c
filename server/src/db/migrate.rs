//! Brings the schema up to date, one node at a time.

use anyhow::{Context, anyhow};
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// Any number, the same in every version of the server.
const LOCK: i64 = 7_310_241;

/// Runs what is missing under a lock that other nodes wait for.
///
/// # Errors
/// When the database does not answer, or a migration fails: its transaction is rolled back.
pub async fn migrate(owner_url: &str) -> anyhow::Result<usize> {
    let mut connection = AsyncPgConnection::establish(owner_url)
        .await
        .context("the database does not answer")?;
    connection
        .batch_execute(&format!("SELECT pg_advisory_lock({LOCK})"))
        .await?;
    tokio::task::spawn_blocking(move || {
        let mut harness = AsyncMigrationHarness::new(connection);
        harness
            .run_pending_migrations(MIGRATIONS)
            .map(|done| done.len())
            .map_err(|error| anyhow!("a migration failed: {error}"))
    })
    .await?
}
