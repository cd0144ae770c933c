//! Runs schema migrations, on one node at a time.

use super::advisory_lock;
use anyhow::{Context, anyhow};
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

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
        .batch_execute(&format!("SELECT pg_advisory_lock({})", advisory_lock::MIGRATIONS))
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
