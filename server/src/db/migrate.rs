//! Runs schema migrations, on one node at a time.

use anyhow::{Context, anyhow};
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// Key of the advisory lock. Arbitrary, but must be the same in every version of the server.
const LOCK: i64 = 7_310_241;

/// Runs pending migrations under an advisory lock and returns their number.
///
/// # Errors
/// Returns an error if the database cannot be reached or a migration fails. A failed migration is rolled
/// back.
pub async fn migrate(owner_url: &str) -> anyhow::Result<usize> {
    let mut connection = AsyncPgConnection::establish(owner_url)
        .await
        .context("failed to connect to the database")?;
    connection
        .batch_execute(&format!("SELECT pg_advisory_lock({LOCK})"))
        .await?;
    tokio::task::spawn_blocking(move || {
        let mut harness = AsyncMigrationHarness::new(connection);
        harness
            .run_pending_migrations(MIGRATIONS)
            .map(|done| done.len())
            .map_err(|error| anyhow!("migration failed: {error}"))
    })
    .await?
}
