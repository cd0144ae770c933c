//! Postal addresses of contacts.

use super::PersonColumns;
use crate::db::schema::contact;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::{Person, address};
use std::collections::HashMap;
use uuid::Uuid;

/// Returns the lines of the address of each contact that is not deleted, whether the viewer can open it or not.
pub async fn lines_of(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuids: &[Uuid],
) -> QueryResult<HashMap<Uuid, Vec<String>>> {
    let rows: Vec<(Uuid, PersonColumns)> = contact::table
        .filter(contact::firm_id.eq(firm_id))
        .filter(contact::uuid.eq_any(uuids))
        .filter(contact::deleted_at.is_null())
        .select((contact::uuid, PersonColumns::as_select()))
        .load(connection)
        .await?;
    let lines = |person: PersonColumns| address::lines(&Person::from(person).address);
    Ok(rows
        .into_iter()
        .map(|(uuid, person)| (uuid, lines(person)))
        .collect())
}
