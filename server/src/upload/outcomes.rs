//! The outcomes of all rows of a contact or contract upload.

use super::owner::Owner;
use super::{contracts, matching};
use crate::auth::Sight;
use crate::error::ApiResult;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::upload::mapping::Mapping;
use shared::upload::preview::Counts;

/// Determines the outcomes against the firm's current data, stores them and returns their counts. The transaction must
/// be scoped to the firm and hold the lock of the upload.
pub async fn rematch(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    mapping: &Mapping,
    sight: &Sight<'_>,
) -> ApiResult<Counts> {
    match owner.kind.line() {
        Some(line) => contracts::rematch(connection, (owner, line), mapping, sight).await,
        None => Ok(matching::rematch(connection, owner, mapping, sight).await?),
    }
}

/// Returns whether the outcomes are stored.
pub async fn are_stored(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<bool> {
    match owner.kind.line() {
        Some(_) => contracts::is_matched(connection, owner).await,
        None => matching::is_matched(connection, owner).await,
    }
}
