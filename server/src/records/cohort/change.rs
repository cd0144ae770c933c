//! Changes to cohorts.

use super::super::versioned::{restore, soft_delete};
use crate::auth::Viewer;
use crate::db::schema::cohort;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::cohort::CohortKind;
use shared::contact::ContactKind;
use uuid::Uuid;

/// A cohort to add.
pub struct NewCohort<'a> {
    pub uuid: Uuid,
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub contact_type: ContactKind,
    pub kind: CohortKind,
    /// The filter of a rule-based cohort, as JSON.
    pub filter: Option<serde_json::Value>,
    pub request_hash: Option<&'a [u8]>,
    pub now: Timestamp,
}

/// Adds a cohort. Returns `false` if its uuid already exists.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: NewCohort<'_>,
) -> QueryResult<bool> {
    let now = jiff_diesel::Timestamp::from(new.now);
    let added = diesel::insert_into(cohort::table)
        .values((
            cohort::firm_id.eq(viewer.firm.id),
            cohort::uuid.eq(new.uuid),
            cohort::name.eq(new.name),
            cohort::description.eq(new.description),
            cohort::contact_kind.eq(new.contact_type as i16),
            cohort::kind.eq(new.kind.code()),
            cohort::filter.eq(new.filter),
            cohort::request_hash.eq(new.request_hash),
            cohort::created_at.eq(now),
            cohort::created_by.eq(&viewer.user_key),
            cohort::updated_at.eq(now),
            cohort::updated_by.eq(&viewer.user_key),
        ))
        .on_conflict((cohort::firm_id, cohort::uuid))
        .do_nothing()
        .execute(connection)
        .await?;
    Ok(added == 1)
}

/// The properties of a cohort that users can edit.
pub struct CohortProperties<'a> {
    pub name: &'a str,
    pub description: Option<&'a str>,
    /// The filter of a rule-based cohort, as JSON.
    pub filter: Option<serde_json::Value>,
}

/// Saves a cohort that is not deleted. Returns `false` if `version` is not its current version.
pub async fn update(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    properties: CohortProperties<'_>,
    now: Timestamp,
) -> QueryResult<bool> {
    let saved = diesel::update(cohort::table.find((viewer.firm.id, uuid)))
        .filter(cohort::version.eq(version))
        .filter(cohort::deleted_at.is_null())
        .set((
            cohort::name.eq(properties.name),
            cohort::description.eq(properties.description),
            cohort::filter.eq(properties.filter),
            cohort::version.eq(cohort::version + 1),
            cohort::updated_at.eq(jiff_diesel::Timestamp::from(now)),
            cohort::updated_by.eq(&viewer.user_key),
        ))
        .execute(connection)
        .await?;
    Ok(saved == 1)
}

/// Deletes a cohort. Returns `false` if it is deleted already or `version` is not its current version.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    now: Timestamp,
) -> QueryResult<bool> {
    soft_delete!(cohort, connection, viewer, (uuid, version), now)
}

/// Restores a cohort. Returns `false` if it is not deleted.
pub async fn restore(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    now: Timestamp,
) -> QueryResult<bool> {
    restore!(cohort, connection, viewer, uuid, now)
}

/// Locks a cohort, so that its members are changed by one request at a time. Returns `false` if it is deleted.
pub async fn lock(connection: &mut AsyncPgConnection, firm_id: i32, uuid: Uuid) -> QueryResult<bool> {
    let locked: Option<Uuid> = cohort::table
        .find((firm_id, uuid))
        .filter(cohort::deleted_at.is_null())
        .select(cohort::uuid)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    Ok(locked.is_some())
}
