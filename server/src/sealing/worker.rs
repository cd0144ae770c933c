//! Re-encrypts the values of earlier versions so that they are bound to their contact. Runs once after an update.

use super::{Which, reseal_values};
use crate::crypto::Sealer;
use crate::db::Db;
use crate::error::ApiResult;
use crate::telemetry::jobs;
use diesel::sql_types::Bool;
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use std::sync::Arc;
use std::time::Duration;

/// Pause after an error, and before retrying rows that other transactions have locked.
const REST: Duration = Duration::from_secs(2);
/// Name of the job.
pub const JOB: &str = "sealing";
/// Number of values between log lines.
const LOGGED_EVERY: u64 = 10_000;

/// Runs until no values without a header are left. Several nodes can share the work.
pub async fn run(db: Db, sealer: Arc<Sealer>) {
    loop {
        match jobs::round(JOB, round(&db, &sealer)).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => tracing::warn!(
                error = format!("{error:?}"),
                "failed to seal values of earlier versions, will retry"
            ),
        }
        tokio::time::sleep(REST).await;
    }
}

/// Re-encrypts all values without a header. Returns whether none are left. From then on such values are rejected.
///
/// # Errors
/// Returns an error if the database fails. The next call continues.
pub async fn round(db: &Db, sealer: &Sealer) -> ApiResult<bool> {
    if has_ended(db).await? {
        sealer.refuse_headless();
        return Ok(true);
    }
    let mut logged = 0;
    let mut report = |tally: super::Tally| {
        if tally.sealed >= logged + LOGGED_EVERY {
            logged = tally.sealed;
            tracing::info!(count = logged, "encrypted values of earlier versions");
        }
    };
    if reseal_values(db, sealer, Which::Headless, &mut report)
        .await?
        .skipped
        > 0
    {
        return Ok(false);
    }
    // Nodes that run the previous version may have written values during the first pass. Their writes fail from now
    // on, and the second pass encrypts what they wrote.
    end(db, "writes_ended_at").await?;
    let rest = reseal_values(db, sealer, Which::Headless, &mut report).await?;
    if rest.skipped > 0 {
        return Ok(false);
    }
    if rest.unreadable > 0 {
        tracing::error!(
            count = rest.unreadable,
            "stored values of earlier versions cannot be decrypted"
        );
    }
    end(db, "reads_ended_at").await?;
    sealer.refuse_headless();
    Ok(true)
}

#[derive(QueryableByName)]
struct Ended {
    #[diesel(sql_type = Bool)]
    has_ended: bool,
}

async fn has_ended(db: &Db) -> ApiResult<bool> {
    let mut transaction = db.begin_for_rules().await?;
    let found: Ended =
        diesel::sql_query("SELECT bool_and(reads_ended_at IS NOT NULL) AS has_ended FROM sealing_format")
            .get_result(&mut *transaction)
            .await?;
    transaction.finish();
    Ok(found.has_ended)
}

async fn end(db: &Db, column: &'static str) -> ApiResult<()> {
    let mut transaction = db.begin_for_rules().await?;
    set_now(&mut transaction, column).await?;
    transaction.commit().await
}

async fn set_now(connection: &mut AsyncPgConnection, column: &'static str) -> QueryResult<usize> {
    diesel::sql_query(format!(
        "UPDATE sealing_format SET {column} = now() WHERE {column} IS NULL"
    ))
    .execute(connection)
    .await
}
