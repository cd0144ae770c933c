//! New entries of the search indexes. PostgreSQL keeps them in a list beside each index and merges them many at a time.
//! A search reads the list too, so it must stay short.

use diesel::QueryResult;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};

/// Merges a list as soon as it is longer than this. Part of every transaction.
pub(super) const SHORT: &str = "SET LOCAL gin_pending_list_limit = '128kB'";

/// Lets the lists grow in this transaction, which adds many rows. Call [`merge`] when they are added.
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
