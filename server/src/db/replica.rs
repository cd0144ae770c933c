//! A read replica, used only while it is up to date with the primary.

use super::Db;
use crate::error::ApiResult;
use diesel::dsl::sql;
use diesel::sql_types::{Bool, Text};
use diesel_async::RunQueryDsl;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Maximum time for the replica to catch up.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(20);

#[derive(Clone)]
pub struct Replica(Db);

impl Replica {
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self(db)
    }

    /// Returns the replica once it has replayed everything committed before this call. Returns `None` if it does not
    /// catch up in time, is unreachable, or is not a replica.
    pub async fn when_current(&self, primary: &Db) -> Option<Db> {
        let waiting = async {
            let position = position(primary).await?;
            let deadline = Instant::now() + PATIENCE;
            loop {
                if has_replayed(&self.0, &position).await? {
                    return Ok(true);
                }
                if Instant::now() > deadline {
                    return ApiResult::Ok(false);
                }
                sleep(PAUSE).await;
            }
        };
        match tokio::time::timeout(2 * PATIENCE, waiting).await {
            Ok(Ok(true)) => return Some(self.0.clone()),
            Ok(Err(error)) => tracing::warn!(?error, "failed to use the read replica, using the primary"),
            _ => tracing::warn!("read replica is behind, using the primary"),
        }
        None
    }
}

/// Returns the end of the primary's write-ahead log. Every commit acknowledged so far is before it.
async fn position(primary: &Db) -> ApiResult<String> {
    let mut transaction = primary.begin_without_rows().await?;
    let position = diesel::select(sql::<Text>("pg_current_wal_insert_lsn()::text"))
        .get_result(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(position)
}

/// Returns whether the replica has replayed the log up to `position`. A promoted replica has diverged from the primary,
/// so it never counts as current.
async fn has_replayed(replica: &Db, position: &str) -> ApiResult<bool> {
    let mut transaction = replica.begin_without_rows().await?;
    let is_current = sql::<Bool>("pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= ")
        .bind::<Text, _>(position)
        .sql("::pg_lsn, false)");
    let is_current = diesel::select(is_current).get_result(&mut *transaction).await?;
    transaction.finish();
    Ok(is_current)
}
