//! Users' table layouts and saved views.

use crate::auth::Viewer;
use crate::db::schema::table_state;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use serde_json::Value;
use shared::list::ListName;
use shared::list::table_state::{TableLayout, TableState};

type Key<'a> = (i32, &'a str, &'static str);

fn key(viewer: &Viewer, list: ListName) -> Key<'_> {
    (viewer.firm.id, &viewer.user_key, list.as_str())
}

fn json(value: &impl Serialize) -> QueryResult<Value> {
    serde_json::to_value(value).map_err(|error| Error::SerializationError(error.into()))
}

/// Returns the viewer's table, as JSON.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
) -> QueryResult<Option<Value>> {
    table_state::table
        .find(key(viewer, list))
        .select(table_state::state)
        .first(connection)
        .await
        .optional()
}

/// Creates the viewer's table unless there is one.
pub async fn create(connection: &mut AsyncPgConnection, viewer: &Viewer, list: ListName) -> QueryResult<()> {
    let empty = json(&TableState::default())?;
    let (firm_id, user_key, name) = key(viewer, list);
    diesel::insert_into(table_state::table)
        .values((
            table_state::firm_id.eq(firm_id),
            table_state::user_key.eq(user_key),
            table_state::list.eq(name),
            table_state::state.eq(empty),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await
        .map(drop)
}

/// Returns the viewer's table and locks it until the transaction ends.
///
/// # Errors
/// Returns an error if the query fails or the stored table is not valid.
pub async fn lock(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
) -> QueryResult<Option<TableState>> {
    let state: Option<Value> = table_state::table
        .find(key(viewer, list))
        .select(table_state::state)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let state = state.map(serde_json::from_value).transpose();
    state.map_err(|error| Error::DeserializationError(error.into()))
}

/// Replaces the viewer's table.
pub async fn replace(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
    state: &TableState,
) -> QueryResult<()> {
    let state = json(state)?;
    diesel::update(table_state::table.find(key(viewer, list)))
        .set((table_state::state.eq(state), table_state::updated_at.eq(now)))
        .execute(connection)
        .await
        .map(drop)
}

/// Saves the columns and the sort order of the viewer's table. Keeps its saved views.
pub async fn save_layout(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    list: ListName,
    layout: &TableLayout,
) -> QueryResult<()> {
    let layout = json(layout)?;
    let (firm_id, user_key, name) = key(viewer, list);
    diesel::insert_into(table_state::table)
        .values((
            table_state::firm_id.eq(firm_id),
            table_state::user_key.eq(user_key),
            table_state::list.eq(name),
            table_state::state.eq(layout),
        ))
        .on_conflict((table_state::firm_id, table_state::user_key, table_state::list))
        .do_update()
        .set((
            table_state::state.eq(table_state::state.concat(excluded(table_state::state))),
            table_state::updated_at.eq(now),
        ))
        .execute(connection)
        .await
        .map(drop)
}
