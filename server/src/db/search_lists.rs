//! Pending lists of the search indexes. PostgreSQL collects new entries in a list per index and merges them in batches.
//! Searches also scan the list, so it must stay short.

use diesel::QueryResult;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};

/// Sets the size at which PostgreSQL merges a list. Part of every transaction.
pub(super) const SHORT: &str = "SET LOCAL gin_pending_list_limit = '128kB'";

/// Raises the size limit for the current transaction, which adds many rows. Call [`merge`] after adding them.
pub async fn grow(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    connection
        .batch_execute("SET LOCAL gin_pending_list_limit = '4MB'")
        .await
}

/// Merges the lists into the indexes.
pub async fn merge(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    connection
        .batch_execute("SELECT firmbook_merge_search_lists()")
        .await
}
