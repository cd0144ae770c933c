//! Deleting and restoring contacts.

use crate::auth::Viewer;
use crate::db::schema::contact;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::contact::ContactKind;
use uuid::Uuid;

/// A deleted contact.
pub struct DeletedContact {
    pub deleted_at: Timestamp,
    pub npn: Option<String>,
}

/// Looks up a deleted contact that was not merged, and locks its row until the transaction ends.
pub async fn find_for_update(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    kind: ContactKind,
    uuid: Uuid,
) -> QueryResult<Option<DeletedContact>> {
    let found: Option<(jiff_diesel::Timestamp, Option<String>)> = contact::table
        .filter(contact::firm_id.eq(firm_id))
        .filter(contact::uuid.eq(uuid))
        .filter(contact::kind.eq(kind as i16))
        .filter(contact::deleted_at.is_not_null())
        .filter(contact::merged_into.is_null())
        .select((contact::deleted_at.assume_not_null(), contact::npn))
        .for_update()
        .first(connection)
        .await
        .optional()?;
    Ok(found.map(|(deleted_at, npn)| DeletedContact {
        deleted_at: deleted_at.to_jiff(),
        npn,
    }))
}

/// Marks the contact as deleted. Does not delete its links.
pub async fn delete(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> QueryResult<usize> {
    diesel::update(contact::table.find((viewer.firm.id, uuid)))
        .set((
            contact::deleted_at.eq(now),
            contact::version.eq(contact::version + 1),
            contact::updated_at.eq(now),
            contact::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
}

/// Restores the contact. Does not restore its links.
pub async fn restore(connection: &mut AsyncPgConnection, viewer: &Viewer, uuid: Uuid) -> QueryResult<usize> {
    diesel::update(contact::table.find((viewer.firm.id, uuid)))
        .set((
            contact::deleted_at.eq(None::<jiff_diesel::Timestamp>),
            contact::version.eq(contact::version + 1),
            contact::updated_at.eq(now),
            contact::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await
}
