//! Table layouts of users.

use crate::auth::Viewer;
use crate::db::schema::table_state;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::list::ListName;

/// Returns the viewer's layout of a table, as JSON.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
) -> QueryResult<Option<serde_json::Value>> {
    table_state::table
        .find((viewer.firm.id, &viewer.user_key, list.as_str()))
        .select(table_state::state)
        .first(connection)
        .await
        .optional()
}

/// Saves the viewer's layout of a table.
pub async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
    state: &serde_json::Value,
) -> QueryResult<()> {
    diesel::insert_into(table_state::table)
        .values((
            table_state::firm_id.eq(viewer.firm.id),
            table_state::user_key.eq(&viewer.user_key),
            table_state::list.eq(list.as_str()),
            table_state::state.eq(state),
        ))
        .on_conflict((table_state::firm_id, table_state::user_key, table_state::list))
        .do_update()
        .set((table_state::state.eq(state), table_state::updated_at.eq(now)))
        .execute(connection)
        .await
        .map(drop)
}
