//! Cached report totals per row scope, their invalidation when the book changes, and notifications to
//! subscribers.

pub mod count;
pub mod message;
pub mod news;
pub mod stale;
pub mod state;
pub mod worker;

use crate::error::ApiResult;
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// Locks the cached totals of the firm for writing until the transaction ends.
async fn hold_counts(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<()> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('firmbook_reports'), $1)")
        .bind::<Integer, _>(firm_id)
        .execute(connection)
        .await?;
    Ok(())
}
