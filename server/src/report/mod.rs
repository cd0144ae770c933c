//! What reports add up to, kept for each part of the firm that somebody sees, and what becomes of it when the book
//! changes.

pub mod count;
pub mod message;
pub mod news;
pub mod stale;
pub mod state;
pub mod worker;

use crate::error::ApiResult;
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// Makes whoever marks or writes counts of the firm do it one after the other; held till the transaction ends.
async fn hold_counts(connection: &mut AsyncPgConnection, firm_id: i32) -> ApiResult<()> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('firmbook_reports'), $1)")
        .bind::<Integer, _>(firm_id)
        .execute(connection)
        .await?;
    Ok(())
}
