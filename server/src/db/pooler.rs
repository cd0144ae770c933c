//! Detects a connection pooler that runs the transactions of one connection in different sessions, such as
//! PgBouncer in transaction mode.

use super::connect_raw;
use anyhow::{Context, bail};
use std::time::Duration;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, SimpleQueryMessage};

/// Number of comparisons. A pooler usually hands out the session that was used last, but another of its
/// clients may take that session first.
const ROUNDS: usize = 3;
const DEADLINE: Duration = Duration::from_secs(10);

/// State that a connection keeps between transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sessions {
    /// A dedicated session: there is no pooler, or it is in session mode.
    Own,
    /// Prepared statements only.
    SharedWithStatements,
    /// Nothing.
    Shared,
}

/// Detects the state that connections to this URL keep between transactions.
///
/// # Errors
/// Returns an error if the database cannot be reached or the pooler allows no transactions.
pub async fn sessions(url: &str) -> anyhow::Result<Sessions> {
    let (first, second) = (connect_raw(url).await?, connect_raw(url).await?);
    match tokio::time::timeout(DEADLINE, compare(&first, &second)).await {
        Ok(found) => found,
        // The second connection occupies the only session, and the first waits for it.
        Err(_) => bail!("its connection pooler has too few server connections"),
    }
}

async fn compare(first: &Client, second: &Client) -> anyhow::Result<Sessions> {
    let prepared = match first.prepare("SELECT pg_backend_pid()").await {
        Ok(prepared) => prepared,
        Err(error) if is_about_statements(&error) => return Ok(Sessions::Shared),
        Err(error) => return Err(error.into()),
    };
    for _ in 0..ROUNDS {
        let before: i32 = match first.query_one(&prepared, &[]).await {
            Ok(row) => row.get(0),
            Err(error) if is_about_statements(&error) => return Ok(Sessions::Shared),
            Err(error) => return Err(error.into()),
        };
        // Occupies a session, so that the first connection gets another one from a pooler.
        second
            .batch_execute("BEGIN")
            .await
            .context("a transaction cannot begin; a pooler in statement mode allows none")?;
        let occupied = process_id(second).await?;
        let after = first.query_one(&prepared, &[]).await;
        second.batch_execute("ROLLBACK").await?;
        let after: i32 = match after {
            Ok(row) => row.get(0),
            Err(error) if is_about_statements(&error) => return Ok(Sessions::Shared),
            Err(error) => return Err(error.into()),
        };
        if before != after || before.to_string() == occupied {
            return Ok(Sessions::SharedWithStatements);
        }
    }
    Ok(Sessions::Own)
}

async fn process_id(client: &Client) -> anyhow::Result<String> {
    let reply = client.simple_query("SELECT pg_backend_pid()").await?;
    reply
        .iter()
        .find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        })
        .context("the database did not name its process")
}

fn is_about_statements(error: &tokio_postgres::Error) -> bool {
    error.code().is_some_and(|code| {
        [
            SqlState::INVALID_SQL_STATEMENT_NAME,
            SqlState::DUPLICATE_PSTATEMENT,
        ]
        .contains(code)
    })
}

/// Checks that the owner's connection has a dedicated session. Migrations hold a session-level lock.
///
/// # Errors
/// Returns an error that says how to correct `DATABASE_URL`.
pub async fn check_owner(url: &str) -> anyhow::Result<()> {
    let sessions = sessions(url)
        .await
        .context("failed to use the database of DATABASE_URL")?;
    if sessions != Sessions::Own {
        bail!(
            "DATABASE_URL leads to a connection pooler in transaction mode, but migrations need a session of their \
             own. Set DATABASE_URL to PostgreSQL itself, and DATABASE_APP_URL to the pooler."
        );
    }
    Ok(())
}

/// Checks that a pooler in front of requests keeps prepared statements. Through a pooler that shares sessions,
/// notifications do not arrive, so `has_listen_url` must be true.
///
/// # Errors
/// Returns an error that says which setting to change.
pub async fn check_requests(url: &str, has_listen_url: bool) -> anyhow::Result<()> {
    let sessions = sessions(url)
        .await
        .context("failed to use the database of DATABASE_APP_URL")?;
    match sessions {
        Sessions::Shared => bail!(
            "DATABASE_APP_URL leads to a connection pooler in transaction mode that loses prepared statements. Use \
             PgBouncer 1.21 or newer and set max_prepared_statements, set pool_mode = session, or connect to \
             PostgreSQL itself."
        ),
        Sessions::SharedWithStatements if !has_listen_url => bail!(
            "DATABASE_APP_URL leads to a connection pooler in transaction mode, which delivers no notifications. Set \
             DATABASE_LISTEN_URL to PostgreSQL itself."
        ),
        _ => Ok(()),
    }
}
