//! Postal addresses of contacts.

use super::PersonColumns;
use crate::db::schema::contact;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::{Person, address};
use std::collections::HashMap;
use uuid::Uuid;

/// Returns the address lines of the given contacts, regardless of the viewer's row scope. Leaves out deleted
/// contacts.
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
