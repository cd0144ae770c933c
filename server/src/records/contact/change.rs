//! Adds and changes contacts.

use super::{PersonColumns, TaxIdFields};
use crate::auth::Viewer;
use crate::db::schema::contact;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::json;
use shared::contact::{ContactKind, Person};
use uuid::Uuid;

/// The values that a request sets.
pub struct ContactValues {
    pub person: Person,
    /// `None` keeps the stored tax ID.
    pub tax_id: Option<TaxIdFields>,
    /// `None` keeps the stored custom fields.
    pub custom_fields: Option<serde_json::Value>,
}

/// Adds a contact. Returns `false` if its uuid already exists.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (kind, uuid): (ContactKind, Uuid),
    values: ContactValues,
    request_hash: Option<&[u8]>,
) -> QueryResult<bool> {
    let added = diesel::insert_into(contact::table)
        .values((
            contact::firm_id.eq(viewer.firm.id),
            contact::uuid.eq(uuid),
            contact::kind.eq(kind as i16),
            contact::created_by.eq(&viewer.user_key),
            contact::updated_by.eq(&viewer.user_key),
            contact::request_hash.eq(request_hash),
            PersonColumns::from(values.person),
            values.tax_id.unwrap_or_default(),
            contact::custom_fields.eq(values.custom_fields.unwrap_or_else(|| json!({}))),
        ))
        .on_conflict((contact::firm_id, contact::uuid))
        .do_nothing()
        .execute(connection)
        .await?;
    Ok(added == 1)
}

/// Saves a contact that is not deleted. Returns `false` if `version` is not its current version.
pub async fn update(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    values: ContactValues,
) -> QueryResult<bool> {
    save(connection, viewer, (uuid, version), values, false).await
}

/// Like [`update`], for a contact that may be hidden by a merge.
pub async fn update_hidden(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    values: ContactValues,
) -> QueryResult<bool> {
    save(connection, viewer, (uuid, version), values, true).await
}

async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    values: ContactValues,
    may_be_hidden: bool,
) -> QueryResult<bool> {
    let updated = diesel::update(contact::table.find((viewer.firm.id, uuid)))
        .filter(contact::version.eq(version))
        .filter(contact::deleted_at.is_null().or(may_be_hidden.into_sql::<Bool>()))
        .set((
            PersonColumns::from(values.person),
            values.tax_id,
            values
                .custom_fields
                .map(|fields| contact::custom_fields.eq(fields)),
            contact::version.eq(contact::version + 1),
            contact::updated_at.eq(now),
            contact::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await?;
    Ok(updated == 1)
}
