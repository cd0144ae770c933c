//! Users' favorites, stored by the uuid of the record.

use crate::auth::Viewer;
use crate::db::schema::favorite;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::favorite::FavoriteKind;
use uuid::Uuid;

/// Adds a record to the viewer's favorites, unless it already is one.
pub async fn add(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (FavoriteKind, Uuid),
) -> QueryResult<()> {
    diesel::insert_into(favorite::table)
        .values((
            favorite::firm_id.eq(viewer.firm.id),
            favorite::user_key.eq(&viewer.user_key),
            favorite::kind.eq(kind.code()),
            favorite::uuid.eq(uuid),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await
        .map(drop)
}

/// Removes a record from the viewer's favorites. Returns `false` if it was not one.
pub async fn remove(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (FavoriteKind, Uuid),
) -> QueryResult<bool> {
    let one = favorite::table.find((viewer.firm.id, &viewer.user_key, kind.code(), uuid));
    Ok(diesel::delete(one).execute(connection).await? > 0)
}

/// Returns the number of the viewer's favorites, including those whose records the viewer can no longer open.
pub async fn count(connection: &mut AsyncPgConnection, viewer: &Viewer) -> QueryResult<i64> {
    favorite::table
        .filter(favorite::firm_id.eq(viewer.firm.id))
        .filter(favorite::user_key.eq(&viewer.user_key))
        .count()
        .get_result(connection)
        .await
}
