//! Cached report totals per row scope, their invalidation when the book changes, and notifications to
//! subscribers.

pub mod count;
pub mod message;
pub mod news;
pub mod stale;
pub mod state;
pub mod worker;

use crate::db::advisory_lock;
use crate::error::ApiResult;
use diesel_async::AsyncPgConnection;

/// Locks the cached totals of the firm for writing until the transaction ends.
async fn hold_counts(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<()> {
    advisory_lock::lock(connection, "firmbook_reports", firm_id).await?;
    Ok(())
}
